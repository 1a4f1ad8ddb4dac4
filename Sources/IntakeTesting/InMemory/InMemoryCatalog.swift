public import IntakeModel
private import Synchronization

/// A catalog in memory, with the meaning of the one on disk and none of its faults.
///
/// For tests of what uses a catalog. Most calls look at every row.
public final class InMemoryCatalog: AttachmentCatalog {
  private let rows = Mutex(CatalogRows())

  /// Makes a catalog without rows.
  public init() {}

  public func recordPending(
    _ records: [CatalogRecord], within limits: ContainerLimits
  ) async throws -> Set<AttachmentID> {
    try change(at: .commit) { try $0.recordPending(records, within: limits) }
  }

  public func markStored(
    _ ids: [AttachmentID], as state: CatalogRecord.State, durability: Durability
  ) async throws -> Set<AttachmentID> {
    try change(at: .commit) { try $0.markStored(ids, as: state) }
  }

  public func reveal(_ batch: BatchID, count: Int, durability: Durability) async throws {
    try change(at: .commit) { try $0.reveal(batch, count: count) }
  }

  public func record(_ id: AttachmentID) async throws -> CatalogRecord? {
    try change(at: .handoff) { $0.records[id] }
  }

  public func records(
    in states: Set<CatalogRecord.State>, batch: BatchID?, after: CatalogRecord?, limit: Int
  ) async throws -> [CatalogRecord] {
    try change(at: .handoff) { $0.page(of: states, batch: batch, after: after, limit: limit) }
  }

  public func totals() async throws -> ContainerTotals {
    try change(at: .handoff) { $0.totals }
  }

  public func take(
    _ id: AttachmentID?, for lease: Lease, now: Int64
  ) async throws -> CatalogRecord? {
    try change(at: .handoff) { try $0.take(id, for: lease, now: now) }
  }

  public func endLease(
    _ lease: LeaseID, of id: AttachmentID, as state: CatalogRecord.State, now: Int64
  ) async throws {
    try change(at: .handoff) { try $0.endLease(lease, of: id, as: state, now: now) }
  }

  public func markChecked(_ id: AttachmentID, systemRun: String) async throws {
    try change(at: .handoff) { $0.records[id]?.systemRun = systemRun }
  }

  public func beginRemoval(
    _ ids: [AttachmentID], reason: RemovalReason, lease: LeaseID?,
    from states: Set<CatalogRecord.State>, now: Int64
  ) async throws -> [CatalogRecord] {
    try change(at: .retention) {
      $0.beginRemoval(ids, reason: reason, lease: lease, from: states, now: now)
    }
  }

  public func forget(_ ids: [AttachmentID], durability: Durability) async throws {
    try change(at: .retention) { $0.forget(ids) }
  }

  public func expired(
    by rule: RetentionRule, now: Int64, limit: Int
  ) async throws -> [(record: CatalogRecord, reason: RemovalReason)] {
    try change(at: .retention) { $0.expired(by: rule, now: now, limit: limit) }
  }

  public func removals(limit: Int) async throws -> [Removal] {
    try change(at: .retention) { Array($0.removals.suffix(max(0, limit)).reversed()) }
  }

  public func activeOwners() async throws -> Set<OwnerID> {
    try change(at: .retention) { $0.activeOwners }
  }

  public func returnLeases(of owners: Set<OwnerID>, now: Int64) async throws -> Int {
    try change(at: .retention) { $0.returnLeases(of: owners, now: now) }
  }

  public func claimUnfinished(
    of owners: Set<OwnerID>, limit: Int
  ) async throws -> [CatalogRecord] {
    try change(at: .retention) { $0.claimUnfinished(of: owners, limit: limit) }
  }

  public func importing(of owners: Set<OwnerID>, limit: Int) async throws -> [CatalogRecord] {
    try change(at: .retention) { $0.importing(of: owners, limit: limit) }
  }

  public func known(_ ids: [AttachmentID]) async throws -> Set<AttachmentID> {
    try change(at: .retention) { rows in Set(ids.filter { rows.records[$0] != nil }) }
  }

  public func verify() async throws {
    try change(at: .retention) { rows in
      let bytes = rows.records.values.reduce(ByteCount.zero) { $0 + $1.attachment.size }
      guard rows.totals == ContainerTotals(count: rows.records.count, bytes: bytes) else {
        throw IntakeError(
          .catalogDamaged, at: .retention, "the totals of the catalog differ from its rows")
      }
    }
  }

  public func close() async { rows.withLock { $0.isClosed = true } }

  /// One transaction. Each call throws before it changes anything.
  private func change<Result: Sendable>(
    at stage: Stage, _ body: (inout CatalogRows) throws -> Result
  ) throws -> Result {
    try rows.withLock { rows in
      if rows.isClosed { throw IntakeError(.closed, at: stage, "the catalog was closed") }
      return try body(&rows)
    }
  }
}
