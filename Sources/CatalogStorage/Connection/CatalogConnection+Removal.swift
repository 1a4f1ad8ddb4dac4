internal import IntakeModel

extension CatalogConnection {
  func beginRemoval(
    _ ids: [AttachmentID], reason: RemovalReason, lease: LeaseID?,
    from states: Set<CatalogRecord.State>, now: Int64
  ) throws -> [CatalogRecord] {
    // On the disk before a file goes, so that no power cut leaves a row that promises a lost file.
    try write(durability(of: ids)) {
      var moved: [CatalogRecord] = []
      for id in ids {
        guard var record = try record(id), record.mayBeRemoved(with: lease, from: states, now: now)
        else { continue }
        if record.state == .taken { record.lastReadAt = now }
        record.state = .removing
        record.lease = nil
        try run(.startRemoving, .id(id), .optional(record.lastReadAt))
        try run(
          .logRemoval, .id(id), .integer(record.attachment.size.bytes), .text(reason.rawValue),
          .integer(now))
        moved.append(record)
      }
      if !moved.isEmpty { try trimLog() }
      return moved
    }
  }

  /// Deletes the oldest removals once there are many more than are kept, so that most calls delete
  /// none.
  private func trimLog() throws {
    let span = try first(.logSpan) { ($0.integer(0), $0.integer(1)) }
    guard let (oldest, newest) = span else { return }
    let kept = Int64(configuration.keptRemovals)
    if newest - oldest + 1 > kept + kept / 10 { try run(.trimLog, .integer(newest - kept)) }
  }

  func forget(_ ids: [AttachmentID], durability: Durability) throws {
    try write(durability) {
      let before = try totals()
      var after = before
      for id in ids {
        guard let size = try first(.forget, .id(id), read: { $0.integer(0) }) else { continue }
        after.count -= 1
        after.bytes -= ByteCount(bytes: size)
      }
      if after != before { try set(after) }
    }
  }

  func expired(
    by rule: RetentionRule, now: Int64, limit: Int
  ) throws -> [(record: CatalogRecord, reason: RemovalReason)] {
    try read {
      let limit = max(0, limit)
      var expired = try expiredAfterReading(by: rule, now: now, limit: limit)
      guard let age = rule.untakenAge else { return expired }
      let newest = now.subtracting(age.milliseconds)
      for query in [Query.untakenFresh, .untakenReturned] where expired.count < limit {
        expired += try all(query, .integer(newest), .integer(limit - expired.count)) { row in
          (try CatalogRecord(row), .untaken)
        }
      }
      return expired
    }
  }

  /// Goes through the copies that were read, from the one read longest ago, to the first that stays:
  /// each limit then allows all later ones too.
  private func expiredAfterReading(
    by rule: RetentionRule, now: Int64, limit: Int
  ) throws -> [(record: CatalogRecord, reason: RemovalReason)] {
    var kept = (count: 0, bytes: Int64(0))
    if !rule.afterReading {
      if rule.age == nil && rule.count == nil && rule.bytes == nil { return [] }
      if rule.count != nil || rule.bytes != nil {
        kept = try first(.finishedTotals) { (Int($0.integer(0)), $0.integer(1)) } ?? kept
      }
    }
    func reason(_ record: CatalogRecord) -> RemovalReason? {
      if rule.afterReading { return .read }
      if let age = rule.age, let lastReadAt = record.lastReadAt,
        lastReadAt <= now.subtracting(age.milliseconds)
      {
        return .age
      }
      if let count = rule.count, kept.count > max(0, count) { return .count }
      if let bytes = rule.bytes, kept.bytes > bytes.bytes { return .bytes }
      return nil
    }
    var expired: [(record: CatalogRecord, reason: RemovalReason)] = []
    try forEach(.finished, .integer(limit)) { row in
      let record = try CatalogRecord(row)
      guard let reason = reason(record) else { return false }
      expired.append((record, reason))
      kept.count -= 1
      kept.bytes -= record.attachment.size.bytes
      return true
    }
    return expired
  }

  func removals(limit: Int) throws -> [Removal] {
    try all(.removals, .integer(max(0, limit)), read: Removal.init)
  }
}

extension CatalogRecord {
  fileprivate func mayBeRemoved(
    with lease: LeaseID?, from states: Set<State>, now: Int64
  ) -> Bool {
    switch state {
    case .removing: false
    case .taken where self.lease.hasEnded(at: now): states.contains(.available)
    case .taken: states.contains(.taken) && self.lease?.id == lease
    default: states.contains(state)
    }
  }
}

extension Int64 {
  /// The difference, or the nearest number where it does not fit.
  fileprivate func subtracting(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other > 0 ? .min : .max) : difference
  }
}
