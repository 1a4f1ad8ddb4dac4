import AttachmentIntake
import IntakeTesting
import Synchronization
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension PipelineFixture {
  /// What this process has open below the folders for copies.
  var openCopies: [String] {
    let numbers = (try? FolderNames.list("/proc/self/fd")) ?? []
    let folders = ["attachments/", "staging/"].map { folder.path(of: "container/" + $0) }
    return numbers.compactMap(FolderNames.target).filter { path in
      folders.contains { path.hasPrefix($0) }
    }
  }

  /// Expects that nothing is under way, and that exactly `stored` are in the container.
  func expectSettled(
    stored: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let counters = pipeline.counters
    #expect(counters.diskGranted == .zero, sourceLocation: sourceLocation)
    #expect(counters.memoryReserved == .zero, sourceLocation: sourceLocation)
    #expect(counters.waitingForMemory == 0, sourceLocation: sourceLocation)
    #expect(counters.waitingForDescriptors == 0, sourceLocation: sourceLocation)
    #expect(counters.waitingForCommit == 0, sourceLocation: sourceLocation)
    #expect(counters.inFlight == 0, sourceLocation: sourceLocation)
    #expect(openCopies == [], sourceLocation: sourceLocation)
    let rows = try await container.catalog.records(
      in: Set(CatalogRecord.State.allCases), batch: nil, after: nil, limit: 10_000)
    #expect(rows.filter { !$0.state.isHandedOver }.count == 0, sourceLocation: sourceLocation)
    #expect(rows.count == stored, sourceLocation: sourceLocation)
    let names = rows.map { "container/attachments/\($0.storedName)" }
    #expect(Set(try copies()) == Set(names), sourceLocation: sourceLocation)
    #expect(try folder.list("container/staging") == [], sourceLocation: sourceLocation)
  }

  /// The outcome of a batch of one.
  func ingest(_ attachment: Attachment) async throws -> Outcome {
    let outcomes = try await pipeline.ingest([attachment])
    return try #require(outcomes.first)
  }

  /// All bytes of what was stored.
  func bytes(_ outcome: Outcome) async throws -> [UInt8] {
    let stored = try #require(outcome.stored)
    let reader = try await inbox.open(stored.id)
    // Closed here, so that no descriptor of the test's own is among those that are counted.
    defer { reader.close() }
    return try await reader.bytes(limit: .mebibytes(64))
  }

  /// Starts a batch, cancels it when `moment` returns, calls `then`, and waits for its end.
  ///
  /// - Returns: The outcomes that were delivered.
  func ingestCancelled(
    _ attachments: some AsyncSequence<Attachment, any Error> & Sendable,
    options: BatchOptions = BatchOptions(),
    each consume: @escaping @Sendable (Outcome) async throws -> Void = { _ in },
    when moment: () async throws -> Void, then: () async throws -> Void = {},
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> [Outcome] {
    let delivered = Delivered()
    let pipeline = pipeline
    let batch = Task {
      try await pipeline.ingest(attachments, options: options) { outcome in
        delivered.add(outcome)
        try await consume(outcome)
      }
    }
    defer { batch.cancel() }
    try await moment()
    batch.cancel()
    try await then()
    await #expect(throws: CancellationError.self, sourceLocation: sourceLocation) {
      _ = try await batch.value
    }
    return delivered.outcomes
  }
}

/// The outcomes that a consumer has seen.
final class Delivered: Sendable {
  private let state = Mutex<[Outcome]>([])
  let tally = Tally()

  var outcomes: [Outcome] { state.withLock { $0 } }

  func add(_ outcome: Outcome) {
    state.withLock { $0.append(outcome) }
    tally.add()
  }
}

private enum FolderNames {
  static func list(_ path: String) throws -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

  static func target(_ number: String) -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/fd/\(number)", &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
