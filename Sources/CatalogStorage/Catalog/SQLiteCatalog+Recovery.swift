package import IntakeModel

extension SQLiteCatalog {
  package func activeOwners() async throws -> Set<OwnerID> {
    try await read(at: .retention) { try $0.activeOwners() }
  }

  package func returnLeases(of owners: Set<OwnerID>, now: Int64) async throws -> Int {
    try await write(at: .retention) { try $0.returnLeases(of: owners, now: now) }
  }

  /// The rows come owner by owner.
  package func claimUnfinished(
    of owners: Set<OwnerID>, limit: Int
  ) async throws -> [CatalogRecord] {
    try await write(at: .retention) { try $0.claimUnfinished(of: owners, limit: limit) }
  }

  /// The rows come owner by owner.
  package func importing(of owners: Set<OwnerID>, limit: Int) async throws -> [CatalogRecord] {
    try await read(at: .retention) { try $0.importing(of: owners, limit: limit) }
  }

  package func known(_ ids: [AttachmentID]) async throws -> Set<AttachmentID> {
    try await read(at: .retention) { try $0.known(ids) }
  }
}
