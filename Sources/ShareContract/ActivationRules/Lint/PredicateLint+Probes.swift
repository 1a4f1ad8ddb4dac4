import IntakeModel
import UniformTypes

/// What is found by how the rule decides.
extension PredicateLint {
  /// A type that neither the rule names nor anybody declares.
  private func stranger(_ parts: PredicateParts) -> TypeIdentifier {
    let named = Set(parts.tests.map(\.test.type))
    var number = 0
    while true {
      let type = TypeIdentifier("com.example.unnamed-\(number)")
      if !named.contains(type), !registry.knows(type) { return type }
      number += 1
    }
  }

  /// One item with these attachments, of one type each.
  private func share(_ types: [TypeIdentifier]) -> [SharedItem] {
    [SharedItem(attachments: types.map { [$0] })]
  }

  private func appears(_ types: [TypeIdentifier]) -> Bool {
    var evaluation = PredicateEvaluation(
      share(types), registry, maximumSteps: RuleLint.maximumSteps)
    return evaluation.evaluate(predicate) && !evaluation.isExhausted
  }

  /// What decided for a share.
  private func explanation(_ types: [TypeIdentifier]) -> ActivationExplanation {
    ActivationRule.predicate(predicate).decision(
      for: share(types), in: registry, maximumSteps: RuleLint.maximumSteps
    ).explanation
  }

  /// The types that the rule names, the first few, without those that are no type.
  private func probes(_ parts: PredicateParts) -> [TypeIdentifier] {
    var met: Set<TypeIdentifier> = []
    let types = parts.tests.map(\.test.type).filter { met.insert($0).inserted }
    return Array(types.prefix(RuleLint.maximumProbes))
  }

  func lowerBound(_ parts: PredicateParts) -> RuleNote? {
    let types = [stranger(parts)]
    guard appears(types) else { return nil }
    let explanation = explanation(types)
    let place = parts.comparisons.first { part in
      guard let count = part.comparison.counted, count.collection.element == .attachment,
        let number = count.number
      else { return false }
      return count.relation.holds(0, number)
        && explanation.has(part.comparison.span, holding: true)
    }
    return RuleNote(
      .noLowerBound, .error, at: (place?.comparison.span ?? predicate.span).start,
      "the extension appears for an attachment of a type that the rule does not name"
        + (place.flatMap(\.comparison.counted).map { count in
          ", since 0 attachments meet \(count.relation.rawValue) \(count.number ?? 0)"
        } ?? ""),
      because: "people are offered an extension that cannot read what they share",
      fix: "ask for as many fitting attachments as there are: == $extensionItem.attachments.@count")
  }

  func mixedSelection(_ parts: PredicateParts) -> RuleNote? {
    let stranger = stranger(parts)
    for type in probes(parts) {
      guard appears([type]), appears([type, stranger]) else { continue }
      let explanation = explanation([type, stranger])
      let place = parts.comparisons.first { part in
        guard let count = part.comparison.counted else { return false }
        return count.collection.element == .attachment && count.number != nil
          && explanation.has(part.comparison.span, holding: true)
      }
      return RuleNote(
        .mixedSelection, .warning, at: (place?.comparison.span ?? predicate.span).start,
        "an attachment that fits nothing is let through beside one that is \(type)",
        because: "the extension gets both, and has to refuse or leave the other",
        fix: "ask for as many fitting attachments as there are: "
          + "== $extensionItem.attachments.@count")
    }
    return nil
  }

  /// Where one attachment more hides the extension, of types of which people select several.
  func maximums(_ parts: PredicateParts) -> [RuleNote] {
    var notes: [RuleNote] = []
    var places: Set<Int> = []
    for type in probes(parts) {
      guard !isSingle(type), let maximum = maximum(of: type) else { continue }
      let explanation = explanation(Array(repeating: type, count: maximum + 1))
      let place = parts.comparisons.last { part in
        part.comparison.counted?.collection.element == .attachment
          && explanation.has(part.comparison.span, holding: false)
      }
      let offset = (place?.comparison.span ?? predicate.span).start
      guard places.insert(offset).inserted else { continue }
      notes.append(
        RuleNote(
          .smallMaximum, .warning, at: offset,
          "\(maximum + 1) attachments that are \(type) hide the extension, and \(maximum) "
            + "\(maximum == 1 ? "does" : "do") not",
          because: "a maximum is no cut: with one more selected, the extension is not offered at "
            + "all",
          fix: "raise it to \(selection) or more, and say in the extension what is left out"))
    }
    return notes
  }

  /// The least number below the common one at which one more hides the extension.
  private func maximum(of type: TypeIdentifier) -> Int? {
    var appeared = false
    for count in 1..<max(2, min(selection, RuleLint.maximumFindings) + 1) {
      let appears = appears(Array(repeating: type, count: count))
      if appeared, !appears { return count - 1 }
      appeared = appears
    }
    return nil
  }

  /// Whether people share one of it at a time: links, texts and pages.
  private func isSingle(_ type: TypeIdentifier) -> Bool {
    if registry.conforms(type, to: .fileURL) { return false }
    return [.url, .text, .propertyList].contains { registry.conforms(type, to: $0) }
  }
}

extension ActivationExplanation {
  /// Whether the part of the rule with this span decided, and came to `holding`.
  fileprivate func has(_ span: SourceSpan, holding: Bool) -> Bool {
    if holds == holding, let own = self.span, own.start == span.start, own.end == span.end {
      return true
    }
    return parts.contains { $0.has(span, holding: holding) }
  }
}
