import UniformTypes

/// Explains tests of types.
extension PredicateExplainer {
  mutating func explain(_ test: TypeTest) -> ActivationExplanation {
    let holds = evaluation.evaluate(test)
    let verb = test.relation == .conforms ? "conform to" : "equal"
    let verbs = test.relation == .conforms ? "conforms to" : "equals"
    let sentence: String
    switch test.subject {
    case .variable: sentence = holds ? "\(verbs) \(test.type)" : "does not \(verb) \(test.type)"
    case .members(let quantifier, let collection):
      let types = types(in: collection)
      let passing = types.filter { passes($0, test) }
      let declared = "declares \(Self.shownTypes(types))"
      switch quantifier {
      case .any:
        sentence =
          passing.first.map { "declares \($0), which \(verbs) \(test.type)" }
          ?? "\(declared), of which none \(verbs) \(test.type)"
      case .all:
        let other = types.first { !passes($0, test) }
        sentence =
          other.map { "declares \($0), which does not \(verb) \(test.type)" }
          ?? "\(declared), all of which \(verb) \(test.type)"
      case .none:
        sentence =
          passing.first.map { "declares \($0), which \(verbs) \(test.type), and none may" }
          ?? "\(declared), of which none \(verbs) \(test.type), as is wanted"
      }
    }
    return ActivationExplanation(holds, sentence, span: test.span)
  }

  /// One sentence for a chain such as `ANY x UTI-CONFORMS-TO "a" || ANY x UTI-CONFORMS-TO "b"`.
  ///
  /// `nil` for any other disjunction.
  mutating func mergedTest(_ parts: [ActivationPredicate]) -> ActivationExplanation? {
    let whole = ActivationPredicate.disjunction(parts)
    guard case .typeTest(let first)? = parts.first,
      case .members(.any, of: .registeredTypeIdentifiers(let variable)) = first.subject,
      let wanted = Self.conformedTypes(whole, of: variable)
    else { return nil }
    for part in parts where evaluation.evaluate(part) {
      if case .typeTest(let test) = part { return explain(test) }
    }
    let types = evaluation.types(of: variable)
    return ActivationExplanation(
      false,
      "declares \(Self.shownTypes(types)), of which none conforms to \(Self.list(wanted, "or"))",
      span: whole.span)
  }

  /// The types one of which an attachment has to conform to, where a predicate wants just that.
  static func conformedTypes(
    _ predicate: ActivationPredicate, of variable: String
  ) -> [TypeIdentifier]? {
    switch predicate {
    case .typeTest(let test):
      guard test.relation == .conforms,
        case .members(.any, of: .registeredTypeIdentifiers(variable)) = test.subject
      else { return nil }
      return [test.type]
    case .disjunction(let parts):
      var types: [TypeIdentifier] = []
      for part in parts {
        guard case .typeTest = part, let found = conformedTypes(part, of: variable) else {
          return nil
        }
        types += found
      }
      return types
    default: return nil
    }
  }

  /// Such as "public.image, public.movie or public.url".
  static func list(_ types: [TypeIdentifier], _ last: String) -> String {
    var names = types.prefix(maximumParts).map(\.rawValue)
    if types.count > names.count { names.append("\(types.count - names.count) more types") }
    guard let final = names.popLast() else { return "nothing" }
    return names.isEmpty ? final : "\(names.joined(separator: ", ")) \(last) \(final)"
  }

  static func shownTypes(_ types: [TypeIdentifier]) -> String {
    types.isEmpty ? "no type" : list(types, "and")
  }

  private mutating func types(in collection: RuleCollection) -> [TypeIdentifier] {
    evaluation.members(of: collection).compactMap { member in
      if case .typeIdentifier(let type) = member { type } else { nil }
    }
  }

  private func passes(_ type: TypeIdentifier, _ test: TypeTest) -> Bool {
    switch test.relation {
    case .conforms: evaluation.registry.conforms(type, to: test.type)
    case .equals: type == test.type
    }
  }
}

extension ActivationPredicate {
  /// Whether the predicate is one test, or a chain of `OR` of tests, of what `variable` declares.
  func isAboutTypes(of variable: String) -> Bool {
    switch self {
    case .typeTest(let test):
      if case .members(_, of: .registeredTypeIdentifiers(variable)) = test.subject {
        true
      } else {
        false
      }
    case .disjunction(let parts): parts.allSatisfy { $0.isAboutTypes(of: variable) }
    default: false
    }
  }
}
