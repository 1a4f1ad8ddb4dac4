package import IntakeModel

/// What is meant as an activation rule, and stands where no system looks for one.
package struct MisplacedRule: Sendable, Hashable {
  /// The key: that of a rule, or one of those in the dictionary of a rule.
  package let key: String
  /// Where it was found, such as "directly in NSExtension".
  package let container: String
  package let place: DocumentPlace

  /// What was found, and what would help.
  package var error: DocumentError {
    let advice =
      key == "NSExtensionActivationRule"
      ? "move it into NSExtensionAttributes in NSExtension"
      : "move it into the dictionary of NSExtensionActivationRule in NSExtensionAttributes in NSExtension"
    return DocumentError(
      "the property list has no activation rule where one is looked for: \(key) stands "
        + "\(container), and has no effect there; \(advice)", at: place)
  }
}
