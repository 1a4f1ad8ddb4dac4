import IntakeModel
import JSONSyntax
import UniformTypes

extension Answer {
  /// What became of each attachment of a request, and of the request where it failed.
  ///
  /// 201 where all were stored, 207 where some were, and else the status of the first refusal.
  init(
    _ status: Int? = nil, _ outcomes: [Outcome], failure: (code: String, message: String)? = nil
  ) {
    let refusals = outcomes.compactMap(\.refusal)
    let isPartial = !refusals.isEmpty && refusals.count < outcomes.count
    let body = JSONWriter.line { json in
      json.key("outcomes")
      json.array(outcomes) { json, outcome in json.object { outcome.write(to: &$0) } }
      if let failure {
        json.key("error")
        json.object {
          $0.member("code", failure.code)
          $0.member("message", failure.message)
        }
      }
    }
    self.init(status ?? (isPartial ? 207 : refusals.first?.code.httpStatus ?? 201), body)
  }
}

extension Outcome {
  fileprivate func write(to json: inout JSONWriter) {
    json.member("position", position)
    json.member("name", name)
    switch result {
    case .success(let stored):
      json.member("result", "stored")
      json.member("id", stored.id.description)
      json.member("type", stored.contentType.rawValue)
      json.member("size", stored.size.bytes)
      json.member("sha256", stored.digest.description)
    case .failure(let error):
      json.member("result", "refused")
      json.member("code", error.code.name)
      json.member("stage", error.stage.rawValue)
      json.member("message", error.clientMessage)
    }
  }
}

extension IntakeError {
  /// The message, where it concerns the client. What is wrong with the server may name paths of it.
  var clientMessage: String {
    switch code.httpStatus {
    case 500: "the server has failed; tell those who run it"
    case 503, 507: "the server cannot store it now; try again later"
    default: message
    }
  }
}

extension IntakeError.Code {
  /// The status by which HTTP says the same.
  package var httpStatus: Int {
    switch self {
    case .overFileLimit, .overBatchLimit, .overCountLimit: 413
    case .noAcceptedType, .typeRefused, .contentMismatch: 415
    case .emptyContent, .contentInvalid, .contentLocked, .contentRepairable, .contentOverLimit,
      .contentInfected, .notValidated:
      422
    case .loadTimedOut: 408
    case .loadFailed, .nothingDelivered, .sourceChanged, .sequenceFailed, .invalidArgument: 400
    case .batchAborted: 424
    case .containerFull, .diskFull: 507
    case .containerBusy, .containerUnavailable, .containerReadOnly, .tooManyOpenFiles, .notScanned,
      .closed:
      503
    default: 500
    }
  }
}
