internal import IntakeModel
internal import UniformTypes

// Rows as records. The order of columns is that of `Query.columns`.
extension CatalogConnection {
  func record(_ id: AttachmentID) throws -> CatalogRecord? {
    try first(.record, .id(id), read: CatalogRecord.init)
  }

  func insert(_ record: CatalogRecord) throws(SQLiteError) {
    let attachment = record.attachment
    try run(
      .insert, .id(record.id), .text(attachment.declaredType.rawValue),
      .text(attachment.contentType.rawValue), .integer(attachment.size.bytes),
      .blob(attachment.digest.bytes), .optional(record.storedName.filenameExtension),
      .optional(record.displayName?.cut(toBytes: configuration.nameBytes)), .id(record.batch),
      .integer(record.position), .id(record.owner), .integer(record.durability.column),
      .text(record.systemRun), .integer(record.recordedAt),
      .integer(record.state == .importing ? 6 : 0), .optional(attachment.verdict?.text))
  }
}

extension CatalogRecord {
  /// The record in the current row.
  init(_ row: Statement) throws(SQLiteError) {
    guard let state = State(rawValue: Int(row.integer(0))) else { throw .malformed("state") }
    guard let digest = row.withBytes(5, { ContentDigest($0) }) else { throw .malformed("digest") }
    guard let durability = Durability(column: row.integer(11)) else {
      throw .malformed("durability")
    }
    let id: AttachmentID = try row.id(1)
    // A verdict of a newer program is no reason to lose the row.
    let verdict = row.optionalText(18).flatMap { ContentVerdict($0) }
    self.init(
      attachment: StoredAttachment(
        id: id, declaredType: TypeIdentifier(row.text(2)), contentType: TypeIdentifier(row.text(3)),
        size: ByteCount(bytes: row.integer(4)), digest: digest, verdict: verdict),
      storedName: StoredName(id: id, filenameExtension: row.optionalText(6)),
      displayName: row.optionalText(7), batch: try row.id(8), position: Int(row.integer(9)),
      owner: try row.id(10), state: state, durability: durability, systemRun: row.text(12),
      recordedAt: row.integer(13), lease: try Lease(row), lastReadAt: row.optionalInteger(17))
  }
}

extension Lease {
  fileprivate init?(_ row: Statement) throws(SQLiteError) {
    if row.isNull(14) { return nil }
    self.init(id: try row.id(14), owner: try row.id(15), endsAt: row.optionalInteger(16))
  }
}

extension Removal {
  init(_ row: Statement) throws(SQLiteError) {
    guard let reason = RemovalReason(rawValue: row.text(2)) else { throw .malformed("reason") }
    self.init(
      id: try row.id(0), size: ByteCount(bytes: row.integer(1)), reason: reason,
      removedAt: row.integer(3))
  }
}

extension Statement {
  func id<Tag>(_ column: Int32) throws(SQLiteError) -> UniqueID<Tag> {
    guard let id = withBytes(column, { UniqueID<Tag>(bytes: $0) }) else {
      throw .malformed("identifier")
    }
    return id
  }
}

extension SQLiteValue {
  static func id<Tag>(_ id: UniqueID<Tag>) -> Self { .blob(id.bytes) }
}

extension Durability {
  /// The number in the file, which must not follow the order of the cases in the source.
  fileprivate var column: Int64 {
    switch self {
    case .none: 0
    case .group: 1
    case .each: 2
    }
  }

  init?(column: Int64) {
    switch column {
    case 0: self = .none
    case 1: self = .group
    case 2: self = .each
    default: return nil
    }
  }
}

extension String {
  /// The text, or as many of its characters as fit `limit` bytes of UTF-8.
  func cut(toBytes limit: Int) -> String {
    if utf8.count <= limit { return self }
    // An index inside a scalar counts as its start.
    let end = utf8.index(startIndex, offsetBy: limit)
    let head = unicodeScalars[..<end]
    let whole = String.Index(head.endIndex, within: self).map { self[..<$0] }
    let cut = whole ?? self[..<head.endIndex].dropLast()
    // One character may be longer than the limit: a letter with hundreds of accents.
    return cut.isEmpty ? String(head) : String(cut)
  }
}
