import IntakeModel
import UniformTypes

/// Looks for what goes wrong in the predicate form. Offsets are those in its text.
struct PredicateLint {
  let predicate: ActivationPredicate
  let registry: TypeRegistry
  let selection: Int

  func notes() -> [RuleNote] {
    let parts = PredicateParts(predicate)
    var notes = constants(parts) + singleItems(parts) + types(parts) + movies(parts)
    // Whatever a constant lets through is found by its name.
    guard parts.trueConstants.isEmpty else { return notes }
    if let unbounded = lowerBound(parts) {
      notes.append(unbounded)
    } else if let mixed = mixedSelection(parts) {
      notes.append(mixed)
    }
    return notes + maximums(parts)
  }

  // MARK: By how it is written

  private func constants(_ parts: PredicateParts) -> [RuleNote] {
    var notes = parts.trueConstants.prefix(RuleLint.maximumFindings).map { span in
      RuleNote(
        .truePredicate, .error, at: span.start, "TRUEPREDICATE always holds",
        because: "the extension is offered for everything, and such an app is refused in review",
        fix: "name the types that the extension reads")
    }
    if predicate.isNeverTrue {
      notes.append(
        RuleNote(
          .neverAppears, .error, at: predicate.span.start, "the rule never holds",
          because: "the extension is never offered", fix: "remove FALSEPREDICATE"))
    }
    return notes
  }

  private func singleItems(_ parts: PredicateParts) -> [RuleNote] {
    parts.comparisons.filter(\.isAffirmed).compactMap { part in
      guard let count = part.comparison.counted, count.collection.element == .item,
        let limit = count.number, count.relation.holds(1, limit), !count.relation.holds(2, limit)
      else { return nil }
      return RuleNote(
        .singleItem, .warning, at: part.comparison.span.start,
        "two extension items that fit hide the extension, since \(count.relation.rawValue) "
          + "\(limit) is wanted",
        because: "Safari hands over a PDF page as two items, and other apps a text beside a link",
        fix: "compare the number of extension items with >= 1")
    }.prefix(RuleLint.maximumFindings).map { $0 }
  }

  private func types(_ parts: PredicateParts) -> [RuleNote] {
    var met: Set<TypeIdentifier> = []
    let names = registry.knownTypes.map(\.rawValue)
    let unknown = parts.tests.filter { part in
      !registry.knows(part.test.type) && met.insert(part.test.type).inserted
    }
    return unknown.prefix(RuleLint.maximumFindings).enumerated().map { index, part in
      let type = part.test.type
      let shown = Quotation.of(type.rawValue)
      // Looking through all names takes about a millisecond.
      let nearest =
        index < RuleLint.maximumSuggestions
        ? Suggestion.nearest(to: type.rawValue, among: names) : nil
      return RuleNote(
        .unknownType, type.isWellFormed ? .warning : .error, at: part.test.typeSpan.start,
        type.isWellFormed
          ? "\(shown) is no known type, and the app does not declare it"
          : "\(shown) cannot be the name of a type",
        because: "nothing conforms to a type that nobody declares but itself",
        fix: nearest.map { "'\($0)' may be meant" }
          ?? "declare it in UTImportedTypeDeclarations, or correct its name")
    }
  }

  private func movies(_ parts: PredicateParts) -> [RuleNote] {
    let tests = parts.tests.map(\.test).filter { $0.relation == .conforms }
    guard let video = tests.first(where: { $0.type == .video }),
      // With any of these a movie fits anyway.
      !tests.contains(where: { registry.conforms(.movie, to: $0.type) })
    else { return [] }
    return [
      RuleNote(
        .videoForMovie, .warning, at: video.typeSpan.start,
        "public.video is narrower than public.movie",
        because: "com.apple.quicktime-movie and public.mpeg-4, which cameras make, conform to "
          + "public.movie and not to public.video",
        fix: "write 'public.movie'")
    ]
  }
}

extension ActivationPredicate {
  /// Whether FALSEPREDICATE alone keeps it from holding.
  fileprivate var isNeverTrue: Bool {
    switch self {
    case .constant(let value, _): !value
    case .conjunction(let parts): parts.contains { $0.isNeverTrue }
    case .disjunction(let parts): parts.allSatisfy { $0.isNeverTrue }
    default: false
    }
  }
}
