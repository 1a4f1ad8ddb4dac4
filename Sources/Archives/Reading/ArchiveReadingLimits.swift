/// What an archive may hold, so that reading one from outside costs bounded time and memory.
///
/// Not bounded by these: the window of Zstandard, which the library limits to 128 MiB.
package struct ArchiveReadingLimits: Hashable, Sendable {
  /// The most entries. 100,000 by default.
  package var entries = 100_000

  /// The most bytes of one entry. 8 GiB by default.
  package var entryBytes: Int64 = 8 << 30

  /// The most bytes of all entries that are read. 16 GiB by default.
  package var totalBytes: Int64 = 16 << 30

  /// The most bytes that come out for each byte of archive, above ``freeBytes``.
  ///
  /// 1,100 by default: deflate can't reach more than 1,032, so that what is above it is Zstandard, which can
  /// reach tens of thousands and no longer looks like a log.
  package var ratio: Int64 = 1100

  /// How much comes out before ``ratio`` counts. 64 MiB by default.
  package var freeBytes: Int64 = 64 << 20

  /// The most bytes of the directory of a zip. 64 MiB by default, as many as are written.
  package var directoryBytes = ArchiveLimits().directoryBytes

  /// The bytes of archive in hand at a time. 64 KiB by default.
  package var chunkBytes = 64 << 10

  package init() {}
}

// MARK: - The checks, of what is declared and of what comes out

extension ArchiveReadingLimits {
  func check(entries found: Int) throws(ArchiveError) {
    try check(
      .entries, Int64(found), Int64(entries), "the archive has more than \(entries) entries")
  }

  /// - Parameter size: What an entry declares.
  func check(declared size: Int64) throws(ArchiveError) {
    try check(.bytes, size, entryBytes, "the entry declares \(size) bytes, more than \(entryBytes)")
  }

  /// - Parameter size: What has come out of an entry.
  func check(unpacked size: Int64) throws(ArchiveError) {
    try check(.bytes, size, entryBytes, "the entry has more than \(entryBytes) bytes")
  }

  /// - Parameters:
  ///   - total: The bytes of all entries so far.
  ///   - archiveBytes: Those of the archive.
  func check(total: Int64, of archiveBytes: Int64) throws(ArchiveError) {
    try check(.bytes, total, totalBytes, "the entries have more than \(totalBytes) bytes")
    guard total > freeBytes else { return }
    try check(
      .ratio, total / max(1, archiveBytes), ratio,
      "more than \(ratio) bytes come out for each byte of the archive")
  }

  func check(directoryBytes found: Int64) throws(ArchiveError) {
    try check(
      .directoryBytes, found, Int64(directoryBytes),
      "the directory has \(found) bytes, more than \(directoryBytes)")
  }

  private func check(
    _ limit: ArchiveError.Excess.Limit, _ found: Int64, _ allowed: Int64,
    _ text: @autoclosure () -> String
  ) throws(ArchiveError) {
    guard found > allowed else { return }
    throw ArchiveError(
      .limitExceeded, call: "ArchiveReadingLimits", text: text(),
      excess: ArchiveError.Excess(limit: limit, found: found, allowed: allowed))
  }
}
