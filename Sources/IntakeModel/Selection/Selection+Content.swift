public import UniformTypes

extension Selection {
  /// The accepted type under which content of `type` is taken, however it is delivered; `nil` if it is not.
  ///
  /// - Complexity: O(*a*) look-ups for *a* accepted types.
  public static func acceptedType(
    for type: TypeIdentifier, by rule: SelectionRule, in registry: TypeRegistry
  ) -> AcceptedType? {
    let anyDelivery = SelectionRule(
      rule.accepted.map { AcceptedType($0.type, maximumSize: $0.maximumSize) },
      refusing: rule.refused)
    let content = Representation(type, delivery: .file)
    guard
      let candidate = choose(from: [content], by: anyDelivery, in: registry).candidates.first,
      let accepted = candidate.accepted
    else { return nil }
    return AcceptedType(accepted, maximumSize: candidate.maximumSize)
  }

  /// What refuses `type` explicitly, if anything does: a refused type that it conforms to, unless a more
  /// specific accepted type takes it.
  public static func refusal(
    of type: TypeIdentifier, by rule: SelectionRule, in registry: TypeRegistry
  ) -> RefusedType? {
    rule.refused.first { refused in
      guard type == refused.type || registry.conforms(type, to: refused.type) else { return false }
      return !rule.accepted.contains { accepted in
        (type == accepted.type || registry.conforms(type, to: accepted.type))
          && accepted.type != refused.type
          && registry.conforms(accepted.type, to: refused.type)
      }
    }
  }
}
