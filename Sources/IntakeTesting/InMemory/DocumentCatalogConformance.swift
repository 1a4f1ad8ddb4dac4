public import IntakeModel
internal import UniformTypes

/// What every catalog of links and imports must do, wherever it keeps them.
///
/// A test of an implementation runs each of ``checks``, each on a new, empty catalog.
public enum DocumentCatalogConformance {
  /// One thing that every such catalog must do.
  public struct Check: Sendable, CustomStringConvertible {
    /// What must be so, as a sentence.
    public let name: String
    private let body: @Sendable (_ catalog: any DocumentCatalog) async throws -> Void

    init(
      _ name: String,
      _ body: @escaping @Sendable (_ catalog: any DocumentCatalog) async throws -> Void
    ) {
      self.name = name
      self.body = body
    }

    /// Runs the check on `catalog`, which has to be new and empty, and stays open.
    ///
    /// - Throws: ``ConformanceFailure`` where it is not so; what `catalog` throws.
    public func run(on catalog: any DocumentCatalog) async throws { try await body(catalog) }

    public var description: String { name }
  }

  /// All checks.
  public static let checks: [Check] = linkChecks + importChecks
}

// Links.
extension DocumentCatalogConformance {
  private static func makeLink(at time: Int64, name: String? = "plan.pdf") throws -> LinkedDocument
  {
    LinkedDocument(
      id: LinkID(milliseconds: time), bookmark: try DocumentBookmark([0, 1, 255, 0]),
      displayName: name, type: "com.adobe.pdf", linkedAt: time)
  }

  private static let linkChecks: [Check] = [
    Check("a link is kept as it was added") { catalog in
      var link = try makeLink(at: 1)
      link.state = .broken
      link.failure = .linkBroken
      link.resolvedAt = 7
      try await catalog.addLink(link)
      try expect("link", try await catalog.link(link.id), is: link)
      try expect("another", try await catalog.link(LinkID(milliseconds: 1)), is: nil)
      let bare = try makeLink(at: 2, name: nil)
      try await catalog.addLink(bare)
      try expect("bare", try await catalog.link(bare.id), is: bare)
    },
    Check("an identifier is given once") { catalog in
      let link = try makeLink(at: 1)
      try await catalog.addLink(link)
      try await CatalogConformance.expect(.invalidArgument, from: "adding it again") {
        try await catalog.addLink(link)
      }
    },
    Check("links are listed in their order, page by page") { catalog in
      let links = try (1...5).map { try makeLink(at: $0) }
      for link in links.reversed() { try await catalog.addLink(link) }
      let first = try await catalog.links(after: nil, limit: 3)
      try expect("first", first, is: Array(links[..<3]))
      let rest = try await catalog.links(after: first.last?.id, limit: 3)
      try expect("rest", rest, is: Array(links[3...]))
      try expect("none", try await catalog.links(after: nil, limit: -1), is: [])
    },
    Check("what is found out about a link is kept, and a link that is gone stays so") { catalog in
      var link = try makeLink(at: 1)
      try await catalog.addLink(link)
      link.bookmark = try DocumentBookmark([9])
      link.state = .stale
      link.failure = .sourceDenied
      link.resolvedAt = 5
      try expect("updated", try await catalog.updateLink(link), is: true)
      try expect("link", try await catalog.link(link.id), is: link)
      try expect("removed", try await catalog.removeLink(link.id), is: true)
      try expect("again", try await catalog.removeLink(link.id), is: false)
      try expect("updated", try await catalog.updateLink(link), is: false)
      try expect("link", try await catalog.link(link.id), is: nil)
    },
    Check("a name is cut at a character") { catalog in
      let link = try makeLink(at: 1, name: String(repeating: "é", count: 700))
      try await catalog.addLink(link)
      let name = try await catalog.link(link.id)?.displayName
      try expect("name", name, is: String(repeating: "é", count: 512))
    },
  ]
}

// Imports.
extension DocumentCatalogConformance {
  private static let importChecks: [Check] = [
    Check("the record of an import is kept as it ended, newest first") { catalog in
      let owner = OwnerID(milliseconds: 1)
      var record = ImportRecord(
        id: ImportID(milliseconds: 1), beganAt: 5, type: "com.adobe.pdf", source: "Files",
        system: "iOS 26.1", build: "1.2 (34)")
      let other = ImportRecord(id: ImportID(milliseconds: 2), beganAt: 6)
      try await catalog.beginImport(record, owner: owner)
      try await catalog.beginImport(other, owner: owner)
      try expect("begun", try await catalog.imports(limit: 9), is: [other, record])
      record.ending = .failed
      record.steps = [
        .authorise: .unconfirmed, .coordinate: .done, .copy: .failed(.sourceChanged),
      ]
      try await catalog.endImport(record)
      try expect("ended", try await catalog.imports(limit: 9), is: [other, record])
      record.steps = Dictionary(
        uniqueKeysWithValues: ImportStep.allCases.map { ($0, StepResult.done) })
      record.ending = .imported
      try await catalog.endImport(record)
      try expect("replaced", try await catalog.imports(limit: 9), is: [other, record])
      try expect("one", try await catalog.imports(limit: 1), is: [other])
    },
    Check("running imports of dead owners are interrupted, and no others") { catalog in
      let (dead, alive) = (OwnerID(milliseconds: 1), OwnerID(milliseconds: 2))
      var ended = ImportRecord(id: ImportID(milliseconds: 1), beganAt: 1)
      let cut = ImportRecord(id: ImportID(milliseconds: 2), beganAt: 2)
      let running = ImportRecord(id: ImportID(milliseconds: 3), beganAt: 3)
      try await catalog.beginImport(ended, owner: dead)
      try await catalog.beginImport(cut, owner: dead)
      try await catalog.beginImport(running, owner: alive)
      ended.ending = .cancelled
      try await catalog.endImport(ended)
      try expect("owners", try await catalog.importOwners(), is: [dead, alive])
      try expect("none", try await catalog.interruptImports(of: []), is: 0)
      try expect("cut", try await catalog.interruptImports(of: [dead]), is: 1)
      try expect("again", try await catalog.interruptImports(of: [dead]), is: 0)
      try expect("owners", try await catalog.importOwners(), is: [alive])
      let endings = try await catalog.imports(limit: 9).map(\.ending)
      try expect("endings", endings, is: [.running, .interrupted, .cancelled])
    },
    Check("ending an import that is not there does nothing") { catalog in
      try await catalog.endImport(ImportRecord(id: ImportID(milliseconds: 1), beganAt: 1))
      try expect("imports", try await catalog.imports(limit: 9), is: [])
    },
    Check("the records are bounded, and the oldest go") { catalog in
      let owner = OwnerID(milliseconds: 1)
      for number in 0..<11_500 {
        try await catalog.beginImport(
          ImportRecord(id: ImportID(milliseconds: 1), beganAt: Int64(number)), owner: owner)
      }
      let kept = try await catalog.imports(limit: .max)
      guard (10_000...11_000).contains(kept.count) else {
        throw ConformanceFailure("kept: expected 10,000 to 11,000 records, found \(kept.count)")
      }
      try expect("newest", kept.first?.beganAt, is: 11_499)
      try expect("oldest", kept.last?.beganAt, is: 11_500 - Int64(kept.count))
    },
  ]

  private static func expect<Value: Equatable>(
    _ what: String, _ found: Value, is expected: Value
  ) throws {
    try CatalogConformance.expect(what, found, is: expected)
  }
}
