/// The host's side: what was handed over, by identifier, and only that (P9).
public struct Inbox: Sendable {
  package let container: SharedContainer

  /// Makes the host's side of `container`, which stays the caller's to close.
  public init(_ container: SharedContainer) { self.container = container }

  // MARK: Listing

  /// What was handed over, in the order of time, page by page.
  ///
  /// - Parameters:
  ///   - states: By default everything that a reader may open.
  ///   - after: Starts behind this entry.
  ///   - limit: The most entries to return.
  /// - Throws: ``IntakeError`` where the catalog itself fails.
  public func list(
    in states: Set<CatalogRecord.State> = [.available, .taken, .finished],
    after: CatalogRecord? = nil, limit: Int = 1000
  ) async throws -> [CatalogRecord] {
    try await container.catalog.records(
      in: states.filter(\.isHandedOver), batch: nil, after: after, limit: limit)
  }

  /// One entry.
  ///
  /// - Throws: `notFound` unless it was handed over.
  public func entry(_ id: AttachmentID) async throws -> CatalogRecord {
    guard let record = try await container.catalog.record(id), record.state.isHandedOver else {
      throw Self.notFound(id)
    }
    return record
  }

  /// The newest removals, newest first: what went, when, and why.
  ///
  /// - Throws: ``IntakeError`` where the catalog itself fails.
  public func removals(limit: Int = 1000) async throws -> [Removal] {
    try await container.catalog.removals(limit: limit)
  }

  // MARK: Reading

  /// Opens an attachment that was handed over.
  ///
  /// The reader checks the digest as it goes, and fails at the end if the copy is not what was stored. A
  /// copy that was stored without durability before the last restart of the system is checked first.
  ///
  /// - Throws: `notFound` unless it was handed over; `digestMismatch` if the copy is damaged.
  public func open(_ id: AttachmentID) async throws -> AttachmentReader {
    try await open(try await entry(id))
  }

  /// - Parameter lease: The caller's, where it has one.
  func open(_ record: CatalogRecord, lease: LeaseID? = nil) async throws -> AttachmentReader {
    try await container.openCopy(of: record, lease: lease) { _ = try await entry(record.id) }
  }

  /// A copy that nothing was synced for may have lost content in a power cut.
  func checkAfterRestart(_ record: CatalogRecord, lease: LeaseID?) async throws {
    try await container.checkAfterRestart(record, lease: lease) { _ = try await entry(record.id) }
  }

  private static func notFound(_ id: AttachmentID) -> IntakeError {
    IntakeError(
      .notFound, at: .handoff,
      "no attachment \(id) was handed over; it may have been finished, discarded or swept")
  }
}
