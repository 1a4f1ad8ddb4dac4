internal import CSQLite
internal import IntakeModel

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#else
  private import Darwin
#endif

/// One connection to the catalog's file: prepared statements and transactions.
///
/// Belongs to one actor. No statement and no transaction outlives a call, so nothing is locked while
/// the connection is idle.
final class CatalogConnection {
  let database: DatabaseHandle
  let configuration: SQLiteCatalog.Configuration
  private var statements: [Statement?]
  /// Whether each commit waits for the disk.
  private var waitsForDisk: Bool?
  /// Whether any commit since the log was last moved into the database has waited for the disk.
  private var hasWaited = false
  /// Where the space ends that is set aside for the log, in bytes.
  private var reservedEnd: Int64 = 0

  init(_ database: DatabaseHandle, configuration: SQLiteCatalog.Configuration) {
    self.database = database
    self.configuration = configuration
    statements = Array(repeating: nil, count: Query.allCases.count)
  }

  /// Finalizes the statements, and moves the log into the database as far as nobody reads it.
  ///
  /// Not so where this connection has written nothing that waited for the disk: moving the log does, and with gigabytes
  /// of new copies in the cache for a second and more. What stays in the log is read from there.
  func finish() {
    statements = []
    guard hasWaited else { return }
    // Another process may read for as long as it likes.
    try? database.setLockTimeout(.zero)
    try? checkpoint()
    reserveLog()
  }

  /// Moves the log into the database, and makes the log's file empty.
  func checkpoint() throws(SQLiteError) {
    try database.checkpoint()
    hasWaited = false
  }

  /// Sets aside space for the log beyond its end, where the system can: so that on a full disk rows can still
  /// be written that say what goes.
  ///
  /// The log itself stays as short as it is. That there is no space to set aside is no failure yet.
  func reserveLog() {
    #if os(Linux) && _pointerBitWidth(_64)
      guard let path = database.path else { return }
      let log = systemOpen("\(path)-wal", O_RDWR | O_CLOEXEC | O_NOFOLLOW)
      guard log >= 0 else { return }
      // No locks of the library's are on this file, so that closing it gives none away.
      defer { close(log) }
      let end = Int64(lseek(log, 0, SEEK_END))
      let reserved = configuration.reservedLog.bytes
      guard end >= 0, csqlite_set_aside(log, Int(end), Int(reserved)) == 0 else { return }
      reservedEnd = end + reserved
    #endif
  }

  /// Sets space aside anew once half of it is used. On a full disk there is then room for a transaction that removes
  /// rows, however long the log is: moving it into the database needs space as well.
  private func keepReserve() {
    #if os(Linux) && _pointerBitWidth(_64)
      guard let path = database.path else { return }
      var status = stat()
      guard stat("\(path)-wal", &status) == 0 else { return }
      let isUsed = Int64(status.st_size) + configuration.reservedLog.bytes / 2 > reservedEnd
      if isUsed { reserveLog() }
    #endif
  }

  private func statement(_ query: Query) throws(SQLiteError) -> Statement {
    if let statement = statements[query.rawValue] { return statement }
    let statement = try Statement(query.sql, name: "\(query)", in: database)
    statements[query.rawValue] = statement
    return statement
  }
}

// Statements.
extension CatalogConnection {
  /// Runs a statement that returns no rows.
  ///
  /// - Returns: The number of rows that it changed.
  @discardableResult
  func run(_ query: Query, _ values: SQLiteValue...) throws(SQLiteError) -> Int {
    try run(query, all: values)
  }

  /// Runs a statement that returns no rows.
  @discardableResult
  func run(_ query: Query, all values: [SQLiteValue]) throws(SQLiteError) -> Int {
    let statement = try statement(query)
    defer { statement.reset() }
    try statement.bind(values)
    _ = try statement.step()
    return database.changes
  }

