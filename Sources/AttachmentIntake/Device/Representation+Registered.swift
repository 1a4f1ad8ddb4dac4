extension Representation {
  /// What an item provider offers under the types that it has registered, in its own order.
  ///
  /// A link (`public.url` and what conforms to it) is loaded as data, since there is no file behind it; all else
  /// as a file, which the system writes where the provider has only data.
  ///
  /// - Parameters:
  ///   - registered: The registered type identifiers.
  ///   - inPlace: Those of them that may be opened in place, and shall be.
  ///   - registry: What tells a link.
  /// - Complexity: O(*n*) in the number of types.
  public static func registered(
    _ registered: [String], inPlace: [String] = [], in registry: TypeRegistry = .standard
  ) -> [Representation] {
    let inPlace = Set(inPlace.map { TypeIdentifier($0) })
    return registered.map { name in
      let type = TypeIdentifier(name)
      if registry.conforms(type, to: "public.url") { return Representation(type, delivery: .data) }
      return Representation(type, delivery: inPlace.contains(type) ? .inPlaceFile : .file)
    }
  }
}
