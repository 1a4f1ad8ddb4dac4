extension DocumentLibrary {
  /// The documents that the library owns, in the order of time, page by page.
  ///
  /// Those whose file is not there are among them, as ``ImportedDocument/State/missing``.
  ///
  /// - Parameters:
  ///   - after: Starts behind this document.
  ///   - limit: The most documents to return.
  /// - Throws: ``IntakeError`` where the store or the catalog fails.
  public func documents(
    after: ImportedDocument? = nil, limit: Int = 1000
  ) async throws -> [ImportedDocument] {
    let records = try await container.catalog.records(
      in: [.kept], batch: nil, after: after?.place, limit: limit)
    let missing = try await container.store.missing(among: records.map(\.storedName))
    return records.compactMap { document($0, missing: missing) }
  }

  /// One document.
  ///
  /// - Throws: `notFound` where there is none.
  public func document(_ id: AttachmentID) async throws -> ImportedDocument {
    let record = try await record(id)
    let missing = try await container.store.missing(among: [record.storedName])
    guard let document = document(record, missing: missing) else {
      throw Self.notFound("document", id.description)
    }
    return document
  }

  /// Opens the library's own copy, whatever became of the original.
  ///
  /// The reader checks size and digest as it goes, and fails at the end if the copy is not what was stored.
  ///
  /// - Throws: `notFound` where there is no such document; `copyMissing` where its file is not there;
  ///   `digestMismatch` where something else is in its place.
  public func open(_ id: AttachmentID) async throws -> AttachmentReader {
    let record = try await record(id)
    return try await container.openCopy(of: record) { _ = try await self.record(id) }
  }

  /// Removes a document, with its file where that is there.
  ///
  /// - Throws: `notFound` where there is none.
  public func remove(_ id: AttachmentID) async throws {
    let removed = try await container.remove([id], reason: .discarded, from: [.kept])
    guard removed.isEmpty else { return }
    throw Self.notFound("document", id.description)
  }

  func record(_ id: AttachmentID) async throws -> CatalogRecord {
    guard let record = try await container.catalog.record(id), record.state == .kept else {
      throw Self.notFound("document", id.description)
    }
    return record
  }

  func document(_ record: CatalogRecord, missing: Set<StoredName>) -> ImportedDocument? {
    ImportedDocument(
      record, at: container.store.location(of: record.storedName),
      state: missing.contains(record.storedName) ? .missing : .available)
  }

  static func notFound(_ what: String, _ id: String) -> IntakeError {
    IntakeError(
      .notFound, at: .handoff, "the library has no \(what) \(id); it may have been removed")
  }
}

extension ImportedDocument {
  /// A row at the document's place in the order of identifiers, for reading on behind it.
  fileprivate var place: CatalogRecord {
    CatalogRecord(
      attachment: content, storedName: StoredName(id: id), displayName: nil,
      batch: BatchID(milliseconds: 0), position: 0, owner: OwnerID(milliseconds: 0), state: .kept,
      durability: .none, systemRun: "", recordedAt: importedAt)
  }
}

extension SharedContainer {
  /// Calls `body` with the rows of all documents that are kept, in the order of time, some hundred at a time.
  func forEachPageOfDocuments(_ body: ([CatalogRecord]) async throws -> Void) async throws {
    var last: CatalogRecord?
    while true {
      try Task.checkCancellation()
      let page = try await catalog.records(in: [.kept], batch: nil, after: last, limit: 256)
      guard let final = page.last else { return }
      last = final
      try await body(page)
    }
  }
}
