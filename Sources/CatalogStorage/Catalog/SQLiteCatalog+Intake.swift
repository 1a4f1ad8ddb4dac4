package import IntakeModel

extension SQLiteCatalog {
  /// - Throws: Besides the catalog's own errors `invalidArgument`, where an identifier is recorded
  ///   already; then nothing of the call is.
  package func recordPending(
    _ records: [CatalogRecord], within limits: ContainerLimits
  ) async throws -> Set<AttachmentID> {
    try await write(at: .commit) { try $0.recordPending(records, within: limits) }
  }

  package func markStored(
    _ ids: [AttachmentID], as state: CatalogRecord.State, durability: Durability
  ) async throws -> Set<AttachmentID> {
    try await write(at: .commit) { try $0.markStored(ids, as: state, durability: durability) }
  }

  package func reveal(_ batch: BatchID, count: Int, durability: Durability) async throws {
    try await write(at: .commit) { try $0.reveal(batch, count: count, durability: durability) }
  }
}
