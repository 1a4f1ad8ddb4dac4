package import IntakeModel

extension SQLiteCatalog: DocumentCatalog {
  package func addLink(_ link: LinkedDocument) async throws {
    try await write(at: .handoff) { try $0.add(link) }
  }

  package func link(_ id: LinkID) async throws -> LinkedDocument? {
    try await read(at: .handoff) { try $0.link(id) }
  }

  /// - Complexity: O(*k*) for *k* links returned.
  package func links(after: LinkID?, limit: Int) async throws -> [LinkedDocument] {
    try await read(at: .handoff) { try $0.links(after: after, limit: limit) }
  }

  @discardableResult
  package func updateLink(_ link: LinkedDocument) async throws -> Bool {
    try await write(at: .handoff) { try $0.update(link) }
  }

  @discardableResult
  package func removeLink(_ id: LinkID) async throws -> Bool {
    try await write(at: .handoff) { try $0.removeLink(id) }
  }

  package func beginImport(_ record: ImportRecord, owner: OwnerID) async throws {
    try await write(at: .loading) { try $0.begin(record, owner: owner) }
  }

  package func endImport(_ record: ImportRecord) async throws {
    try await write(at: .commit) { try $0.end(record) }
  }

  package func imports(limit: Int) async throws -> [ImportRecord] {
    try await read(at: .handoff) { try $0.imports(limit: limit) }
  }

  package func importOwners() async throws -> Set<OwnerID> {
    try await read(at: .retention) { try $0.importOwners() }
  }

  package func interruptImports(of owners: Set<OwnerID>) async throws -> Int {
    try await write(at: .retention) { try $0.interruptImports(of: owners) }
  }
}
