internal import IntakeModel

extension CatalogConnection {
  func recordPending(
    _ records: [CatalogRecord], within limits: ContainerLimits
  ) throws -> Set<AttachmentID> {
    try write(records.strictestDurability) {
      var totals = try totals()
      var leftOut: Set<AttachmentID> = []
      for record in records {
        guard let sum = totals.adding(record.attachment.size, within: limits) else {
          leftOut.insert(record.id)
          continue
        }
        try insertNew(record)
        totals = sum
      }
      if leftOut.count < records.count { try set(totals) }
      return leftOut
    }
  }

  private func insertNew(_ record: CatalogRecord) throws {
    guard record.storedName.id == record.id else {
      throw IntakeError(
        .invalidArgument, at: .commit, "a stored name belongs to another attachment")
    }
    do {
      try insert(record)
    } catch {
      guard error.isDuplicate else { throw error }
      throw IntakeError(
        .invalidArgument, at: .commit, "an attachment with this identifier is recorded already",
        cause: error)
    }
  }

  func markStored(
    _ ids: [AttachmentID], as state: CatalogRecord.State, durability: Durability
  ) throws -> Set<AttachmentID> {
    guard state == .available || state == .hidden || state == .kept else {
      throw IntakeError(
        .invalidArgument, at: .commit, "stored rows become available, hidden or kept, not \(state)")
    }
    return try write(durability) {
      var stored: Set<AttachmentID> = []
      for id in ids {
        let count =
          state == .kept
          ? try run(.markKept, .id(id))
          : try run(.markStored, .id(id), .integer(state.rawValue))
        if count > 0 { stored.insert(id) }
      }
      return stored
    }
  }

  func reveal(_ batch: BatchID, count: Int, durability: Durability) throws {
    try write(durability) {
      let found = try run(.reveal, .id(batch))
      guard found == count else { throw IntakeError.notWhole(found, of: count) }
    }
  }
}

// Totals.
extension CatalogConnection {
  func totals() throws -> ContainerTotals {
    let totals = try first(.totals) { row in
      ContainerTotals(count: Int(row.integer(0)), bytes: ByteCount(bytes: row.integer(1)))
    }
    guard let totals else { throw SQLiteError.malformed("totals") }
    return totals
  }

  func set(_ totals: ContainerTotals) throws(SQLiteError) {
    try run(.setTotals, .integer(totals.count), .integer(totals.bytes.bytes))
  }
}

extension ContainerTotals {
  /// The totals with one more copy of `size`; `nil` where that would cross a limit.
  fileprivate func adding(_ size: ByteCount, within limits: ContainerLimits) -> Self? {
    let (sum, overflow) = bytes.bytes.addingReportingOverflow(size.bytes)
    guard !overflow, count < limits.count, sum <= limits.bytes?.bytes ?? .max else { return nil }
    return Self(count: count + 1, bytes: ByteCount(bytes: sum))
  }
}

extension [CatalogRecord] {
  fileprivate var strictestDurability: Durability {
    contains { $0.durability != .none } ? .group : .none
  }
}
