import AttachmentIntake

// Recipe: outcomes to a logging façade. Written against the shape of swift-log's `Logger`, which is not to be had
// here: ``Logger`` in LoggerStandIn.swift. What it logs holds no name and no path (P10).

// recipe: logging
extension Logger {
  func log(_ outcome: Outcome) {
    switch outcome.result {
    case .success(let stored):
      info("stored", metadata: ["id": "\(stored.id)", "bytes": "\(stored.size.bytes)"])
    case .failure(let error):
      warning("refused", metadata: ["code": "\(error.code)", "stage": "\(error.stage)"])
    }
  }
}
// end
