internal import IntakeModel

extension CatalogConnection {
  func records(
    in states: Set<CatalogRecord.State>, batch: BatchID?, after: CatalogRecord?, limit: Int
  ) throws -> [CatalogRecord] {
    let mask = states.reduce(0) { $0 | 1 << $1.rawValue }
    let limit = max(0, limit)
    // The empty value comes before every identifier.
    let id = after.map { SQLiteValue.id($0.id) } ?? .blob([])
    if batch == nil, states == [.kept] {
      return try all(.keptPage, id, .integer(limit), limit: limit, read: CatalogRecord.init)
    }
    guard let batch else {
      return try all(
        .page, .integer(mask), id, .integer(limit), limit: limit, read: CatalogRecord.init)
    }
    let position = after.map { Int64($0.position) } ?? .min
    return try all(
      .batchPage, .integer(mask), .id(batch), .integer(position), id, .integer(limit),
      limit: limit, read: CatalogRecord.init)
  }

  func take(_ id: AttachmentID?, for lease: Lease, now: Int64) throws -> CatalogRecord? {
    // A lease with its own end is told to others, and should outlast a power cut. The death of an
    // owner ends any other, and no owner survives a power cut.
    try write(lease.endsAt == nil ? .none : .group) {
      guard var record = try id.map(recordToTake) ?? firstAvailable(now: now) else { return nil }
      switch record.state {
      case .available, .finished: break
      case .taken where record.lease.hasEnded(at: now): record.lastReadAt = record.lease?.endsAt
      case .taken:
        throw IntakeError(.alreadyTaken, at: .handoff, "the attachment is held by another reader")
      case .pending, .hidden, .removing, .importing, .kept: throw Self.notFound
      }
      record.state = .taken
      record.lease = lease
      try run(
        .lease, .id(record.id), .id(lease.id), .id(lease.owner), .optional(lease.endsAt),
        .optional(record.lastReadAt))
      return record
    }
  }

  private func recordToTake(_ id: AttachmentID) throws -> CatalogRecord {
    guard let record = try record(id) else { throw Self.notFound }
    return record
  }

  /// The row that has been available longest: since it was recorded, since it was given back, or since
  /// its lease ended. One that is given back again and again does not keep others waiting.
  private func firstAvailable(now: Int64) throws -> CatalogRecord? {
    func head(_ row: Statement) throws -> (Int64, Int64, id: AttachmentID) {
      (row.integer(1), row.integer(2), try row.id(0))
    }
    let heads = [
      try first(.firstFresh, read: head), try first(.firstReturned, read: head),
      try first(.firstLapsed, .integer(now), read: head),
    ]
    return try heads.compactMap { $0 }.min(by: <).flatMap { try record($0.id) }
  }

  func endLease(
    _ lease: LeaseID, of id: AttachmentID, as state: CatalogRecord.State, now: Int64
  ) throws {
    guard state == .available || state == .finished else {
      throw IntakeError(
        .invalidArgument, at: .handoff, "a lease ends as available or finished, not \(state)")
    }
    // Given back and lost in a power cut, it is taken, and its owner is dead: the same in the end.
    try write(state == .finished ? durability(of: [id]) : .none) {
      guard let record = try record(id), record.state.isHandedOver else { throw Self.notFound }
      let holds = record.state == .taken && record.lease?.id == lease
      guard holds, !record.lease.hasEnded(at: now) else {
        throw IntakeError(.leaseLost, at: .handoff, "the lease ended, or another reader holds it")
      }
      try run(.endLease, .id(id), .integer(state.rawValue), .integer(now))
    }
  }

  func markChecked(_ id: AttachmentID, systemRun: String) throws {
    try write(.none) { _ = try run(.markChecked, .id(id), .text(systemRun)) }
  }

  /// The durability that a change of the rows needs: theirs. Asked before the transaction, since it
  /// decides how that one is made; a row never changes it.
  func durability(of ids: [AttachmentID]) throws -> Durability {
    for id in ids {
      let column = try first(.durability, .id(id)) { $0.integer(0) }
      if let column, Durability(column: column) != Durability.none { return .group }
    }
    return .none
  }

  private static var notFound: IntakeError {
    IntakeError(.notFound, at: .handoff, "no attachment with this identifier was handed over")
  }
}

extension Lease? {
  /// Whether there is a lease that ended by itself.
  func hasEnded(at now: Int64) -> Bool {
    guard let end = self?.endsAt else { return false }
    return end <= now
  }
}
