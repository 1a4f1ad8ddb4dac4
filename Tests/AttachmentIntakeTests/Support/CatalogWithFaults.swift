import IntakeModel

/// A catalog whose writes fail where a test wants them to.
struct CatalogWithFaults: AttachmentCatalog {
  typealias Fault = @Sendable (Call) throws -> Void

  enum Call: Hashable, Sendable {
    case recordPending, markStored, reveal, take, endLease, markChecked, beginRemoval, forget,
      record
  }

  private let base: any AttachmentCatalog
  private let fault: Fault

  init(base: any AttachmentCatalog, fault: @escaping Fault) {
    self.base = base
    self.fault = fault
  }

  func recordPending(
    _ records: [CatalogRecord], within limits: ContainerLimits
  ) async throws -> Set<AttachmentID> {
    try fault(.recordPending)
    return try await base.recordPending(records, within: limits)
  }

  func markStored(
    _ ids: [AttachmentID], as state: CatalogRecord.State, durability: Durability
  ) async throws -> Set<AttachmentID> {
    try fault(.markStored)
    return try await base.markStored(ids, as: state, durability: durability)
  }

  func reveal(_ batch: BatchID, count: Int, durability: Durability) async throws {
    try fault(.reveal)
    try await base.reveal(batch, count: count, durability: durability)
  }

  func record(_ id: AttachmentID) async throws -> CatalogRecord? {
    try fault(.record)
    return try await base.record(id)
  }

  func records(
    in states: Set<CatalogRecord.State>, batch: BatchID?, after: CatalogRecord?, limit: Int
  ) async throws -> [CatalogRecord] {
    try await base.records(in: states, batch: batch, after: after, limit: limit)
  }

  func totals() async throws -> ContainerTotals { try await base.totals() }

  func take(_ id: AttachmentID?, for lease: Lease, now: Int64) async throws -> CatalogRecord? {
    try fault(.take)
    return try await base.take(id, for: lease, now: now)
  }

  func endLease(
    _ lease: LeaseID, of id: AttachmentID, as state: CatalogRecord.State, now: Int64
  ) async throws {
    try fault(.endLease)
    try await base.endLease(lease, of: id, as: state, now: now)
  }

  func markChecked(_ id: AttachmentID, systemRun: String) async throws {
    try fault(.markChecked)
    try await base.markChecked(id, systemRun: systemRun)
  }

  func beginRemoval(
    _ ids: [AttachmentID], reason: RemovalReason, lease: LeaseID?,
    from states: Set<CatalogRecord.State>, now: Int64
  ) async throws -> [CatalogRecord] {
    try fault(.beginRemoval)
    return try await base.beginRemoval(ids, reason: reason, lease: lease, from: states, now: now)
  }

  func forget(_ ids: [AttachmentID], durability: Durability) async throws {
    try fault(.forget)
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
