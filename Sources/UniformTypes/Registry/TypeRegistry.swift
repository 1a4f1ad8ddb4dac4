/// Knows types, what they conform to, and their tags.
///
/// ``standard`` holds the built-in facts and costs nothing to set up. ``adding(_:)`` joins the
/// declarations of an app. A registry is a value of one word, to be passed around freely.
///
/// Identifiers that nobody declares are no error: they are unknown, and conform only to themselves.
/// Dynamic identifiers stand for the type that has their tag; see ``resolve(_:)``.
public struct TypeRegistry: Sendable {
  /// What apps have declared on top of the built-in facts.
  let declared: DeclaredTypes?

  /// The most ancestors that are kept for one type, the nearest ones. Those of built-in types are
  /// below 20; the limit bounds what declarations from outside can cost.
  public static let maximumAncestors = 64

  /// The built-in facts.
  public static let standard = TypeRegistry(declared: nil)

  /// What is known about a type, or `nil`.
  ///
  /// A dynamic identifier gives what can be read from it, under its own name, or the type that it
  /// stands for.
  ///
  /// - Complexity: O(*n*) in the size of the answer, which is allocated.
  public func type(_ identifier: TypeIdentifier) -> UniformType? {
    if identifier.isDynamic {
      guard let dynamic = DynamicType(decoding: identifier) else { return nil }
      return known(dynamic).map(type) ?? dynamic.declaration(named: identifier)
    }
    if let entry = declared?.entries[identifier] { return entry.type }
    guard let number = identifier.standardNumber, number < StandardFacts.typeCount else {
      return nil
    }
    return UniformType(standard: number)
  }

  /// Whether anything is known about a type, so that ``type(_:)`` gives it.
  ///
  /// - Complexity: O(1), and nothing is allocated, unless the identifier is dynamic; then O(*n*) in its length.
  public func knows(_ identifier: TypeIdentifier) -> Bool {
    if identifier.isDynamic { return DynamicType(decoding: identifier) != nil }
    if declared?.entries[identifier] != nil { return true }
    return identifier.standardNumber.map { $0 < StandardFacts.typeCount } ?? false
  }

  /// Whether a type is another, or conforms to it over any number of steps.
  ///
  /// Unknown types conform to themselves; cycles in declarations do no harm.
  ///
  /// - Complexity: O(*n*) in the number of ancestors. Does not allocate, unless an identifier is
  ///   dynamic.
  public func conforms(_ identifier: TypeIdentifier, to other: TypeIdentifier) -> Bool {
    if identifier == other { return true }
    if other.isDynamic {
      let known = resolve(other)
      if !known.isDynamic { return conforms(identifier, to: known) }
    }
    if identifier.isDynamic {
      guard let dynamic = DynamicType(decoding: identifier) else { return false }
      if let known = known(dynamic) { return conforms(known, to: other) }
      // What a dynamic identifier says about another one is not followed any further.
      return dynamic.conformsTo.contains { !$0.isDynamic && conforms($0, to: other) }
    }
    if let entry = declared?.entries[identifier] { return entry.ancestors.contains(other) }
    guard let number = identifier.standardNumber, let other = other.standardNumber else {
      return false
    }
    return StandardFacts.isAncestor(other, of: number)
  }

  /// The types that a type conforms to, breadth first and so nearest first, without itself.
  ///
  /// - Complexity: O(*n*) in the number of ancestors.
  public func ancestors(of identifier: TypeIdentifier) -> [TypeIdentifier] {
    if identifier.isDynamic {
      guard let dynamic = DynamicType(decoding: identifier) else { return [] }
      if let known = known(dynamic) { return ancestors(of: known) }
      return breadthFirst(
        above: identifier, from: dynamic.conformsTo.filter { !$0.isDynamic })
    }
    if let entry = declared?.entries[identifier] { return entry.ancestors }
    guard let number = identifier.standardNumber else { return [] }
    return StandardFacts.ancestors(of: number).identifiers
  }

  /// Whether a type names a format rather than a kind such as "any image".
  ///
  /// It does if it has a filename extension of its own, or a MIME type other than
  /// "application/octet-stream".
  ///
  /// - Complexity: O(*n*) in the number of its tags.
  public func isConcrete(_ identifier: TypeIdentifier) -> Bool {
    if !identifier.isDynamic, declared?.entries[identifier] == nil {
      guard let number = identifier.standardNumber else { return false }
      if !StandardFacts.filenameExtensions(of: number).isEmpty { return true }
      let mimeTypes = StandardFacts.mimeTypes(of: number)
      return !mimeTypes.isEmpty && !mimeTypes.elementsEqual("application/octet-stream".utf8)
    }
    return type(identifier)?.isConcrete ?? false
  }

  /// The identifier under which a type is known.
  ///
  /// A dynamic identifier becomes the best type that has its tag and conforms to all that the
  /// identifier claims; if there is none it stays. One with an empty filename extension and no
  /// claim, "dyn.age8u", is how systems report a plain folder, and becomes "public.folder".
  /// Any other identifier stays, in the spelling of the facts if they know it.
  ///
  /// - Complexity: O(*n*) in the length of a dynamic identifier.
  public func resolve(_ identifier: TypeIdentifier) -> TypeIdentifier {
    if let number = identifier.standardNumber { return TypeIdentifier(standard: number) }
    guard identifier.isDynamic, let dynamic = DynamicType(decoding: identifier) else {
      return declared?.entries[identifier]?.type.identifier ?? identifier
    }
    return known(dynamic) ?? identifier
  }

  /// The type that a dynamic identifier stands for, if somebody declares its tag.
  private func known(_ dynamic: DynamicType) -> TypeIdentifier? {
    for tag in dynamic.tags {
      let match = types(with: tag).first { type in
        dynamic.conformsTo.allSatisfy { !$0.isDynamic && conforms(type, to: $0) }
      }
      if let match { return match }
    }
    let isEmpty = dynamic.conformsTo.isEmpty && dynamic.tags == [.filenameExtension("")]
    return isEmpty ? .folder : nil
  }

  /// Follows parents breadth first, up to ``maximumAncestors``. Meets each type once, so that
  /// cycles end.
  func breadthFirst(
    above identifier: TypeIdentifier, from parents: [TypeIdentifier]
  ) -> [TypeIdentifier] {
    var found: [TypeIdentifier] = []
    var met: Set<TypeIdentifier> = [identifier]
    var next = 0
    var parents = parents
    while true {
      for parent in parents where met.insert(parent).inserted {
        found.append(parent)
        if found.count == Self.maximumAncestors { return found }
      }
      guard next < found.count else { return found }
      parents = self.parents(of: found[next])
      next += 1
    }
  }

  private func parents(of identifier: TypeIdentifier) -> [TypeIdentifier] {
    if let entry = declared?.entries[identifier] { return entry.type.parents }
    guard let number = identifier.standardNumber else { return [] }
    return StandardFacts.parents(of: number).identifiers
  }
}
