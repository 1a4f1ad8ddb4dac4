/// A list of numbers of types in the table of facts.
struct StandardFactsList: RandomAccessCollection {
  /// Two digits for each number. Points into a literal, which lives as long as the process.
  let start: UnsafePointer<UInt8>
  let count: Int

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(place: Int) -> UInt16 {
    precondition(indices.contains(place))
    return UInt16(truncatingIfNeeded: StandardFacts.value(start + 2 * place, 2))
  }

  /// The identifiers of the types.
  var identifiers: [TypeIdentifier] {
    map { TypeIdentifier(standard: $0) }
  }
}
