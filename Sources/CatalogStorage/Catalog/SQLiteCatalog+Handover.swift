package import IntakeModel

extension SQLiteCatalog {
  package func record(_ id: AttachmentID) async throws -> CatalogRecord? {
    try await read(at: .handoff) { try $0.record(id) }
  }

  /// - Complexity: O(*k* + *s*) for *k* rows returned and *s* rows in other states between them.
  package func records(
    in states: Set<CatalogRecord.State>, batch: BatchID?, after: CatalogRecord?, limit: Int
  ) async throws -> [CatalogRecord] {
    try await read(at: .handoff) {
      try $0.records(in: states, batch: batch, after: after, limit: limit)
    }
  }

  package func totals() async throws -> ContainerTotals {
    try await read(at: .handoff) { try $0.totals() }
  }

  /// - Complexity: O(log *n*) for *n* rows, also without an `id`.
  package func take(
    _ id: AttachmentID?, for lease: Lease, now: Int64
  ) async throws -> CatalogRecord? {
    try await write(at: .handoff) { try $0.take(id, for: lease, now: now) }
  }

  package func endLease(
    _ lease: LeaseID, of id: AttachmentID, as state: CatalogRecord.State, now: Int64
  ) async throws {
    try await write(at: .handoff) { try $0.endLease(lease, of: id, as: state, now: now) }
  }

  package func markChecked(_ id: AttachmentID, systemRun: String) async throws {
    try await write(at: .handoff) { try $0.markChecked(id, systemRun: systemRun) }
  }
}
