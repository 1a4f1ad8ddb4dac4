internal import CSQLite
internal import IntakeModel

/// The tables of the catalog's file, and its version.
struct CatalogSchema {
  /// Marks the file as a catalog of this package: "Inta".
  static let application: Int64 = 0x496E_7461
  static let currentVersion: Int64 = 3

  private let database: DatabaseHandle
  private let path: String

  init(_ database: DatabaseHandle, path: String) {
    self.database = database
    self.path = path
  }

  /// The version of the file; 0 for one that is still empty.
  ///
  /// - Throws: `containerUnsuitable` for anything but a catalog of this version or an older one.
  func version() throws -> Int64 {
    // One snapshot for all three questions, as another process may be creating the tables; not BEGIN,
    // since migrating asks inside its transaction. Where this throws, the caller ends either.
    try database.execute("SAVEPOINT version")
    let version = try versionInSnapshot()
    try database.execute("RELEASE version")
    return version
  }

  private func versionInSnapshot() throws -> Int64 {
    let application: Int64
    let version: Int64
    do {
      application = try Self.integer("PRAGMA application_id", database)
      version = try Self.integer("PRAGMA user_version", database)
    } catch {
      guard error.primaryCode == SQLITE_NOTADB else { throw error }
      throw unsuitable("is not a database", cause: error)
    }
    if application == Self.application {
      if version > Self.currentVersion {
        throw unsuitable(
          "has version \(version); this program knows versions up to \(Self.currentVersion)")
      }
      return version
    }
    let isEmpty = try Self.integer("SELECT count(*) FROM sqlite_schema", database) == 0
    guard application == 0, version == 0, isEmpty else {
      throw unsuitable("is a database of another application")
    }
    return 0
  }

  /// Brings the file to the current version, inside the caller's transaction.
  ///
  /// - Parameter container: The container that a new catalog belongs to.
  func migrate(for container: ContainerID?) throws {
    // Another process may have been first.
    let version = try version()
    if version < 1 {
      try database.execute(Self.version1)
      if let container {
        try database.execute(
          "INSERT INTO container VALUES (x'\(Hexadecimal.encode(container.bytes))')")
      }
    }
    if version < 2 { try database.execute(Self.version2) }
    if version < 3 { try database.execute(Self.version3) }
    try database.execute(
      "PRAGMA application_id = \(Self.application); PRAGMA user_version = \(Self.currentVersion)")
  }

  /// Checks that the catalog belongs to `container`.
  func check(_ container: ContainerID) throws {
    let found = try Self.text("SELECT lower(hex(id)) FROM container", database)
    guard found == Hexadecimal.encode(container.bytes) else {
      throw IntakeError(
        .catalogDamaged, at: .commit,
        """
        the catalog \(path) belongs to another container, so nothing was touched; put back the one that \
        belongs to the folder beside it
        """)
    }
  }

  /// Without its catalog, every copy would look like one that was left over, and be swept.
  static func lost(_ path: String) -> IntakeError {
    IntakeError(
      .catalogDamaged, at: .commit,
      """
      the container holds copies, and its catalog \(path) is gone or empty, so nothing was touched; put the \
      catalog back with its log, or move the files in the folder attachments to another place
      """)
  }

  private func unsuitable(_ what: String, cause: SQLiteError? = nil) -> IntakeError {
    IntakeError(.containerUnsuitable, at: .commit, "the catalog \(path) \(what)", cause: cause)
  }

  static func integer(_ sql: String, _ database: DatabaseHandle) throws(SQLiteError) -> Int64 {
    let statement = try Statement(sql, name: "schema", in: database)
    return try statement.step() ? statement.integer(0) : 0
  }

  static func text(_ sql: String, _ database: DatabaseHandle) throws(SQLiteError) -> String {
    let statement = try Statement(sql, name: "schema", in: database)
    return try statement.step() ? statement.text(0) : ""
  }
}

