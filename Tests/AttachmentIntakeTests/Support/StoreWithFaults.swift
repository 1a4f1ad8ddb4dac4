import IntakeModel

/// A store that fails where a test wants it to, and may say that the system was restarted.
struct StoreWithFaults: ContainerStore {
  typealias Fault = @Sendable (Call) throws -> Void

  enum Call: Hashable, Sendable {
    case stage, openStaged, synchronizeContent, publish, open, remove
  }

  private let base: any ContainerStore
  private let fault: Fault
  let systemRun: String

  init(base: any ContainerStore, systemRun: String? = nil, fault: @escaping Fault = { _ in }) {
    self.base = base
    self.systemRun = systemRun ?? base.systemRun
    self.fault = fault
  }

  var owner: OwnerID { base.owner }

  func stage(_ id: AttachmentID, expectedSize: ByteCount?) throws -> any StagingWriter {
    try fault(.stage)
    return try base.stage(id, expectedSize: expectedSize)
  }

  func openStaged(_ receipt: StagingReceipt) async throws -> any ContentReader {
    try fault(.openStaged)
    return try await base.openStaged(receipt)
  }

  func missing(among names: [StoredName]) async throws -> Set<StoredName> {
    try await base.missing(among: names)
  }

  func location(of name: StoredName) -> String { base.location(of: name) }

  func synchronizeContent(
    of receipts: [StagingReceipt]
  ) async -> [StagingReceipt: IntakeError] {
    await failing(.synchronizeContent, receipts) { await base.synchronizeContent(of: receipts) }
  }

  func publish(
    _ receipts: [StagingReceipt], durable: Bool
  ) async -> [StagingReceipt: IntakeError] {
    await failing(.publish, receipts) { await base.publish(receipts, durable: durable) }
  }

  private func failing(
    _ call: Call, _ receipts: [StagingReceipt],
    _ body: () async -> [StagingReceipt: IntakeError]
  ) async -> [StagingReceipt: IntakeError] {
    do {
      try fault(call)
      return await body()
    } catch {
      let error = error as? IntakeError ?? IntakeError(.writeFailed, at: .commit, "\(error)")
      if call == .publish { base.discard(receipts) }
      return Dictionary(uniqueKeysWithValues: receipts.map { ($0, error) })
    }
  }

  func discard(_ receipts: [StagingReceipt]) { base.discard(receipts) }

  func open(_ name: StoredName) async throws -> any ContentReader {
    try fault(.open)
    return try await base.open(name)
  }

  func remove(_ names: [StoredName], durable: Bool) async throws {
    try fault(.remove)
    try await base.remove(names, durable: durable)
  }

  func forEachPage(
    limit: Int, _ body: ([StoredName]) async throws -> Void
  ) async throws {
    try await base.forEachPage(limit: limit, body)
  }

  func freeSpace() throws -> FreeSpace? { try base.freeSpace() }

  func deadOwners(among owners: Set<OwnerID>) async throws -> Set<OwnerID> {
    try await base.deadOwners(among: owners)
  }

  func sweepStaging() async throws -> Int { try await base.sweepStaging() }

  func close() { base.close() }
}
