import IntakeModel
import JSONSyntax
import UniformTypes

/// Says once of each type that it is not known, and which may be meant.
struct TypeCheck {
  let registry: TypeRegistry
  private var seen: Set<TypeIdentifier> = []
  /// How many more types are compared with all names, which takes about a millisecond each.
  private var searches = ProblemList.maximumCount
  private lazy var names = registry.knownTypes.map(\.rawValue)

  init(registry: TypeRegistry) { self.registry = registry }

  mutating func check(_ type: TypeIdentifier, at place: JSONPlace, _ problems: inout ProblemList) {
    guard seen.insert(type).inserted, !registry.knows(type) else { return }
    if type.isDynamic {
      return problems.warn(
        "\(Quotation.of(type.rawValue)) is no dynamic type that can be read", at: place)
    }
    searches -= 1
    let nearest = searches < 0 ? nil : Suggestion.nearest(to: type.rawValue, among: names)
    problems.warn(
      "the type \(Quotation.of(type.rawValue)) is not known",
      advice: (nearest.map { "'\($0)' may be meant; " } ?? "")
        + "a type of an app matches by its name alone, unless its declaration is given",
      at: place)
  }
}
