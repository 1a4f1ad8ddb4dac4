package import IntakeModel

extension SQLiteCatalog {
  package func beginRemoval(
    _ ids: [AttachmentID], reason: RemovalReason, lease: LeaseID?,
    from states: Set<CatalogRecord.State>, now: Int64
  ) async throws -> [CatalogRecord] {
    try await write(at: .retention) {
      try $0.beginRemoval(ids, reason: reason, lease: lease, from: states, now: now)
    }
  }

  package func forget(_ ids: [AttachmentID], durability: Durability) async throws {
    try await write(at: .retention) { try $0.forget(ids, durability: durability) }
  }

  /// - Complexity: O(*k*) for *k* rows returned; with a limit on bytes or count also O(*f*) for *f*
  ///   finished rows, whose sizes are summed up from an index.
  package func expired(
    by rule: RetentionRule, now: Int64, limit: Int
  ) async throws -> [(record: CatalogRecord, reason: RemovalReason)] {
    try await read(at: .retention) { try $0.expired(by: rule, now: now, limit: limit) }
  }

  package func removals(limit: Int) async throws -> [Removal] {
    try await read(at: .retention) { try $0.removals(limit: limit) }
  }
}
