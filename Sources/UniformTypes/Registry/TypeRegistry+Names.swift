extension TypeRegistry {
  /// Every type that is known by a declaration, in the order of the built-in facts, and behind those the types
  /// of apps in the order of their names.
  ///
  /// - Complexity: O(*n* log *n*) in the number of types of apps, and O(*n*) in that of built-in ones.
  package var knownTypes: [TypeIdentifier] {
    let standard = (0..<UInt16(StandardFacts.typeCount)).map { TypeIdentifier(standard: $0) }
    let declared = declared?.entries.keys.filter { Self.standard.type($0) == nil } ?? []
    return standard + declared.sorted()
  }
}
