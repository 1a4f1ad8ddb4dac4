/// The declarations of apps, joined with the built-in facts and worked out for look-up.
final class DeclaredTypes: Sendable {
  /// A type about which apps say something, or whose ancestors changed because they did.
  struct Entry: Sendable {
    let type: UniformType
    var ancestors: [TypeIdentifier]
  }

  /// The declarations as they came, so that more can be joined.
  let declarations: [UniformType]
  let entries: [TypeIdentifier: Entry]
  /// Types of apps by filename extension in lower case, best first.
  let filenameExtensions: [String: [TypeIdentifier]]
  /// Types of apps by MIME type in lower case, best first.
  let mimeTypes: [String: [TypeIdentifier]]

  /// Joins declarations; of several for one identifier the exported ones count first, then the
  /// earlier ones.
  ///
  /// - Complexity: O(*n* × *m*) in the number of declarations and the depth of their ancestors.
  init(_ declarations: [UniformType]) {
    let ranked =
      declarations.filter { $0.origin != .imported }
      + declarations.filter { $0.origin == .imported }
    var joined: [TypeIdentifier: UniformType] = [:]
    var order: [TypeIdentifier] = []
    for declaration in ranked where !declaration.identifier.isDynamic {
      let identifier = declaration.identifier
      if joined[identifier] == nil { order.append(identifier) }
      let known = joined[identifier] ?? TypeRegistry.standard.type(identifier)
      joined[identifier] = known.map { Self.join($0, declaration) } ?? declaration
    }

    var filenameExtensions: [String: [TypeIdentifier]] = [:]
    var mimeTypes: [String: [TypeIdentifier]] = [:]
    for identifier in order {
      guard let type = joined[identifier] else { continue }
      let extensions = type.filenameExtensions.compactMap {
        TypeRegistry.normalized(filenameExtension: $0)
      }
      for key in Set(extensions) {
        filenameExtensions[key, default: []].append(identifier)
      }
      for key in Set(type.mimeTypes.compactMap { TypeRegistry.normalized(mimeType: $0) }) {
        mimeTypes[key, default: []].append(identifier)
      }
    }

    self.declarations = declarations
    self.filenameExtensions = filenameExtensions
    self.mimeTypes = mimeTypes
    self.entries = Self.entries(joined)
  }

  /// Adds to what is known about a type what a weaker declaration says.
  private static func join(_ known: UniformType, _ weaker: UniformType) -> UniformType {
    // Facts about public types are complete; some other built-in types have no parents on record,
    // and there an app knows better.
    let isOpen = known.origin == .standard && !known.identifier.canonical.hasPrefix("public.")
    return UniformType(
      known.identifier,
      conformsTo: known.parents.isEmpty && isOpen ? weaker.parents : known.parents,
      filenameExtensions: union(known.filenameExtensions, weaker.filenameExtensions),
      mimeTypes: union(known.mimeTypes, weaker.mimeTypes),
      origin: known.origin)
  }

  private static func union(_ known: [String], _ more: [String]) -> [String] {
    var met = Set(known.map(\.foldedASCII))
    return known + more.filter { met.insert($0.foldedASCII).inserted }
  }

  /// Works out the ancestors of all types that declarations touch.
  private static func entries(_ types: [TypeIdentifier: UniformType]) -> [TypeIdentifier: Entry] {
    var types = types
    let changed = types.values.compactMap { type -> UInt16? in
      guard let number = type.identifier.standardNumber else { return nil }
      return StandardFacts.parents(of: number).count == type.parents.count ? nil : number
    }
    if !changed.isEmpty {
      for number in 0..<UInt16(StandardFacts.typeCount) {
        let isTouched = changed.contains { StandardFacts.isAncestor($0, of: number) }
        let identifier = TypeIdentifier(standard: number)
        guard isTouched, types[identifier] == nil else { continue }
        types[identifier] = UniformType(standard: number)
      }
    }
    let unfinished = TypeRegistry(
      declared: DeclaredTypes(unfinished: types.mapValues { Entry(type: $0, ancestors: []) }))
    return types.mapValues { type in
      Entry(
        type: type, ancestors: unfinished.breadthFirst(above: type.identifier, from: type.parents))
    }
  }

  /// Parents alone, which is all that following them needs.
  private init(unfinished entries: [TypeIdentifier: Entry]) {
    self.declarations = []
    self.entries = entries
    self.filenameExtensions = [:]
    self.mimeTypes = [:]
  }
}

extension TypeRegistry {
  /// A registry that also knows the types which apps declare.
  ///
  /// Built-in facts are never replaced: an app can add tags to a built-in type, and parents to one
  /// outside "public." that has none. Among apps, exported declarations count before imported ones,
  /// and earlier before later. Parents that nobody declares are kept as names.
  ///
  /// - Complexity: O(*n*) in the number of all declarations added so far, times their ancestors.
  public func adding(_ declarations: [UniformType]) -> TypeRegistry {
    guard !declarations.isEmpty else { return self }
    return TypeRegistry(declared: DeclaredTypes((declared?.declarations ?? []) + declarations))
  }
}