  /// The first row, if there is one.
  func first<Result>(
    _ query: Query, _ values: SQLiteValue..., read: (Statement) throws -> Result
  ) throws -> Result? {
    let statement = try statement(query)
    defer { statement.reset() }
    try statement.bind(values)
    return try statement.step() ? try read(statement) : nil
  }

  /// Reads rows until there are no more, or `body` returns `false`.
  func forEach(
    _ query: Query, _ values: SQLiteValue..., body: (Statement) throws -> Bool
  ) throws {
    let statement = try statement(query)
    defer { statement.reset() }
    try statement.bind(values)
    while try statement.step(), try body(statement) {}
  }

  /// All rows.
  ///
  /// - Parameter limit: The most rows that there can be, as far as that is known. A page of rows is then
  ///   one piece of memory: pieces that grow leave gaps between the pages of the cache.
  func all<Result>(
    _ query: Query, _ values: SQLiteValue..., limit: Int = 0,
    read: (Statement) throws -> Result
  ) throws -> [Result] {
    let statement = try statement(query)
    defer { statement.reset() }
    try statement.bind(values)
    var results: [Result] = []
    results.reserveCapacity(min(limit, 100))
    while try statement.step() { results.append(try read(statement)) }
    return results
  }
}

// Transactions.
extension CatalogConnection {
  /// Runs `body` in one transaction, which is rolled back if anything fails.
  ///
  /// A full disk is met by making room in the log, and running `body` once more.
  ///
  /// - Parameter durability: `none` leaves the row in the system's cache, where it survives a crash of
  ///   the process; otherwise it is on the disk when this returns.
  func write<Result>(_ durability: Durability, _ body: () throws -> Result) throws -> Result {
    try wait(forDisk: durability != .none)
    hasWaited = hasWaited || durability != .none
    defer { keepReserve() }
    do {
      return try transaction(.begin, body)
    } catch let error as SQLiteError where error.primaryCode == SQLITE_FULL {
      // Once the log is in the database, it is written from its start again, into space that it has.
      // So what is there can be removed although the disk is full.
      guard (try? database.emptyLog()) == true else { throw error }
      return try transaction(.begin, body)
    }
  }

  /// Runs several queries on one snapshot.
  func read<Result>(_ body: () throws -> Result) throws -> Result {
    try transaction(.beginReading, body)
  }

  private func transaction<Result>(
    _ begin: Query, _ body: () throws -> Result
  ) throws -> Result {
    try run(begin)
    do {
      let result = try body()
      try run(.commit)
      return result
    } catch {
      // Some errors have rolled back already: "the safest … is to use sqlite3_get_autocommit()".
      if !database.isIdle { try? database.execute("ROLLBACK") }
      throw error
    }
  }

  /// Throws where the catalog's file is no longer at its path: rows written to a file that nobody
  /// finds would be lost without a word.
  func checkPlace() throws(SQLiteError) {
    if database.hasMoved {
      throw SQLiteError(
        call: "begin", code: ExtendedCode.moved, text: "another file, or none, is at the path")
    }
  }

  /// Sets whether commits wait for the disk; not possible inside a transaction.
  ///
  /// Not waiting is NORMAL rather than OFF: it costs nothing at a commit, and keeps the order of log and
  /// database at a checkpoint, so that a power cut loses the newest rows of durability none, and never
  /// damages those that were on the disk.
  /// Checkpoints are then the only thing that waits, so there are fewer of them.
  private func wait(forDisk isWaiting: Bool) throws(SQLiteError) {
    if waitsForDisk == isWaiting { return }
    waitsForDisk = nil
    let pages = configuration.checkpointPages
    try database.execute(
      """
      PRAGMA synchronous = \(isWaiting ? "FULL" : "NORMAL");
      PRAGMA wal_autocheckpoint = \(isWaiting ? pages : configuration.unhurriedFactor * pages);
      """)
    waitsForDisk = isWaiting
  }
}

/// `open(2)`, by a name that no member hides.
private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }
