extension SharedContainer {
  /// Opens the copy of a row, for the inbox and the library.
  ///
  /// - Parameters:
  ///   - lease: The caller's, where it has one.
  ///   - checkEntry: Throws where the row is not there any more.
  /// - Throws: `digestMismatch` where the copy is gone or damaged; of a document `copyMissing` where it is gone.
  func openCopy(
    of record: CatalogRecord, lease: LeaseID? = nil, checkEntry: () async throws -> Void
  ) async throws -> AttachmentReader {
    try await checkAfterRestart(record, lease: lease, checkEntry: checkEntry)
    let content: any ContentReader
    do {
      content = try await store.open(record.storedName)
    } catch let error as IntakeError where error.code == .notFound {
      // Perhaps it was finished or discarded since its row was read.
      try await checkEntry()
      throw try await withoutCopy(record, cause: error)
    }
    return try AttachmentReader(record.attachment, content: content)
  }

  /// A copy that nothing was synced for may have lost content in a power cut.
  func checkAfterRestart(
    _ record: CatalogRecord, lease: LeaseID?, checkEntry: () async throws -> Void
  ) async throws {
    guard record.durability == .none, record.systemRun != store.systemRun else { return }
    do {
      try await checkContent(of: record)
      try await catalog.markChecked(record.id, systemRun: store.systemRun)
    } catch let error as IntakeError where [.digestMismatch, .notFound].contains(error.code) {
      // A document goes only when somebody says so: its file may come back, and a person may want the rest.
      if record.state == .kept { throw try await withoutCopy(record, cause: error) }
      let removed = try await remove(
        [record.id], reason: .damaged, lease: lease, from: [.available, .taken, .finished])
      if removed.isEmpty { try await checkEntry() }
      throw IntakeError(
        .digestMismatch, at: .handoff,
        """
        \(record.id) was stored without durability, and did not survive the restart of the system; it \
        \(removed.isEmpty ? "goes once its reader gives it back" : "was removed")
        """, cause: error)
    }
  }

  /// What is said of a row that has no copy, or another one.
  func withoutCopy(_ record: CatalogRecord, cause: IntakeError) async throws -> IntakeError {
    guard record.state == .kept else {
      return IntakeError(
        .digestMismatch, at: .handoff,
        "the copy of \(record.id) is gone, though its row is there; discard it", cause: cause)
    }
    if cause.code == .notFound,
      try await store.missing(among: [record.storedName]).contains(record.storedName)
    {
      return IntakeError(
        .copyMissing, at: .handoff,
        """
        the file of the document \(record.id) is not in the container; put it back, or see whether its disk \
        is there. Where it is lost for good, remove the document
        """, cause: cause)
    }
    return IntakeError(
      .digestMismatch, at: .handoff,
      "what is stored as the document \(record.id) is not what was imported: \(cause.message)",
      cause: cause)
  }

  /// Reads the whole copy.
  ///
  /// - Throws: `notFound` where it is gone, `digestMismatch` where it is not what was recorded.
  func checkContent(of record: CatalogRecord, chunkRead: (Int) -> Void = { _ in }) async throws {
    let content = try await store.open(record.storedName)
    let reader = try AttachmentReader(record.attachment, content: content)
    defer { reader.close() }
    while let chunk = try await reader.next() { chunkRead(chunk.count) }
  }
}
