import IntakeModel

extension RowCheck {
  /// What a contract says that refuses content with this code once it is opened or scanned, where this one does not
  /// say it; `nil` for every other code.
  ///
  /// No error: a host may ask for more than its contract does.
  func missingPolicy(for code: IntakeError.Code) -> String? {
    let doubt: ContentDoubt
    switch code {
    case .contentInvalid, .contentOverLimit:
      return validation == nil ? "\"validation\": {}" : nil
    case .contentInfected:
      return validation?.scan == nil ? "\"scan\": \"required\" in 'validation'" : nil
    case .notScanned:
      return validation?.scan != .required ? "\"scan\": \"required\" in 'validation'" : nil
    case .contentLocked: doubt = .locked
    case .contentRepairable: doubt = .repairable
    case .notValidated: doubt = .notValidated
    default: return nil
    }
    if validation?.refusedDoubts.contains(doubt) == true { return nil }
    return "\"refuse\": [\"\(doubt.rawValue)\"] in 'validation'"
  }
}
