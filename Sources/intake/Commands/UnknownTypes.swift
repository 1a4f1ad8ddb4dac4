import IntakeModel
import UniformTypes

/// Types that a command line names and nobody knows: a slip, or a type of an app, which matches by its name alone.
enum UnknownTypes {
  /// Says of each of `types` that is not known which may be meant. Dynamic types, which carry what they are, are
  /// passed over.
  static func report(
    among types: some Sequence<TypeIdentifier>, _ registry: TypeRegistry, to messages: Messages
  ) {
    var seen: Set<TypeIdentifier> = []
    let unknown = types.filter {
      !$0.isDynamic && !registry.knows($0) && seen.insert($0).inserted
    }
    guard !unknown.isEmpty else { return }
    let names = registry.knownTypes.map(\.rawValue)
    // Each is compared with all names.
    for type in unknown.prefix(maximumReports) {
      let nearest = Suggestion.nearest(to: type.rawValue, among: names)
      messages.report(
        "The type '\(DisplayText.escaped(type.rawValue))' is not known"
          + (nearest.map { "; '\($0)' may be meant." } ?? "."), style: .doubtful)
    }
  }

  private static let maximumReports = 16
}
