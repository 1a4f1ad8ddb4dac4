package import IntakeModel

extension ContentVerdict {
  /// What a person should know of content that is there, and perhaps does not open; `nil` for all other.
  package var doubt: String? {
    switch self {
    case .locked: "locked by a password"
    case .repairable: "opens only after repair"
    case .notValidated(let reason): "not validated: \(reason)"
    case .valid, .invalid, .refused: nil
    }
  }
}
