#if canImport(Darwin) || APPLE_STAND_INS
import AttachmentIntake
import Foundation

extension Error {
  /// The error as the pipeline takes it: its own as they are, those of the system by domain and number.
  var reported: any Error {
    self is IntakeError || self is CancellationError ? self : systemFailure.reported
  }

  /// The same for the bookmark of a link, which leads nowhere where its file is gone.
  var reportedForLink: any Error {
    let failure = systemFailure
    guard (failure.reported as? IntakeError)?.code == .sourceMissing else { return reported }
    return IntakeError(
      .linkBroken, at: .handoff, "the original is not there any more; link it again",
      cause: failure)
  }

  private var systemFailure: SystemFailure {
    let chain = (self as NSError).chain.map { SystemFailure($0.domain, $0.code) }
    return SystemFailure(
      chain[0].sourceDomain, chain[0].sourceNumber, underlying: Array(chain.dropFirst()))
  }
}

extension NSError {
  /// The error, then what lay underneath; at most eight, since nobody promises an end.
  fileprivate var chain: [NSError] {
    var chain = [self]
    while chain.count < 8,
      let next = chain[chain.count - 1].userInfo[NSUnderlyingErrorKey] as? NSError
    {
      chain.append(next)
    }
    return chain
  }
}
#endif
