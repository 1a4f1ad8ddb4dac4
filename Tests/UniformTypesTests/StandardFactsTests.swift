import SharedMaterial
import Testing
import UniformTypes

@Suite struct StandardFactsTests {
  let registry = TypeRegistry.standard

  /// Rows whose identifiers differ only in case are one type, so their lists are joined.
  static let rows: [String: [[String]]] = Dictionary(
    grouping: SharedMaterial.table("facts/uniform-types.tsv"), by: { $0[0].lowercased() })

  static let areThere = !rows.isEmpty

  @Test(.enabled(if: areThere, "the table of facts is missing"))
  func `every fact is in the registry, and nothing is added`() throws {
    #expect(Self.rows.values.map(\.count).reduce(0, +) == 1_100)
    for (name, rows) in Self.rows {
      let type = try #require(registry.type(TypeIdentifier(name)), "\(name)")
      #expect(rows.contains { $0[0] == type.identifier.rawValue })
      #expect(type.origin == .standard)
      if rows.count == 1 {
        #expect(type.parents.map(\.rawValue) == rows[0][1].listed, "\(name)")
        #expect(type.filenameExtensions == rows[0][2].listed, "\(name)")
        #expect(type.mimeTypes == rows[0][3].listed, "\(name)")
      } else {
        #expect(Set(type.parents.map(\.rawValue)) == Set(rows.flatMap { $0[1].listed }), "\(name)")
        #expect(Set(type.filenameExtensions) == Set(rows.flatMap { $0[2].listed }), "\(name)")
        #expect(Set(type.mimeTypes) == Set(rows.flatMap { $0[3].listed }), "\(name)")
      }
    }
  }

  @Test(.enabled(if: areThere, "the table of facts is missing"))
  func `conformance is what following the parents gives`() {
    var parents: [String: Set<String>] = [:]
    for (name, rows) in Self.rows {
      parents[name] = Set(rows.flatMap { $0[1].lowercased().listed })
    }
    for name in Self.rows.keys {
      var expected: Set<String> = []
      var waiting = Array(parents[name] ?? [])
      while let next = waiting.popLast() {
        if expected.insert(next).inserted { waiting += parents[next] ?? [] }
      }
      let found = registry.ancestors(of: TypeIdentifier(name)).map(\.canonical)
      #expect(Set(found) == expected && found.count == expected.count, "\(name)")
      for other in ["public.data", "public.item", "public.image", "public.text", "public.folder"] {
        let conforms = registry.conforms(TypeIdentifier(name), to: TypeIdentifier(other))
        #expect(conforms == (expected.contains(other) || name == other), "\(name) \(other)")
      }
    }
  }

  @Test(.enabled(if: areThere, "the table of facts is missing"))
  func `every tag leads back to its types`() {
    for (name, rows) in Self.rows {
      for filenameExtension in rows.flatMap({ $0[2].listed }) {
        let types = registry.types(filenameExtension: filenameExtension)
        #expect(types.contains(TypeIdentifier(name)), "\(name) \(filenameExtension)")
        #expect(registry.type(filenameExtension: filenameExtension) == types.first)
      }
      for mimeType in rows.flatMap({ $0[3].listed }) {
        #expect(registry.types(mimeType: mimeType).contains(TypeIdentifier(name)), "\(mimeType)")
      }
    }
  }

  @Test(.enabled(if: areThere, "the table of facts is missing"))
  func `the preferred tags are the first of their own`() throws {
    for (name, rows) in Self.rows {
      let type = try #require(registry.type(TypeIdentifier(name)))
      if let first = type.filenameExtensions.first {
        #expect(registry.preferredFilenameExtension(for: type.identifier) == first)
      }
      if let first = type.mimeTypes.first {
        #expect(registry.preferredMIMEType(for: type.identifier) == first)
      }
      let hasOwn = !rows.flatMap { $0[2].listed }.isEmpty
      let hasFormat = rows.flatMap { $0[3].listed }.contains { $0 != "application/octet-stream" }
      #expect(registry.isConcrete(type.identifier) == (hasOwn || hasFormat), "\(name)")
    }
  }
}
