public import IntakeModel

/// Something that is wrong with a contract, or doubtful.
public struct ContractProblem: Sendable, Hashable {
  /// Whether the contract can be used all the same.
  public let severity: Severity
  /// Where it is; `nil` for the document as a whole.
  public let place: DocumentPlace?
  /// What is wrong, with what was found and what was expected.
  public let message: String
  /// What would help, where that is known.
  public let advice: String?

  /// Makes a problem. Without a place it is one of the document as a whole.
  public init(
    _ severity: Severity, _ message: String, advice: String? = nil, at place: DocumentPlace? = nil
  ) {
    self.severity = severity
    self.place = place
    self.message = message
    self.advice = advice
  }

  /// How bad it is.
  public enum Severity: String, Sendable, CaseIterable, Hashable {
    /// The contract cannot be used.
    case error
    /// It can, and does perhaps not say what was meant.
    case warning
  }

  /// The problem as the error that it is where nothing else is reported.
  package var error: DocumentError {
    DocumentError(advice.map { "\(message); \($0)" } ?? message, at: place)
  }
}

extension ContractProblem: CustomStringConvertible {
  /// Such as `line 3, column 7: error: …; …`.
  public var description: String {
    let text = "\(severity.rawValue): \(message)" + (advice.map { "; \($0)" } ?? "")
    return place.map { "\($0): \(text)" } ?? text
  }
}
