import UniformTypes

/// Says what decided, by evaluating again the parts that did.
struct PredicateExplainer {
  /// The most members of a collection, and the most parts of one level, that are shown.
  static let maximumParts = 8
  /// The most sentences of one explanation.
  static let maximumSentences = 200

  var evaluation: PredicateEvaluation
  private var sentences = 0

  init(_ evaluation: PredicateEvaluation) { self.evaluation = evaluation.restarted() }

  /// The explanation of a predicate, with the variables as they are.
  mutating func explain(_ predicate: ActivationPredicate) -> ActivationExplanation {
    sentences += 1
    switch predicate {
    case .constant(let value, let span):
      return ActivationExplanation(
        value, value ? "TRUEPREDICATE always holds" : "FALSEPREDICATE never holds", span: span)
    case .comparison(let comparison): return explain(comparison)
    case .typeTest(let test): return explain(test)
    case .negation(let part, let span):
      let inner = explain(part)
      let sentence =
        inner.holds
        ? "NOT fails, since what it denies holds" : "NOT holds, since what it denies fails"
      return ActivationExplanation(!inner.holds, sentence, parts: [inner], span: span)
    case .conjunction(let parts):
      return explain(
        parts, span: predicate.span, decidedBy: false,
        all: "all \(parts.count) parts of AND hold", one: "one part of AND fails")
    case .disjunction(let parts):
      if let merged = mergedTest(parts) { return merged }
      return explain(
        parts, span: predicate.span, decidedBy: true,
        all: "all \(parts.count) parts of OR fail", one: "one part of OR holds")
    }
  }

  /// The explanation of several parts, the first of which that comes to `decidedBy` decides alone.
  private mutating func explain(
    _ parts: [ActivationPredicate], span: SourceSpan, decidedBy: Bool, all: String, one: String
  ) -> ActivationExplanation {
    for part in parts where evaluation.evaluate(part) == decidedBy {
      return ActivationExplanation(decidedBy, one, parts: shown([part]), span: span)
    }
    return ActivationExplanation(!decidedBy, all, parts: shown(parts), span: span)
  }

  private mutating func shown(_ parts: [ActivationPredicate]) -> [ActivationExplanation] {
    limited(parts) { explainer, part in explainer.explain(part) }
  }

  /// The explanations of the first few, and how many more there are.
  mutating func limited<Element>(
    _ elements: [Element], _ explain: (inout Self, Element) -> ActivationExplanation
  ) -> [ActivationExplanation] {
    var explanations: [ActivationExplanation] = []
    for element in elements.prefix(Self.maximumParts) where sentences < Self.maximumSentences {
      explanations.append(explain(&self, element))
    }
    let rest = elements.count - explanations.count
    if rest > 0 { explanations.append(ActivationExplanation(true, "and \(rest) more")) }
    return explanations
  }
}
