/// The limits of archives. This is the one place where they stand.
package struct ArchiveLimits: Hashable, Sendable {
  /// The most bytes of a name. 4,096, as Linux allows for a path; zip's own limit is 65,535.
  package static let pathBytes = 4096

  /// The bytes of a file that are in hand at a time.
  ///
  /// 256 KiB: copies are no faster with more (see the performance notes), and cancellation is
  /// noticed between two chunks.
  package var chunkBytes = 256 << 10

  /// The bytes of archive that are gathered before they go out.
  ///
  /// 64 KiB: gathers headers and small files. Anything at least as large goes out as it comes.
  package var outputBytes = 64 << 10

  /// The most memory for the list of entries, which a zip holds until its end.
  ///
  /// 64 MiB: some 300,000 entries with usual names. It keeps a directory that is made to be
  /// endless from growing without a bound.
  package var directoryBytes = 64 << 20

  package init() {}
}
