import AttachmentIntake
import IntakeTesting

/// A catalog whose intake calls a test counts, holds or fails.
final class HookedCatalog: AttachmentCatalog {
  /// The calls that have hooks.
  enum Call: Sendable, Hashable { case totals, recordPending, markStored, reveal, records, remove }

  /// Called around a call, on its task. What it throws is thrown by the call.
  typealias Hook = @Sendable (Call) async throws -> Void

  /// What is called around each call.
  struct Hooks: Sendable {
    var before: Hook = { _ in }
    var after: Hook = { _ in }

    static let none = Self()
    static func before(_ hook: @escaping Hook) -> Self { Self(before: hook) }
    static func after(_ hook: @escaping Hook) -> Self { Self(after: hook) }
  }

  private let base: any AttachmentCatalog
  private let hooks: Hooks

  init(_ base: any AttachmentCatalog, _ hooks: Hooks) {
    self.base = base
    self.hooks = hooks
  }

  private func hook<Value: Sendable>(
    _ call: Call, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await hooks.before(call)
    let value = try await body()
    try await hooks.after(call)
    return value
  }
}

extension HookedCatalog {
  func prepare(for durability: Durability) async { await base.prepare(for: durability) }

  func recordPending(
    _ records: [CatalogRecord], within limits: ContainerLimits
  ) async throws -> Set<AttachmentID> {
    try await hook(.recordPending) { try await self.base.recordPending(records, within: limits) }
  }

  func markStored(
    _ ids: [AttachmentID], as state: CatalogRecord.State, durability: Durability
  ) async throws -> Set<AttachmentID> {
    try await hook(.markStored) {
      try await self.base.markStored(ids, as: state, durability: durability)
    }
  }

  func reveal(_ batch: BatchID, count: Int, durability: Durability) async throws {
    try await hook(.reveal) {
      try await self.base.reveal(batch, count: count, durability: durability)
    }
  }

  func totals() async throws -> ContainerTotals {
    try await hook(.totals) { try await self.base.totals() }
  }

  func records(
    in states: Set<CatalogRecord.State>, batch: BatchID?, after: CatalogRecord?, limit: Int
  ) async throws -> [CatalogRecord] {
    try await hook(.records) {
      try await self.base.records(in: states, batch: batch, after: after, limit: limit)
    }
  }

  func beginRemoval(
    _ ids: [AttachmentID], reason: RemovalReason, lease: LeaseID?,
    from states: Set<CatalogRecord.State>, now: Int64
  ) async throws -> [CatalogRecord] {
    try await hook(.remove) {
      try await self.base.beginRemoval(ids, reason: reason, lease: lease, from: states, now: now)
    }
  }
}

// Passed on as they are.
extension HookedCatalog {
  func record(_ id: AttachmentID) async throws -> CatalogRecord? { try await base.record(id) }

  func take(_ id: AttachmentID?, for lease: Lease, now: Int64) async throws -> CatalogRecord? {
    try await base.take(id, for: lease, now: now)
  }

  func endLease(
    _ lease: LeaseID, of id: AttachmentID, as state: CatalogRecord.State, now: Int64
  ) async throws { try await base.endLease(lease, of: id, as: state, now: now) }

  func markChecked(_ id: AttachmentID, systemRun: String) async throws {
    try await base.markChecked(id, systemRun: systemRun)
  }

  func forget(_ ids: [AttachmentID], durability: Durability) async throws {
    try await base.forget(ids, durability: durability)
  }

  func expired(
    by rule: RetentionRule, now: Int64, limit: Int
  ) async throws -> [(record: CatalogRecord, reason: RemovalReason)] {
    try await base.expired(by: rule, now: now, limit: limit)
  }

  func removals(limit: Int) async throws -> [Removal] { try await base.removals(limit: limit) }

  func activeOwners() async throws -> Set<OwnerID> { try await base.activeOwners() }

  func returnLeases(of owners: Set<OwnerID>, now: Int64) async throws -> Int {
    try await base.returnLeases(of: owners, now: now)
  }

  func claimUnfinished(of owners: Set<OwnerID>, limit: Int) async throws -> [CatalogRecord] {
    try await base.claimUnfinished(of: owners, limit: limit)
  }

  func importing(of owners: Set<OwnerID>, limit: Int) async throws -> [CatalogRecord] {
    try await base.importing(of: owners, limit: limit)
  }

  func known(_ ids: [AttachmentID]) async throws -> Set<AttachmentID> { try await base.known(ids) }

  func verify() async throws { try await base.verify() }

  func close() async { await base.close() }
}
