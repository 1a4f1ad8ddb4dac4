/// The application groups of an extension and of its app.
struct SharedGroups: Sendable, Hashable {
  let extensionGroups: [String]
  let hostGroups: [String]

  /// The groups that both have, through which they share a container.
  var common: [String] {
    let host = Set(hostGroups)
    return extensionGroups.filter(host.contains)
  }

  /// Both lists, for the eyes of a person who has to compare them.
  var text: String {
    "extension: \(Self.list(extensionGroups)); app: \(Self.list(hostGroups))"
  }

  private static func list(_ groups: [String]) -> String {
    groups.isEmpty ? "no group" : groups.map { "'\($0)'" }.joined(separator: ", ")
  }
}
