/// The names of an object so far.
struct JSONNames {
  private var few: [(name: String, place: JSONPlace)] = []
  private var many: [[UInt8]: JSONPlace] = [:]

  /// Adds a name; where it is there already, gives the place of the first.
  ///
  /// Names are the same where their scalars are. Strings compare by canonical equivalence, so that bytes are
  /// compared instead; the hash is seeded, so that a text cannot make many of them collide.
  mutating func add(_ name: String, at place: JSONPlace) -> JSONPlace? {
    if many.isEmpty, few.count < 16 {
      if let first = few.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
        return first.place
      }
      few.append((name, place))
      return nil
    }
    if many.isEmpty {
      for entry in few { many[Array(entry.name.utf8)] = entry.place }
    }
    let key = Array(name.utf8)
    if let first = many[key] { return first }
    many[key] = place
    return nil
  }
}
