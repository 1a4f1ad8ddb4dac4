public import IntakeModel
public import UniformTypes

extension ActivationRule {
  /// Whether the extension appears for a share of these items, and why.
  ///
  /// A pure function of the rule, of what the items declare, and of the known types; pass a registry
  /// with the app's own types where the rule names any. The explanation is bounded: of many items or
  /// attachments the first eight are shown.
  ///
  /// - Complexity: O(*p* × *t*) look-ups for *p* parts of the rule and *t* types in the share, times
  ///   the attachments for each further level of `SUBQUERY`; ended after
  ///   ``ActivationDecision/maximumSteps``.
  public func decision(
    for items: [SharedItem], in registry: TypeRegistry = .standard
  ) -> ActivationDecision {
    decision(for: items, in: registry, maximumSteps: ActivationDecision.maximumSteps)
  }

  /// Whether the extension appears, as ``decision(for:in:)`` says, without the reasons: saying what decided takes
  /// several times as long as deciding.
  ///
  /// - Complexity: As that of ``decision(for:in:)``.
  public func appears(for items: [SharedItem], in registry: TypeRegistry = .standard) -> Bool {
    switch self {
    case .predicate(let predicate):
      var evaluation = PredicateEvaluation(
        items, registry, maximumSteps: ActivationDecision.maximumSteps)
      return evaluation.evaluate(predicate) && !evaluation.isExhausted
    case .dictionary(let dictionary): return dictionary.appears(for: items, in: registry)
    }
  }

  /// The same with another limit of steps.
  func decision(
    for items: [SharedItem], in registry: TypeRegistry, maximumSteps: Int
  ) -> ActivationDecision {
    switch self {
    case .predicate(let predicate):
      var evaluation = PredicateEvaluation(items, registry, maximumSteps: maximumSteps)
      let appears = evaluation.evaluate(predicate) && !evaluation.isExhausted
      guard !evaluation.isExhausted else { return Self.exhausted(maximumSteps) }
      var explainer = PredicateExplainer(evaluation)
      let explanation = explainer.explain(predicate)
      // Explaining evaluates every part again at each level, and can take more steps.
      guard !explainer.evaluation.isExhausted else {
        return ActivationDecision(
          appears: appears,
          explanation: ActivationExplanation(
            appears,
            "the rule \(appears ? "holds" : "fails"); saying which part decided takes too many steps"
          ))
      }
      return ActivationDecision(appears: appears, explanation: explanation)
    case .dictionary(let dictionary): return dictionary.decision(for: items, in: registry)
    }
  }

  private static func exhausted(_ maximumSteps: Int) -> ActivationDecision {
    ActivationDecision(
      appears: false,
      explanation: ActivationExplanation(
        false,
        "the rule takes more than \(maximumSteps) steps for this share, and was not evaluated to "
          + "its end; it goes through the same attachments many times"),
      isComplete: false)
  }
}
