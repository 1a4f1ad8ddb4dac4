internal import CSQLite
internal import IntakeModel

/// An open database of the SQLite library: owns it, and closes it at the end.
///
/// Opened without the library's mutexes, so one thread at a time may use it.
final class DatabaseHandle {
  let pointer: OpaquePointer

  /// How a file is opened.
  enum Opening: Sendable {
    /// It is created where it is not there.
    case creating
    case existing
    /// For reading the file as it is, without its log and without locks; nothing is created or changed.
    case frozen
  }

  /// Opens the file at `path`, which has no symbolic link in it.
  init(path: String, _ opening: Opening) throws(SQLiteError) {
    var opened: OpaquePointer?
    let access =
      switch opening {
      case .creating: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .existing: SQLITE_OPEN_READWRITE
      case .frozen: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      }
    let flags =
      access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_NOFOLLOW
      | SQLITE_OPEN_EXRESCODE
    let name = opening == .frozen ? Self.frozenName(of: path) : path
    let code = sqlite3_open_v2(name, &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      let error = SQLiteError("open", code, in: opened)
      // "Whether or not an error occurs when it is opened, resources … should be released"
      // (sqlite3_open).
      sqlite3_close_v2(opened)
      throw error
    }
    pointer = opened
  }

  deinit {
    // Each statement holds this handle, so none is left.
    sqlite3_close_v2(pointer)
  }

  private static func frozenName(of path: String) -> String {
    let isPlain: (UInt8) -> Bool = { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"):
        true
      default: false
      }
    }
    var bytes = Array("file:".utf8)
    for byte in path.utf8 {
      bytes += isPlain(byte) ? [byte] : Array("%\(Hexadecimal.encode([byte]))".utf8)
    }
    return String(decoding: bytes, as: UTF8.self) + "?immutable=1"
  }

  /// Throws what `call` failed with, where `code` is not OK.
  func check(_ call: String, _ code: Int32) throws(SQLiteError) {
    guard code == SQLITE_OK else { throw SQLiteError(call, code, in: pointer) }
  }

  /// Runs statements that return no rows.
  func execute(_ sql: String) throws(SQLiteError) {
    try check("exec", sqlite3_exec(pointer, sql, nil, nil, nil))
  }

  /// Whether the file could only be opened for reading, which the library does by itself.
  var isReadOnly: Bool { sqlite3_db_readonly(pointer, "main") == 1 }

  /// The file's path; `nil` where it has none.
  var path: String? {
    guard let name = sqlite3_db_filename(pointer, "main") else { return nil }
    return String(cString: name)
  }

  /// Whether no transaction is open.
  var isIdle: Bool { sqlite3_get_autocommit(pointer) != 0 }

  /// Whether another file, or none, is now at the path that was opened.
  var hasMoved: Bool {
    var moved: Int32 = 0
    let code = sqlite3_file_control(pointer, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
    return code == SQLITE_OK && moved != 0
  }

  /// The number of rows that the last statement changed.
  var changes: Int { Int(sqlite3_changes(pointer)) }

  func configure(_ option: Int32, _ isOn: Bool) throws(SQLiteError) {
    try check("db_config", csqlite_configure(pointer, option, isOn ? 1 : 0))
  }

  func setLockTimeout(_ timeout: Duration) throws(SQLiteError) {
    try check(
      "busy_timeout", sqlite3_busy_timeout(pointer, Int32(clamping: timeout.milliseconds)))
  }

  /// Leaves the log's file there when the last connection closes.
  func keepLog() throws(SQLiteError) {
    var isKept: Int32 = 1
    try check(
      "persist_wal", sqlite3_file_control(pointer, "main", SQLITE_FCNTL_PERSIST_WAL, &isKept))
  }

  /// Moves the log into the database, and makes the log's file empty.
  func checkpoint() throws(SQLiteError) {
    try check(
      "checkpoint",
      sqlite3_wal_checkpoint_v2(pointer, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil))
  }
}

extension DatabaseHandle {
  /// Moves the log into the database as far as nobody reads it, and leaves the log's file as it is.
  ///
  /// - Returns: Whether all of it was moved, so that the next transaction begins at the log's start.
  func emptyLog() throws(SQLiteError) -> Bool {
    var size: Int32 = 0
    var moved: Int32 = 0
    try check(
      "checkpoint",
      sqlite3_wal_checkpoint_v2(pointer, nil, SQLITE_CHECKPOINT_PASSIVE, &size, &moved))
    return size == moved
  }
}

extension SQLiteError {
  /// The error that `call` on `database` ended with.
  init(_ call: String, _ code: Int32, in database: OpaquePointer?) {
    self.init(
      call: call, code: code, systemError: database.map { sqlite3_system_errno($0) } ?? 0,
      text: String(cString: sqlite3_errstr(code)))
  }
}