extension CatalogSchema {
  /// New identifiers begin with the time, so rows and the indexes of batches and times grow at their
  /// ends. Most indexes hold the rows of one state only: a row costs one when it is recorded, and
  /// nothing while it is kept.
  private static let version1 = """
    CREATE TABLE attachment (
      state INTEGER NOT NULL,
      id BLOB PRIMARY KEY NOT NULL,
      declared_type TEXT NOT NULL,
      content_type TEXT NOT NULL,
      size INTEGER NOT NULL,
      digest BLOB NOT NULL,
      extension TEXT,
      display_name TEXT,
      batch BLOB NOT NULL,
      position INTEGER NOT NULL,
      owner BLOB NOT NULL,
      durability INTEGER NOT NULL,
      system_run TEXT NOT NULL,
      recorded_at INTEGER NOT NULL,
      lease BLOB,
      lease_owner BLOB,
      lease_ends_at INTEGER,
      last_read_at INTEGER
    ) STRICT, WITHOUT ROWID;

    -- Pages of one batch.
    CREATE INDEX in_batch ON attachment (batch, position);
    -- What an owner left unfinished.
    CREATE INDEX unfinished ON attachment (owner) WHERE state NOT BETWEEN 2 AND 4;
    -- The next to take: never taken (and so without a reading), given back, or with a lease that ran
    -- out.
    CREATE INDEX available ON attachment (last_read_at, recorded_at) WHERE state = 2;
    CREATE INDEX ending ON attachment (lease_ends_at, recorded_at)
      WHERE state = 3 AND lease_ends_at IS NOT NULL;
    -- Leases that end with their owner.
    CREATE INDEX held ON attachment (lease_owner) WHERE state = 3 AND lease_ends_at IS NULL;
    -- The next to go by the retention rule; size and state, so that sums need no row.
    CREATE INDEX finished ON attachment (last_read_at, id, size, state) WHERE state = 4;

    -- One row: which container this is the catalog of.
    CREATE TABLE container (id BLOB NOT NULL) STRICT;

    -- One row, kept in the transaction that adds or deletes rows.
    CREATE TABLE totals (count INTEGER NOT NULL, bytes INTEGER NOT NULL) STRICT;
    INSERT INTO totals VALUES (0, 0);

    CREATE TABLE removal (
      sequence INTEGER PRIMARY KEY,
      id BLOB NOT NULL,
      size INTEGER NOT NULL,
      reason TEXT NOT NULL,
      removed_at INTEGER NOT NULL
    ) STRICT;
    """

  /// The library: two more states, of which 7 is none of the unfinished ones, verdicts, links and the records
  /// of imports. A program of version 1 that has the file open meanwhile finds states that it does not know,
  /// and fails rather than remove what it takes for unfinished.
  private static let version2 = """
    ALTER TABLE attachment ADD COLUMN verdict TEXT;

    DROP INDEX unfinished;
    CREATE INDEX unfinished ON attachment (owner) WHERE state NOT BETWEEN 2 AND 4 AND state <> 7;
    -- Pages of documents, which may be few among the attachments of an inbox.
    CREATE INDEX kept ON attachment (id) WHERE state = 7;

    CREATE TABLE link (
      id BLOB PRIMARY KEY NOT NULL,
      bookmark BLOB NOT NULL,
      display_name TEXT,
      type TEXT NOT NULL,
      state TEXT NOT NULL,
      failure TEXT,
      linked_at INTEGER NOT NULL,
      resolved_at INTEGER
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE import (
      sequence INTEGER PRIMARY KEY,
      id BLOB NOT NULL UNIQUE,
      -- While it runs.
      owner BLOB,
      began_at INTEGER NOT NULL,
      type TEXT,
      source TEXT,
      system TEXT,
      build TEXT,
      ending TEXT NOT NULL,
      authorise TEXT,
      coordinate TEXT,
      copy TEXT,
      validate TEXT,
      move TEXT,
      register TEXT
    ) STRICT;
    CREATE INDEX running ON import (owner) WHERE owner IS NOT NULL;
    """

  /// Imports that end before anything is loaded, and why.
  private static let version3 = "ALTER TABLE import ADD COLUMN selection TEXT"
}
