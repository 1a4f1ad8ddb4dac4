internal import IntakeModel

/// The rows of an ``InMemoryCatalog``, and what each call makes of them.
struct CatalogRows: Sendable {
  var records: [AttachmentID: CatalogRecord] = [:]
  var totals = ContainerTotals()
  /// The removals, oldest first.
  var removals: [Removal] = []
  var isClosed = false

  private static let keptRemovals = 10_000
  static let nameBytes = 1024
}

// Intake.
extension CatalogRows {
  mutating func recordPending(
    _ new: [CatalogRecord], within limits: ContainerLimits
  ) throws -> Set<AttachmentID> {
    var rows = self
    var leftOut: Set<AttachmentID> = []
    for record in new {
      let (bytes, overflow) = rows.totals.bytes.bytes
        .addingReportingOverflow(record.attachment.size.bytes)
      let fits = bytes <= limits.bytes?.bytes ?? .max && rows.totals.count < limits.count
      guard fits, !overflow else {
        leftOut.insert(record.id)
        continue
      }
      guard rows.records[record.id] == nil, record.storedName.id == record.id else {
        throw IntakeError(
          .invalidArgument, at: .commit,
          "an attachment is recorded already, or its stored name belongs to another one")
      }
      rows.records[record.id] = record.asNew(nameBytes: Self.nameBytes)
      rows.totals = ContainerTotals(
        count: rows.totals.count + 1, bytes: ByteCount(bytes: bytes))
    }
    self = rows
    return leftOut
  }

  mutating func markStored(
    _ ids: [AttachmentID], as state: CatalogRecord.State
  ) throws -> Set<AttachmentID> {
    guard state == .available || state == .hidden || state == .kept else {
      throw IntakeError(
        .invalidArgument, at: .commit, "stored rows become available, hidden or kept, not \(state)")
    }
    let before: Set<CatalogRecord.State> = state == .kept ? [.importing, .kept] : [.pending]
    let stored = ids.filter { records[$0].map { before.contains($0.state) } ?? false }
    for id in stored { records[id]?.state = state }
    return Set(stored)
  }

  mutating func reveal(_ batch: BatchID, count: Int) throws {
    let hidden = records.values.filter { $0.batch == batch && $0.state == .hidden }
    guard hidden.count == count else { throw IntakeError.notWhole(hidden.count, of: count) }
    for record in hidden { records[record.id]?.state = .available }
  }
}

// Hand-over.
extension CatalogRows {
  func page(
    of states: Set<CatalogRecord.State>, batch: BatchID?, after: CatalogRecord?, limit: Int
  ) -> [CatalogRecord] {
    let isBefore: (CatalogRecord, CatalogRecord) -> Bool =
      batch == nil ? { $0.id < $1.id } : { ($0.position, $0.id) < ($1.position, $1.id) }
    let chosen = records.values.filter { record in
      states.contains(record.state) && (batch == nil || record.batch == batch)
        && after.map { isBefore($0, record) } ?? true
    }
    return Array(chosen.sorted(by: isBefore).prefix(max(0, limit)))
  }

  mutating func take(_ id: AttachmentID?, for lease: Lease, now: Int64) throws -> CatalogRecord? {
    var record: CatalogRecord
    if let id {
      guard let named = records[id], named.state.isHandedOver else { throw Self.notFound }
      record = named
      guard record.state != .taken || record.hasLapsed(at: now) else {
        throw IntakeError(.alreadyTaken, at: .handoff, "the attachment is held by another reader")
      }
    } else {
      let available = records.values.filter { $0.state == .available || $0.hasLapsed(at: now) }
      let next = available.min { $0.takingOrder < $1.takingOrder }
      guard let next else { return nil }
      record = next
    }
    if record.state == .taken { record.lastReadAt = record.lease?.endsAt }
    record.state = .taken
    record.lease = lease
    records[record.id] = record
    return record
  }

  mutating func endLease(
    _ lease: LeaseID, of id: AttachmentID, as state: CatalogRecord.State, now: Int64
  ) throws {
    guard state == .available || state == .finished else {
      throw IntakeError(
        .invalidArgument, at: .handoff, "a lease ends as available or finished, not \(state)")
    }
    guard let record = records[id], record.state.isHandedOver else { throw Self.notFound }
    guard record.state == .taken, record.lease?.id == lease, !record.hasLapsed(at: now) else {
      throw IntakeError(.leaseLost, at: .handoff, "the lease ended, or another reader holds it")
    }
    records[id]?.state = state
    records[id]?.lease = nil
    records[id]?.lastReadAt = now
  }

