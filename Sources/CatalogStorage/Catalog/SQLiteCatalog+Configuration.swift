package import IntakeModel

extension SQLiteCatalog {
  /// Every limit of the catalog.
  package struct Configuration: Sendable, Hashable {
    /// How long a call waits for another process's lock. A transaction takes milliseconds, so one that
    /// waits 10 seconds has met a process that hangs.
    package var lockTimeout = Duration.seconds(10)

    /// Pages kept in memory by each of the two connections. The pages at work are the last ones of the
    /// table and of its indexes, which fit a quarter of it.
    package var cache = ByteCount.kibibytes(512)

    /// Pages in the log before a commit moves them into the database: 4 MiB. More saves syncs, and
    /// leaves a longer log to search and to recover.
    package var checkpointPages = 1000

    /// How many times as many with durability none, where nothing waits for the disk but checkpoints: 16 MiB.
    package var unhurriedFactor = 4

    /// Space on the disk that is set aside behind the end of the log: enough for a few transactions, so that on a
    /// full disk something can be removed.
    package var reservedLog = ByteCount.kibibytes(256)

    /// The newest removals that are always kept; a tenth more before the oldest are deleted.
    package var keptRemovals = 10_000

    /// The newest records of imports that are always kept; a tenth more before the oldest are deleted.
    package var keptImports = 10_000

    /// The most bytes of a display name; the rest is cut off at a character.
    package var nameBytes = 1024

    package init() {}
  }
}
