/// The one error that this package throws, besides `CancellationError`.
public struct IntakeError: Error, Sendable {
  /// What to switch on.
  public let code: Code
  /// The stage that failed.
  public let stage: Stage
  /// What went wrong, where, and what would help, with the numbers involved.
  ///
  /// For the person in front of the screen: it may hold a name or a path, and so never enters a record
  /// (P10). ``code`` and ``stage`` do.
  public let message: String
  /// What lay underneath, such as the error of a system call.
  public let cause: (any Error)?

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - code: What to switch on.
  ///   - stage: The stage that failed.
  ///   - message: What went wrong, where, and what would help; for a person, and never for a record.
  ///   - cause: What lay underneath; `nil` where nothing did.
  public init(_ code: Code, at stage: Stage, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.stage = stage
    self.message = message
    self.cause = cause
  }
}

extension IntakeError: CustomStringConvertible {
  public var description: String { "\(code) while \(stage.doing): \(message)" }
}

extension Stage {
  fileprivate var doing: String {
    switch self {
    case .selection: "selecting"
    case .loading: "loading"
    case .copying: "copying"
    case .validation: "validating"
    case .commit: "committing"
    case .handoff: "handing over"
    case .retention: "cleaning up"
    }
  }
}
