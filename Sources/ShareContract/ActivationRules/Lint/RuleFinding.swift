public import IntakeModel

/// Something in an activation rule that does not do what its author most likely wants.
public struct RuleFinding: Sendable, Hashable {
  /// What kind of finding it is, under a name that stays the same.
  public let code: Code
  /// Whether the rule fails at what it is for, or only surprises.
  public let severity: Severity
  /// Where it is in the file.
  public let place: DocumentPlace
  /// The key that it is about, in the dictionary form.
  public let key: String?
  /// What was found.
  public let problem: String
  /// Why it matters.
  public let reason: String
  /// What would help.
  public let fix: String

  /// How bad it is.
  public enum Severity: String, Sendable, Hashable, CaseIterable {
    /// The rule, or a part of it, cannot do what it is for, or is refused in review.
    case error
    /// The rule does what it says, and surprises people in everyday shares.
    case warning
  }

  /// A kind of finding, under a name that stays the same.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The extension appears for an attachment of a type that nothing in the rule names.
    case noLowerBound = "no-lower-bound"
    /// Two extension items in one share hide the extension.
    case singleItem = "single-item"
    /// `TRUEPREDICATE`.
    case truePredicate = "true-predicate"
    /// The rule holds for no share.
    case neverAppears = "never-appears"
    /// A key's value has another type than it should, or is out of its range.
    case wrongValue = "wrong-value"
    /// A key that is not documented.
    case unknownKey = "unknown-key"
    /// A key of the dictionary form that stands beside the rule and not in it.
    case misplacedKey = "misplaced-key"
    /// A predicate within the dictionary form.
    case nestedRule = "nested-rule"
    /// `public.video` where `public.movie` is meant.
    case videoForMovie = "video-for-movie"
    /// One attachment more than a small number hides the extension.
    case smallMaximum = "small-maximum"
    /// A type that neither the system nor the app declares.
    case unknownType = "unknown-type"
    /// Attachments that fit nothing are let through beside one that fits.
    case mixedSelection = "mixed-selection"
    /// More attachments are wanted than are supported.
    case emptyRange = "empty-range"
  }
}

extension RuleFinding: CustomStringConvertible {
  /// The finding in one line, without the name of the file.
  public var description: String {
    "\(place): \(severity.rawValue): \(problem) [\(code.rawValue)]"
  }
}
