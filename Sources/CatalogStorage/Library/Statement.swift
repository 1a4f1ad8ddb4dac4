internal import CSQLite

/// A prepared statement: binds values, steps through rows and reads them.
final class Statement {
  private let pointer: OpaquePointer
  private let database: DatabaseHandle
  /// What errors call it.
  private let name: String
  private var parameters = ParameterBuffer()

  init(_ sql: String, name: String, in database: DatabaseHandle) throws(SQLiteError) {
    var prepared: OpaquePointer?
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    try database.check(
      "prepare \(name)",
      sqlite3_prepare_v3(database.pointer, sql, -1, flags, &prepared, nil))
    guard let prepared else {
      throw SQLiteError(call: "prepare \(name)", code: SQLITE_MISUSE, text: "no statement")
    }
    pointer = prepared
    self.database = database
    self.name = name
  }

  deinit { sqlite3_finalize(pointer) }

  /// Binds `values` to the parameters, from the first on.
  func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
    let code = parameters.bind(values, to: pointer)
    if code != SQLITE_OK { throw failure("bind", code) }
  }

  /// Goes on to the next row; `false` at the end.
  func step() throws(SQLiteError) -> Bool {
    switch sqlite3_step(pointer) {
    case SQLITE_ROW: true
    case SQLITE_DONE: false
    case let code: throw failure("step", code)
    }
  }

  /// Ends the run. Until then a reading statement keeps its snapshot, and with it the log's pages.
  func reset() {
    // The code repeats what the last step threw.
    sqlite3_reset(pointer)
  }

  private func failure(_ call: String, _ code: Int32) -> SQLiteError {
    SQLiteError("\(call) \(name)", code, in: database.pointer)
  }
}

// Columns of the current row, counted from zero.
extension Statement {
  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(pointer, column) == SQLITE_NULL }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }

  func optionalInteger(_ column: Int32) -> Int64? {
    isNull(column) ? nil : integer(column)
  }

  /// The text, with any NUL inside it.
  func text(_ column: Int32) -> String {
    // "The safest policy is to invoke … sqlite3_column_text() followed by sqlite3_column_bytes()".
    guard let start = sqlite3_column_text(pointer, column) else { return "" }
    let count = Int(sqlite3_column_bytes(pointer, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

  /// Gives the bytes to `body`, which must not keep them.
  func withBytes<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let start = sqlite3_column_blob(pointer, column)
    let count = Int(sqlite3_column_bytes(pointer, column))
    return body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }
}
