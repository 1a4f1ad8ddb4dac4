public import IntakeModel
private import Synchronization

/// What the library keeps besides its rows, in memory, with the meaning of the catalog on disk.
public final class InMemoryDocumentCatalog: DocumentCatalog {
  private let contents = Mutex(Contents())

  private struct Contents {
    var links: [LinkID: LinkedDocument] = [:]
    /// The records, oldest first, and who does what is running.
    var imports: [(record: ImportRecord, owner: OwnerID?)] = []
  }

  private static let keptImports = 10_000

  /// Makes a catalog without links and records.
  public init() {}

  public func addLink(_ link: LinkedDocument) async throws {
    try contents.withLock { contents in
      guard contents.links[link.id] == nil else {
        throw IntakeError(
          .invalidArgument, at: .handoff, "a link with this identifier is recorded already")
      }
      contents.links[link.id] = LinkedDocument(
        id: link.id, bookmark: link.bookmark,
        displayName: link.displayName?.cut(toBytes: CatalogRows.nameBytes), type: link.type,
        state: link.state, failure: link.failure, linkedAt: link.linkedAt,
        resolvedAt: link.resolvedAt)
    }
  }

  public func link(_ id: LinkID) async throws -> LinkedDocument? {
    contents.withLock { $0.links[id] }
  }

  public func links(after: LinkID?, limit: Int) async throws -> [LinkedDocument] {
    contents.withLock { contents in
      let behind = contents.links.values.filter { link in after.map { $0 < link.id } ?? true }
      return Array(behind.sorted { $0.id < $1.id }.prefix(max(0, limit)))
    }
  }

  @discardableResult
  public func updateLink(_ link: LinkedDocument) async throws -> Bool {
    contents.withLock { contents in
      guard var kept = contents.links[link.id] else { return false }
      kept.bookmark = link.bookmark
      kept.state = link.state
      kept.failure = link.failure
      kept.resolvedAt = link.resolvedAt
      contents.links[link.id] = kept
      return true
    }
  }

  @discardableResult
  public func removeLink(_ id: LinkID) async throws -> Bool {
    contents.withLock { $0.links.removeValue(forKey: id) != nil }
  }

  public func beginImport(_ record: ImportRecord, owner: OwnerID) async throws {
    contents.withLock { contents in
      contents.imports.append((record, owner))
      if contents.imports.count > Self.keptImports + Self.keptImports / 10 {
        contents.imports.removeFirst(contents.imports.count - Self.keptImports)
      }
    }
  }

  public func endImport(_ record: ImportRecord) async throws {
    contents.withLock { contents in
      let index = contents.imports.lastIndex { $0.record.id == record.id }
      if let index { contents.imports[index] = (record, nil) }
    }
  }

  public func imports(limit: Int) async throws -> [ImportRecord] {
    contents.withLock { $0.imports.suffix(max(0, limit)).reversed().map(\.record) }
  }

  public func importOwners() async throws -> Set<OwnerID> {
    contents.withLock { Set($0.imports.compactMap(\.owner)) }
  }

  public func interruptImports(of owners: Set<OwnerID>) async throws -> Int {
    contents.withLock { contents in
      var count = 0
      for index in contents.imports.indices {
        guard let owner = contents.imports[index].owner, owners.contains(owner) else { continue }
        contents.imports[index].owner = nil
        contents.imports[index].record.ending = .interrupted
        count += 1
      }
      return count
    }
  }
}
