/// Whether content opens, as far as a validator could tell.
///
/// Only ``valid(_:)`` says that it does. What nobody looked at, or nobody could look at to the end, is
/// ``notValidated(_:)`` and never valid.
public enum ContentVerdict: Sendable, Hashable {
  /// It was read to the end without a fault.
  case valid(ContentFacts)
  /// It opens only with a password, which nobody has asked for.
  case locked
  /// It has a fault that the reader could mend: at least a part came out.
  case repairable(ContentFacts)
  /// It does not open.
  case invalid(InvalidReason)
  /// It was not looked at, or not to the end.
  case notValidated(NotValidatedReason)
  /// It stands for more than is allowed, and was not opened for that reason.
  ///
  /// - Parameters:
  ///   - found: What it stands for, or what had come out of it when the cap was crossed.
  ///   - limit: The most that is allowed, in the same unit.
  case refused(ContentCap, found: Int64, limit: Int64)
}

extension ContentVerdict {
  /// The kind of verdict as it stands in records, such as `not-validated`.
  public var name: String {
    switch self {
    case .valid: "valid"
    case .locked: "locked"
    case .repairable: "repairable"
    case .invalid: "invalid"
    case .notValidated: "not-validated"
    case .refused: "refused"
    }
  }

  /// What was found in it; `nil` where nothing came out.
  public var facts: ContentFacts? {
    switch self {
    case .valid(let facts), .repairable(let facts): facts
    case .locked, .invalid, .notValidated, .refused: nil
    }
  }
}
