internal import IntakeModel
internal import UniformTypes

// Links.
extension CatalogConnection {
  func add(_ link: LinkedDocument) throws {
    try write(.group) {
      do throws(SQLiteError) {
        try run(
          .insertLink, .id(link.id), .blob(link.bookmark.bytes),
          .optional(link.displayName?.cut(toBytes: configuration.nameBytes)),
          .text(link.type.rawValue), .text(link.state.rawValue), .optional(link.failure?.name),
          .integer(link.linkedAt), .optional(link.resolvedAt))
      } catch {
        guard error.isDuplicate else { throw error }
        throw IntakeError(
          .invalidArgument, at: .handoff, "a link with this identifier is recorded already",
          cause: error)
      }
    }
  }

  func link(_ id: LinkID) throws -> LinkedDocument? {
    try first(.link, .id(id), read: LinkedDocument.init)
  }

  func links(after: LinkID?, limit: Int) throws -> [LinkedDocument] {
    // The empty value comes before every identifier.
    let id = after.map { SQLiteValue.id($0) } ?? .blob([])
    let limit = max(0, limit)
    return try all(.links, id, .integer(limit), limit: limit, read: LinkedDocument.init)
  }

  func update(_ link: LinkedDocument) throws -> Bool {
    // Lost in a power cut, it is found out again when the link is next followed.
    try write(.none) {
      try run(
        .updateLink, .id(link.id), .blob(link.bookmark.bytes), .text(link.state.rawValue),
        .optional(link.failure?.name), .optional(link.resolvedAt)) > 0
    }
  }

  func removeLink(_ id: LinkID) throws -> Bool {
    try write(.group) { try run(.deleteLink, .id(id)) > 0 }
  }
}

// Imports. What a power cut loses of them are records, and no documents.
extension CatalogConnection {
  func begin(_ record: ImportRecord, owner: OwnerID) throws {
    try write(.none) {
      try runImport(.insertImport, record, owner: owner)
      try trimImports()
    }
  }

  /// Deletes the oldest records once there are many more than are kept, so that most calls delete none.
  private func trimImports() throws {
    let span = try first(.importSpan) { ($0.integer(0), $0.integer(1)) }
    guard let (oldest, newest) = span else { return }
    let kept = Int64(configuration.keptImports)
    if newest - oldest + 1 > kept + kept / 10 { try run(.trimImports, .integer(newest - kept)) }
  }

  func end(_ record: ImportRecord) throws {
    try write(.none) { try runImport(.updateImport, record, owner: nil) }
  }

  private func runImport(_ query: Query, _ record: ImportRecord, owner: OwnerID?) throws {
    let labels = [record.source, record.system, record.build]
    var values: [SQLiteValue] = [
      .id(record.id), .integer(record.beganAt), .optional(record.type?.rawValue),
    ]
    values += labels.map { .optional($0?.text) }
    values.append(.text(record.ending.rawValue))
    values += ImportStep.allCases.map { .optional(record.steps[$0]?.description) }
    if let owner { values.append(.id(owner)) }
    try run(query, all: values)
  }

  func imports(limit: Int) throws -> [ImportRecord] {
    try all(.imports, .integer(max(0, limit)), limit: limit, read: ImportRecord.init)
  }

  func importOwners() throws -> Set<OwnerID> { Set(try all(.importOwners) { try $0.id(0) }) }

  func interruptImports(of owners: Set<OwnerID>) throws -> Int {
    if owners.isEmpty { return 0 }
    return try write(.none) {
      var count = 0
      for owner in owners { count += try run(.interruptImports, .id(owner)) }
      return count
    }
  }
}

extension LinkedDocument {
  /// The link in the current row.
  fileprivate init(_ row: Statement) throws {
    guard let state = State(rawValue: row.text(4)) else {
      throw SQLiteError.malformed("state of a link")
    }
    guard let bookmark = try? DocumentBookmark(row.withBytes(1) { Array($0) }) else {
      throw SQLiteError.malformed("bookmark")
    }
    self.init(
      id: try row.id(0), bookmark: bookmark, displayName: row.optionalText(2),
      type: TypeIdentifier(row.text(3)), state: state,
      // A code of a newer program is no reason to lose the link.
      failure: row.optionalText(5).flatMap { IntakeError.Code($0) },
      linkedAt: row.integer(6), resolvedAt: row.optionalInteger(7))
  }
}

extension ImportRecord {
  /// The record in the current row.
  fileprivate init(_ row: Statement) throws {
    guard let ending = Ending(rawValue: row.text(6)) else {
      throw SQLiteError.malformed("ending of an import")
    }
    func label(_ column: Int32) -> RecordLabel? {
      row.optionalText(column).flatMap { RecordLabel($0) }
    }
    var steps: [ImportStep: StepResult] = [:]
    for (index, step) in ImportStep.allCases.enumerated() {
      steps[step] = row.optionalText(Int32(7 + index)).flatMap { StepResult($0) }
    }
    self.init(
      id: try row.id(0), beganAt: row.integer(1),
      type: row.optionalText(2).map { TypeIdentifier($0) }, source: label(3), system: label(4),
      build: label(5), ending: ending, steps: steps)
  }
}
