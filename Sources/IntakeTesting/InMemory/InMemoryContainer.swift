public import IntakeModel
import Synchronization

/// A container in memory, with the same rules as one in a folder.
///
/// Several stores may share one container, as several processes do. There is no disk under it that could
/// lose power, so that durability makes no difference.
public final class InMemoryContainer: ContainerStore {
  public let owner: OwnerID
  public let systemRun: String
  let contents: InMemoryContents
  private let state = Mutex(State())

  private struct State {
    var staged: [AttachmentID: [UInt8]] = [:]
    var isClosed = false
  }

  /// An empty container.
  ///
  /// - Parameters:
  ///   - capacity: The most bytes, staged and published together; one more is a full disk.
  ///   - systemRun: Names the run of the system.
  public convenience init(capacity: ByteCount? = nil, systemRun: String = "memory") {
    self.init(InMemoryContents(capacity: capacity), systemRun: systemRun)
  }

  /// Another store of the container that `other` is open on.
  ///
  /// - Parameters:
  ///   - other: A store of the container.
  ///   - systemRun: Another text than that of `other` stands for a restart in between.
  public convenience init(sharing other: InMemoryContainer, systemRun: String? = nil) {
    self.init(other.contents, systemRun: systemRun ?? other.systemRun)
  }

  private init(_ contents: InMemoryContents, systemRun: String) {
    // Only the random part of an identifier counts here.
    owner = OwnerID(milliseconds: 0)
    self.contents = contents
    self.systemRun = systemRun
    contents.begin(owner)
  }

  deinit { close() }

  public func close() {
    let staged = state.withLock { state in
      defer { state = State(isClosed: true) }
      return state.staged
    }
    for bytes in staged.values { contents.release(bytes.count) }
    contents.end(owner)
  }
}

// MARK: Staging

extension InMemoryContainer {
  public func stage(_ id: AttachmentID, expectedSize: ByteCount?) throws -> any StagingWriter {
    try checkOpen(at: .copying)
    return InMemoryStagingWriter(id: id, container: self)
  }

  /// Takes in a copy whose bytes are complete.
  func keep(_ bytes: [UInt8], as id: AttachmentID) throws {
    try state.withLock { state in
      if state.isClosed { throw IntakeError.closedInMemory(at: .copying) }
      guard state.staged[id] == nil else {
        throw IntakeError(.invalidArgument, at: .copying, "another copy is staged as \(id)")
      }
      state.staged[id] = bytes
    }
  }

  public func openStaged(_ receipt: StagingReceipt) async throws -> any ContentReader {
    let (bytes, isClosed) = state.withLock { ($0.staged[receipt.name.id], $0.isClosed) }
    if isClosed { throw IntakeError.closedInMemory(at: .validation) }
    guard let bytes else {
      throw IntakeError(
        .invalidArgument, at: .validation, "no copy is staged; it was used up before")
    }
    return InMemoryContentReader(bytes)
  }

  public func synchronizeContent(
    of receipts: [StagingReceipt]
  ) async -> [StagingReceipt: IntakeError] {
    state.withLock { state in
      let unknown = receipts.filter { state.staged[$0.name.id] == nil }
      return Self.failures(of: unknown, isClosed: state.isClosed)
    }
  }

  public func publish(
    _ receipts: [StagingReceipt], durable: Bool
  ) async -> [StagingReceipt: IntakeError] {
    var failures: [StagingReceipt: IntakeError] = [:]
    for receipt in receipts {
      let (bytes, isClosed) = state.withLock { state in
        (state.staged.removeValue(forKey: receipt.name.id), state.isClosed)
      }
      guard let bytes else {
        failures.merge(Self.failures(of: [receipt], isClosed: isClosed)) { $1 }
        continue
      }
      guard contents.publish(bytes, as: receipt.name) else {
        contents.release(bytes.count)
        failures[receipt] = IntakeError(
          .writeFailed, at: .commit, "there is a copy \(receipt.name), and it is never replaced")
        continue
      }
    }
    return failures
  }

  public func discard(_ receipts: [StagingReceipt]) {
    for receipt in receipts {
      let bytes = state.withLock { $0.staged.removeValue(forKey: receipt.name.id) }
      if let bytes { contents.release(bytes.count) }
    }
  }

  private static func failures(
    of unknown: [StagingReceipt], isClosed: Bool
  ) -> [StagingReceipt: IntakeError] {
    let error =
      isClosed
      ? IntakeError.closedInMemory(at: .commit)
      : IntakeError(.invalidArgument, at: .commit, "no copy is staged; it was used up before")
    return Dictionary(unknown.map { ($0, error) }) { $1 }
  }
}

// MARK: Published copies

extension InMemoryContainer {
  public func open(_ name: StoredName) async throws -> any ContentReader {
    try checkOpen(at: .handoff)
    guard let bytes = contents[name] else {
      throw IntakeError(.notFound, at: .handoff, "there is no copy \(name)")
    }
    return InMemoryContentReader(bytes)
  }

  public func missing(among names: [StoredName]) async throws -> Set<StoredName> {
    try checkOpen(at: .retention)
    return Set(names.filter { contents[$0] == nil })
  }

  public func remove(_ names: [StoredName], durable: Bool) async throws {
    try checkOpen(at: .retention)
    for name in names { contents.remove(name) }
  }

  public func forEachPage(
    limit: Int, _ body: ([StoredName]) async throws -> Void
  ) async throws {
    try checkOpen(at: .retention)
    var rest = contents.names[...]
    while !rest.isEmpty {
      let page = rest.prefix(max(1, limit))
      rest = rest.dropFirst(page.count)
      try await body(Array(page))
    }
  }

  public func freeSpace() throws -> FreeSpace? {
    try checkOpen(at: .copying)
    return contents.free.map { FreeSpace(bytes: $0) }
  }

  public func deadOwners(among owners: Set<OwnerID>) async throws -> Set<OwnerID> {
    try checkOpen(at: .retention)
    return owners.subtracting(contents.alive)
  }

  public func sweepStaging() async throws -> Int {
    try checkOpen(at: .retention)
    // Staged bytes lie in the store that staged them, and end with it.
    return 0
  }

  /// Whether ``close()`` was called.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  private func checkOpen(at stage: Stage) throws {
    if isClosed { throw IntakeError.closedInMemory(at: stage) }
  }
}

extension IntakeError {
  /// The store was closed.
  static func closedInMemory(at stage: Stage) -> IntakeError {
    IntakeError(.closed, at: stage, "the container was closed")
  }
}
