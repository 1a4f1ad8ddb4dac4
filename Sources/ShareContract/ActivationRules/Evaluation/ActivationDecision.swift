/// Whether an extension appears for a share, and what decided.
public struct ActivationDecision: Sendable, Hashable {
  /// Whether the extension appears in the menu.
  public let appears: Bool
  /// What decided, from the whole rule down to its parts.
  public let explanation: ActivationExplanation

  /// Whether the rule was evaluated to its end.
  ///
  /// `false` for a rule that goes through the same attachments over and over: evaluating ends after
  /// ``maximumSteps``, and the extension is then said not to appear.
  public let isComplete: Bool

  /// The most tests and counts that one evaluation makes. A rule with two levels of `SUBQUERY` takes
  /// some ten steps for each attachment.
  public static let maximumSteps = 2_000_000

  init(appears: Bool, explanation: ActivationExplanation, isComplete: Bool = true) {
    self.appears = appears
    self.explanation = explanation
    self.isComplete = isComplete
  }
}

extension ActivationDecision: CustomStringConvertible {
  /// The verdict, and below it what decided, each part two columns further in than what it is part
  /// of.
  public var description: String {
    let verdict = appears ? "The extension appears." : "The extension does not appear."
    return ([verdict] + explanation.lines(indent: 1)).joined(separator: "\n")
  }
}

/// One part of a rule, what it came to, and which of its own parts decided that.
public struct ActivationExplanation: Sendable, Hashable {
  /// Whether the part of the rule holds.
  public let holds: Bool
  /// What was counted or tested, with numbers and type identifiers, and without a full stop.
  public let sentence: String
  /// The parts that decided; those that made no difference are left out.
  public let parts: [ActivationExplanation]
  /// Where the part stands in the text of a predicate; `nil` for what stands nowhere, such as one
  /// item of the share, and for the dictionary form.
  public let span: SourceSpan?

  init(
    _ holds: Bool, _ sentence: String, parts: [ActivationExplanation] = [], span: SourceSpan? = nil
  ) {
    self.holds = holds
    self.sentence = sentence
    self.parts = parts
    self.span = span
  }

  /// The sentence and those of the parts, as lines of text.
  ///
  /// - Parameter indent: How many steps of two columns the first line is set in.
  public func lines(indent: Int = 0) -> [String] {
    [String(repeating: "  ", count: indent) + sentence]
      + parts.flatMap { $0.lines(indent: indent + 1) }
  }
}
