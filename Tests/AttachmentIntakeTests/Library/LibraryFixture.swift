import AttachmentIntake
import IntakeModel
import IntakeTesting
import Testing

/// A library in a fresh container whose time stands still until a test moves it.
struct LibraryFixture: Sendable {
  let folder: TemporaryFolder
  let time: StandingTime
  let container: SharedContainer
  let library: DocumentLibrary

  var path: String { folder.path(of: "container") }

  /// The files of copies in the container.
  func copies() throws -> [String] { try folder.list("container/attachments") }

  /// Another library of this process on the same folder, as after a restart where this one has ended.
  func reopen(
    _ configuration: DocumentLibrary.Configuration = .init()
  ) async throws -> DocumentLibrary {
    try await DocumentLibrary(
      try await SharedContainer.open(at: path, time: time), configuration: configuration)
  }

  /// A row of a document whose owner died before it said that it is kept, and its file where there is one.
  func leaveUnfinished(_ content: [UInt8]?, recorded: [UInt8], by dead: SharedContainer)
    async throws
    -> CatalogRecord
  {
    let id = AttachmentID(milliseconds: time.now)
    let name = StoredName(id: id, filenameExtension: "pdf")
    let digest = try digest(of: recorded, in: dead)
    let record = CatalogRecord(
      attachment: StoredAttachment(
        id: id, declaredType: "com.adobe.pdf", contentType: "com.adobe.pdf",
        size: .bytes(recorded.count), digest: digest),
      storedName: name, displayName: "plan.pdf", batch: BatchID(milliseconds: 0), position: 0,
      owner: dead.store.owner, state: .importing, durability: .group,
      systemRun: dead.store.systemRun, recordedAt: time.now)
    _ = try await dead.catalog.recordPending([record], within: ContainerLimits())
    if let content {
      let writer = try dead.store.stage(id, expectedSize: nil)
      try content.withUnsafeBytes { try writer.write($0) }
      let failures = await dead.store.publish([try writer.finish(as: name)], durable: true)
      #expect(failures.isEmpty)
    }
    return record
  }

  private func digest(of bytes: [UInt8], in container: SharedContainer) throws -> ContentDigest {
    let id = AttachmentID(milliseconds: 0)
    let writer = try container.store.stage(id, expectedSize: nil)
    try bytes.withUnsafeBytes { try writer.write($0) }
    let receipt = try writer.finish(as: StoredName(id: id))
    container.store.discard([receipt])
    return receipt.digest
  }

  /// Expects that nothing is under way, and that exactly `count` documents are there.
  func expectSettled(
    documents count: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let rows = try await container.catalog.records(
      in: Set(CatalogRecord.State.allCases), batch: nil, after: nil, limit: 10_000)
    #expect(rows.allSatisfy { $0.state == .kept }, sourceLocation: sourceLocation)
    #expect(rows.count == count, sourceLocation: sourceLocation)
    #expect(
      Set(try copies()) == Set(rows.map { "\($0.storedName)" }), sourceLocation: sourceLocation)
    #expect(try folder.list("container/staging") == [], sourceLocation: sourceLocation)
    let counters = library.pipeline.counters
    #expect(counters.diskGranted == .zero, sourceLocation: sourceLocation)
    #expect(counters.memoryReserved == .zero, sourceLocation: sourceLocation)
    #expect(counters.inFlight == 0, sourceLocation: sourceLocation)
  }
}

/// Runs `body` with a library in a fresh container, and closes it afterwards.
func withLibrary<Result>(
  _ configuration: DocumentLibrary.Configuration = .init(),
  storeFaults: @escaping StoreWithFaults.Fault = { _ in },
  catalogFaults: @escaping CatalogWithFaults.Fault = { _ in },
  _ body: (LibraryFixture) async throws -> Result
) async throws -> Result {
  try await withTemporaryFolder { folder in
    let time = StandingTime()
    let container = try await SharedContainer.open(
      at: folder.path(of: "container"), time: time, storeFaults: storeFaults,
      catalogFaults: catalogFaults)
    do {
      let library = try await DocumentLibrary(container, configuration: configuration)
      let result = try await body(
        LibraryFixture(folder: folder, time: time, container: container, library: library))
      await container.close()
      return result
    } catch {
      await container.close()
      throw error
    }
  }
}

extension DocumentLibrary {
  /// All bytes of a document.
  func bytes(of id: AttachmentID) async throws -> [UInt8] {
    let reader = try await open(id)
    defer { reader.close() }
    return try await reader.bytes(limit: .mebibytes(64))
  }
}
