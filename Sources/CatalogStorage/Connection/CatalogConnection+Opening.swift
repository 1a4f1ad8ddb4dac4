internal import CSQLite
internal import IntakeModel

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#else
  private import Darwin
#endif

extension CatalogConnection {
  /// Opens the catalog's file, and creates or migrates it where needed.
  ///
  /// - Parameters:
  ///   - container: The container that the catalog must belong to; `nil` where any will do.
  ///   - isNewAllowed: Whether a catalog is created where there is none.
  /// - Throws: ``SQLiteError``, or ``IntakeError`` with `containerUnsuitable` for a file that is not a
  ///   catalog, or one of a newer version, and `catalogDamaged` where there is none and none is created,
  ///   or one of another container.
  static func open(
    at path: String, of container: ContainerID?, isNewAllowed: Bool,
    _ configuration: SQLiteCatalog.Configuration
  ) throws -> CatalogConnection {
    let database: DatabaseHandle
    do throws(SQLiteError) {
      database = try openDatabase(at: path, isNewAllowed ? .creating : .existing)
    } catch {
      guard !isNewAllowed, error.primaryCode == SQLITE_CANTOPEN, access(path, F_OK) != 0,
        errno == ENOENT
      else { throw error }
      throw CatalogSchema.lost(path)
    }
    if database.isReadOnly {
      throw SQLiteError(call: "open", code: SQLITE_READONLY, text: "opened for reading only")
    }
    try database.setLockTimeout(configuration.lockTimeout)
    // A file that somebody put in the place of ours must not run anything, or break the library.
    try database.configure(SQLITE_DBCONFIG_DEFENSIVE, true)
    try database.configure(SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)
    // Whether that is worth its time is for who closes to say.
    try database.configure(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)
    let schema = CatalogSchema(database, path: path)
    // First of all: another application's database must not even change its journal mode.
    let version = try schema.version()
    try database.execute(
      """
      PRAGMA cell_size_check = ON;
      PRAGMA mmap_size = 0;
      PRAGMA temp_store = MEMORY;
      PRAGMA cache_size = -\(configuration.cache.bytes / 1024);
      PRAGMA wal_autocheckpoint = \(configuration.checkpointPages);
      PRAGMA fullfsync = ON;
      PRAGMA checkpoint_fullfsync = ON;
      """)

    if version == 0, !isNewAllowed { throw CatalogSchema.lost(path) }
    let connection = CatalogConnection(database, configuration: configuration)
    // A catalog with tables and no log has lost its newest rows, and only a log that is always there tells.
    try database.keepLog()
    try connection.useLog()
    if version < CatalogSchema.currentVersion {
      try connection.write(.group) { try schema.migrate(for: container) }
      do throws(SQLiteError) {
        // So that the tables do not live in the log alone.
        try connection.checkpoint()
      } catch {
        // Somebody else reads: without its log it would be a new catalog, which is noticed too.
        guard error.isBusy else { throw error }
      }
    }
    if let container { try schema.check(container) }
    connection.reserveLog()
    return connection
  }

  /// Writes a page to the log where it is empty, as ``AttachmentCatalog/prepare(for:)`` asks.
  ///
  /// The first commit of a log waits for the disk whatever its durability. That it cannot be done now is no failure:
  /// then that commit waits.
  func beginLog() {
    var status = stat()
    guard let path = database.path, stat("\(path)-wal", &status) == 0, status.st_size == 0
    else { return }
    // Another process that writes has begun it.
    try? database.setLockTimeout(.zero)
    defer { try? database.setLockTimeout(configuration.lockTimeout) }
    try? write(.none) {
      // The same as before; it is written nevertheless.
      try database.execute("PRAGMA application_id = \(CatalogSchema.application)")
    }
  }

  /// Opens a catalog whose log is gone, as it is, for reading.
  ///
  /// - Returns: `nil` where its log is there, or where it has no tables.
  static func openWithoutLog(
    at path: String, _ configuration: SQLiteCatalog.Configuration
  ) throws -> CatalogConnection? {
    func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 || errno != ENOENT }
    guard isThere(path), !isThere("\(path)-wal") else { return nil }
    let database = try openDatabase(at: path, .frozen)
    try database.configure(SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)
    guard try CatalogSchema(database, path: path).version() > 0 else { return nil }
    // Created meanwhile, by who also created the tables.
    if isThere("\(path)-wal") { return nil }
    return CatalogConnection(database, configuration: configuration)
  }

  /// Opens the file after resolving the links in its folder's path.
  ///
  /// The library refuses a link anywhere in a path, and a temporary or shared folder may well be below
  /// one. The catalog itself may not.
  private static func openDatabase(
    at path: String, _ opening: DatabaseHandle.Opening
  ) throws(SQLiteError) -> DatabaseHandle {
    let slash = path.lastIndex(of: "/")
    let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    let folder = slash.map { path[..<$0] } ?? "."
    guard let resolved = realpath(slash == path.startIndex ? "/" : String(folder), nil) else {
      throw SQLiteError(
        call: "realpath", code: SQLITE_CANTOPEN, systemError: errno, text: "no such folder")
    }
    defer { free(resolved) }
    do {
      return try DatabaseHandle(path: "\(String(cString: resolved))/\(name)", opening)
    } catch {
      // Where it may not create the file, the library tries to read it, and says that it is not there.
      guard error.code == SQLITE_CANTOPEN, access(resolved, W_OK) != 0 else { throw error }
      throw SQLiteError(
        call: "open", code: SQLITE_CANTOPEN, systemError: errno, text: error.text)
    }
  }

  /// Turns on the write-ahead log.
  ///
  /// The change needs the file for itself, and the library does not wait for that when several
  /// processes open a new file together, so this does.
  private func useLog() throws(SQLiteError) {
    let clock = ContinuousClock()
    let deadline = clock.now + configuration.lockTimeout
    var mode: String?
    while mode == nil {
      do {
        mode = try CatalogSchema.text("PRAGMA journal_mode = WAL", database)
      } catch {
        guard error.isBusy, clock.now < deadline else { throw error }
        usleep(2_000)
      }
    }
    guard mode == "wal" else {
      throw SQLiteError(
        call: "journal_mode", code: SQLITE_CANTOPEN, text: "the log cannot be used in this folder")
    }
  }
}
