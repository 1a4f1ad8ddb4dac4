internal import CSQLite
internal import IntakeModel

extension CatalogConnection {
  func activeOwners() throws -> Set<OwnerID> {
    Set(try all(.owners) { try $0.id(0) })
  }

  func returnLeases(of owners: Set<OwnerID>, now: Int64) throws -> Int {
    // Lost in a power cut, they are returned again.
    try write(.none) {
      var count = try run(.returnLapsed, .integer(now))
      for owner in owners { count += try run(.returnOwned, .id(owner), .integer(now)) }
      return count
    }
  }

  func claimUnfinished(of owners: Set<OwnerID>, limit: Int) throws -> [CatalogRecord] {
    // Lost in a power cut, they are claimed again: their owner did not live through it either.
    try write(.none) {
      var records: [CatalogRecord] = []
      for owner in owners.sorted() where records.count < limit {
        let rest = SQLiteValue.integer(limit - records.count)
        records += try all(.unfinished, .id(owner), rest, read: CatalogRecord.init)
      }
      for index in records.indices where records[index].state != .removing {
        try run(.claim, .id(records[index].id))
        records[index].state = .removing
      }
      return records
    }
  }

  func importing(of owners: Set<OwnerID>, limit: Int) throws -> [CatalogRecord] {
    try read {
      var records: [CatalogRecord] = []
      for owner in owners.sorted() where records.count < limit {
        let rest = SQLiteValue.integer(limit - records.count)
        records += try all(.importing, .id(owner), rest, read: CatalogRecord.init)
      }
      return records
    }
  }

  func known(_ ids: [AttachmentID]) throws -> Set<AttachmentID> {
    try read { try Set(ids.filter { try first(.known, .id($0)) { _ in } != nil }) }
  }

  /// Reads the whole file.
  func verify() throws {
    try read {
      let finding = try CatalogSchema.text("PRAGMA quick_check(1)", database)
      guard finding == "ok" else {
        throw SQLiteError(call: "quick_check", code: SQLITE_CORRUPT, text: finding)
      }
      let counted = try first(.countedTotals) { row in
        ContainerTotals(count: Int(row.integer(0)), bytes: ByteCount(bytes: row.integer(1)))
      }
      guard try totals() == counted else {
        throw SQLiteError(
          call: "verify", code: SQLITE_CORRUPT, text: "the totals differ from the rows")
      }
    }
  }
}
