/// A verdict that says neither that content opens nor that it does not.
public enum ContentDoubt: String, Sendable, CaseIterable, Hashable {
  /// It opens only with a password.
  case locked
  /// It opens only after repair.
  case repairable
  /// Nothing could tell.
  case notValidated = "not-validated"
}
