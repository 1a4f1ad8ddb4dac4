internal import CatalogStorage
internal import ContainerStorage

/// A container that sources put attachments into and hosts take them out of, in one process or several.
///
/// It pairs the store of the bytes with the catalog of the rows. The default is a folder with a SQLite
/// catalog in it.
public final class SharedContainer: Sendable {
  package let store: any ContainerStore
  package let catalog: any AttachmentCatalog
  /// Where the library keeps its links and the records of its imports; `nil` in a container without one.
  package let documents: (any DocumentCatalog)?
  /// The time in milliseconds since 1970.
  package let now: @Sendable () -> Int64

  /// What was found and done when the container was opened.
  public let recovery: RecoveryReport

  /// Opens the container in the folder at `path`, and recovers what dead owners left in it.
  ///
  /// - Parameters:
  ///   - path: The folder. It is always given, and never a constant of this package; on Apple systems it
  ///     lies in the container of an App Group.
  ///   - create: Whether a missing or empty folder is made a container. A folder that holds something else
  ///     is never taken over.
  /// - Throws: ``IntakeError`` with code `containerUnavailable`, `containerReadOnly`,
  ///   `containerUnsuitable`, `catalogDamaged`, `catalogFailed`, `diskFull` or `tooManyOpenFiles`.
  public static func open(at path: String, create: Bool = true) async throws -> SharedContainer {
    let store = try FolderContainer(at: path, create: create)
    do {
      let catalogPath = "\(path)/\(catalogName)"
      try await checkLog(of: catalogPath, in: store)
      // The copies first: if there are any, their catalog was complete before.
      let isEmpty = try await store.isEmpty()
      let catalog = try await SQLiteCatalog.open(
        at: catalogPath, of: store.id, isNewAllowed: isEmpty)
      return try await SharedContainer(store: store, catalog: catalog, documents: catalog)
    } catch {
      store.close()
      throw error
    }
  }

  private static let catalogName = "catalog.sqlite"

  /// Checks a catalog whose log is gone for what it has lost: a copy without a row would be taken for one that
  /// was left over, and a copy that was handed over for one that was never completed.
  private static func checkLog(of path: String, in store: FolderContainer) async throws {
    guard let catalog = try await SQLiteCatalog.openWithoutLog(at: path) else { return }
    do {
      try await catalog.verify()
      let unfinished = try await catalog.records(
        in: [.pending, .hidden, .importing], batch: nil, after: nil, limit: 1)
      guard unfinished.isEmpty else { throw lostLog(path) }
      try await store.forEachPage(limit: 256) { names in
        let known = try await catalog.known(names.map(\.id))
        guard names.allSatisfy({ known.contains($0.id) }) else { throw lostLog(path) }
      }
      await catalog.close()
    } catch {
      await catalog.close()
      throw error
    }
  }

  private static func lostLog(_ path: String) -> IntakeError {
    IntakeError(
      .catalogDamaged, at: .commit,
      """
      the catalog \(path) has lost its log \(path)-wal, and with it rows of copies, so nothing was touched; \
      put the log back. Where it is lost for good, keep the files in the folder attachments, and make an \
      empty file in its place: what has no row is then removed after a day
      """)
  }

  /// Pairs a store with a catalog, and recovers what dead owners left.
  ///
  /// - Parameters:
  ///   - store: What keeps the bytes. Closed by ``close()``.
  ///   - catalog: What keeps the rows. Closed by ``close()``.
  ///   - documents: Where a ``DocumentLibrary`` keeps its links and records; without it there is none.
  ///   - now: The time in milliseconds since 1970; the system's by default.
  /// - Throws: ``IntakeError`` where the store or the catalog fails in the recovery. Both stay open then.
  public init(
    store: any ContainerStore, catalog: any AttachmentCatalog,
    documents: (any DocumentCatalog)? = nil,
    now: @escaping @Sendable () -> Int64 = { WallClock.milliseconds() }
  ) async throws {
    self.store = store
    self.catalog = catalog
    self.documents = documents
    self.now = now
    recovery = try await Recovery(store: store, catalog: catalog, now: now).run(thorough: false)
  }

  /// Closes the store and the catalog. What was taken by this process and not finished is given back.
  public func close() async {
    _ = try? await catalog.returnLeases(of: [store.owner], now: now())
    await catalog.close()
    store.close()
  }

  /// The number and bytes of all attachments in the container.
  ///
  /// - Throws: ``IntakeError`` where the catalog itself fails.
  public func totals() async throws -> ContainerTotals { try await catalog.totals() }

  /// Removes copies: a row that says so, then the file, then the row, so that a crash in between is
  /// finished by the next recovery.
  ///
  /// - Returns: The rows that were removed.
  @discardableResult
  package func remove(
    _ ids: [AttachmentID], reason: RemovalReason, lease: LeaseID? = nil,
    from states: Set<CatalogRecord.State>
  ) async throws -> [CatalogRecord] {
    let records = try await catalog.beginRemoval(
      ids, reason: reason, lease: lease, from: states, now: now())
    guard !records.isEmpty else { return [] }
    // Gone from the disk before the row is: after a power cut nobody would look for a file without one.
    let isDurable = records.contains { $0.durability != .none }
    try await store.remove(records.map(\.storedName), durable: isDurable)
    try await catalog.forget(records.map(\.id), durability: .none)
    return records
  }
}
