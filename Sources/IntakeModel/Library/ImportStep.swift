/// A step of an import, in the order in which they are taken.
public enum ImportStep: String, Sendable, CaseIterable, Hashable {
  /// One of the declared types is accepted.
  case select
  /// Access to the original is asked for.
  case authorise
  /// Other processes are waited for, and the content is brought to this device.
  case coordinate
  /// The content is copied into the container, without a name.
  case copy
  /// The content is what was declared, and opens.
  case validate
  /// The copy is on the disk, and gets its name.
  case move
  /// The entry says that it is there.
  case register
}

/// How a step went.
public enum StepResult: Sendable, Hashable {
  /// It did what it is for.
  case done
  /// Nobody said yes, and the import went on all the same, since that is no refusal by itself: access that was
  /// not granted and not needed, content that nothing could validate.
  case unconfirmed
  /// It failed for this reason, and so the import ended.
  case failed(IntakeError.Code)
}

extension StepResult: LosslessStringConvertible {
  /// The result as it is written in records: `done`, `unconfirmed`, or the code of the failure.
  public var description: String {
    switch self {
    case .done: "done"
    case .unconfirmed: "unconfirmed"
    case .failed(let code): code.name
    }
  }

  /// Reads a result back; `nil` for every text that ``description`` does not write.
  public init?(_ text: String) {
    switch text {
    case "done": self = .done
    case "unconfirmed": self = .unconfirmed
    default:
      guard let code = IntakeError.Code(text) else { return nil }
      self = .failed(code)
    }
  }
}
