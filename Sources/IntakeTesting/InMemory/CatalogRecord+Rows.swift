internal import IntakeModel

extension CatalogRecord {
  /// Whether it is taken, and its lease has ended by itself.
  func hasLapsed(at now: Int64) -> Bool {
    guard state == .taken, let end = lease?.endsAt else { return false }
    return end <= now
  }

  /// By the time since when it can be taken: since it was recorded, given back, or its lease ended.
  var takingOrder: (Int64, Int64, AttachmentID) {
    (lease?.endsAt ?? lastReadAt ?? recordedAt, recordedAt, id)
  }

  /// Never taken before given back, and then by age.
  var untakenOrder: (Int, Int64, AttachmentID) { (lastReadAt == nil ? 0 : 1, recordedAt, id) }

  /// The record as a catalog takes it in: pending or importing, in nobody's hands, its name cut at a
  /// character.
  func asNew(nameBytes: Int) -> CatalogRecord {
    CatalogRecord(
      attachment: attachment, storedName: storedName,
      displayName: displayName?.cut(toBytes: nameBytes), batch: batch, position: position,
      owner: owner, state: state == .importing ? .importing : .pending, durability: durability,
      systemRun: systemRun, recordedAt: recordedAt)
  }
}

extension String {
  /// The text, or as many of its characters as fit `limit` bytes of UTF-8; at least whole scalars of the
  /// first character.
  func cut(toBytes limit: Int) -> String {
    if utf8.count <= limit { return self }
    var count = 0
    let characters = prefix {
      count += $0.utf8.count
      return count <= limit
    }
    if !characters.isEmpty { return String(characters) }
    count = 0
    let scalars = unicodeScalars.prefix {
      count += $0.utf8.count
      return count <= limit
    }
    return String(String.UnicodeScalarView(scalars))
  }
}