  private static var notFound: IntakeError {
    IntakeError(.notFound, at: .handoff, "no attachment with this identifier was handed over")
  }
}

// Removal.
extension CatalogRows {
  mutating func beginRemoval(
    _ ids: [AttachmentID], reason: RemovalReason, lease: LeaseID?,
    from states: Set<CatalogRecord.State>, now: Int64
  ) -> [CatalogRecord] {
    var moved: [CatalogRecord] = []
    for id in ids {
      guard var record = records[id], record.state != .removing else { continue }
      let hasLapsed = record.hasLapsed(at: now)
      let state = hasLapsed ? .available : record.state
      guard states.contains(state), state != .taken || record.lease?.id == lease else { continue }
      if record.state == .taken { record.lastReadAt = now }
      record.state = .removing
      record.lease = nil
      records[id] = record
      removals.append(
        Removal(id: id, size: record.attachment.size, reason: reason, removedAt: now))
      moved.append(record)
    }
    if removals.count > Self.keptRemovals + Self.keptRemovals / 10 {
      removals.removeFirst(removals.count - Self.keptRemovals)
    }
    return moved
  }

  mutating func forget(_ ids: [AttachmentID]) {
    for id in ids {
      guard let record = records[id], record.state.isUnfinished else { continue }
      records[id] = nil
      totals.count -= 1
      totals.bytes -= record.attachment.size
    }
  }

  func expired(
    by rule: RetentionRule, now: Int64, limit: Int
  ) -> [(record: CatalogRecord, reason: RemovalReason)] {
    let finished = records.values.filter { $0.state == .finished }
      .sorted { ($0.lastReadAt ?? 0, $0.id) < ($1.lastReadAt ?? 0, $1.id) }
    var expired: [(record: CatalogRecord, reason: RemovalReason)] = []
    var count = finished.count
    var bytes = finished.reduce(0) { $0 + $1.attachment.size.bytes }
    for record in finished {
      let age = Duration.milliseconds(now - (record.lastReadAt ?? now))
      if rule.afterReading {
        expired.append((record, .read))
      } else if let limit = rule.age, age >= limit {
        expired.append((record, .age))
      } else if let limit = rule.count, count > max(0, limit) {
        expired.append((record, .count))
      } else if let limit = rule.bytes, bytes > limit.bytes {
        expired.append((record, .bytes))
      } else {
        break
      }
      count -= 1
      bytes -= record.attachment.size.bytes
    }
    if let limit = rule.untakenAge {
      let untaken = records.values.filter {
        $0.state == .available && .milliseconds(now - $0.recordedAt) >= limit
      }
      expired += untaken.sorted { $0.untakenOrder < $1.untakenOrder }.map { ($0, .untaken) }
    }
    return Array(expired.prefix(max(0, limit)))
  }
}

// Recovery.
extension CatalogRows {
  var activeOwners: Set<OwnerID> {
    Set(
      records.values.compactMap { record in
        if record.state.isUnfinished { return record.owner }
        guard let lease = record.lease, lease.endsAt == nil else { return nil }
        return lease.owner
      })
  }

  mutating func returnLeases(of owners: Set<OwnerID>, now: Int64) -> Int {
    var count = 0
    for (id, record) in records {
      guard let lease = record.lease else { continue }
      let isOwned = lease.endsAt == nil && owners.contains(lease.owner)
      guard isOwned || record.hasLapsed(at: now) else { continue }
      records[id]?.state = .available
      records[id]?.lease = nil
      records[id]?.lastReadAt = lease.endsAt ?? now
      count += 1
    }
    return count
  }

  func importing(of owners: Set<OwnerID>, limit: Int) -> [CatalogRecord] {
    let rows = records.values.filter { $0.state == .importing && owners.contains($0.owner) }
    return Array(rows.sorted { ($0.owner, $0.id) < ($1.owner, $1.id) }.prefix(max(0, limit)))
  }

  mutating func claimUnfinished(of owners: Set<OwnerID>, limit: Int) -> [CatalogRecord] {
    let rows = records.values.filter { $0.state.isUnfinished && owners.contains($0.owner) }
    let page = rows.sorted { ($0.owner, $0.id) < ($1.owner, $1.id) }.prefix(max(0, limit))
    return page.map { record in
      var record = record
      record.state = .removing
      records[record.id] = record
      return record
    }
  }
}
