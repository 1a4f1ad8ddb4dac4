/// Reads an archive from outside, entry by entry, within limits: zip, tar, and tar in Zstandard.
///
/// Nothing is extracted: names and bytes are given to the caller, who must trust neither. Each byte counts
/// against the limits as it comes out, and each entry must have as many as it declares, with the right checksum
/// where the format has one. Zips are read by their directory at the end, so that one that was cut is no archive.
/// A tar has no such end: one that was cut between two entries reads as complete, and zeros are an empty one.
///
/// All calls block, and the closure runs inside of them, on the caller's thread. Use it from one thread at a time.
package struct ArchiveReader: ~Copyable {
  private let handle: ArchiveReadingHandle
  private let limits: ArchiveReadingLimits
  private let archiveBytes: Int64
  /// Whether it must be a zip, of which ``ZipStructure`` tells the names.
  private let isKnownZip: Bool
  private var isAbandoned = false
  private var entries = 0
  private var entryBytes: Int64 = 0
  private var totalBytes: Int64 = 0
  private var isAtEntryEnd = true
  private var isAtEnd = false

  /// The entry in hand, also after an error in it.
  package private(set) var entry: ArchiveEntry?

  /// What kind of archive it is, once the first entry was asked for.
  package var container: Container? { handle.container }

  package enum Container: String, Hashable, Sendable {
    case zip
    case tar
    case tarZstandard = "tar.zst"
  }

  /// Opens an archive.
  ///
  /// - Parameters:
  ///   - size: The bytes of the archive.
  ///   - limits: What it may hold.
  ///   - library: libarchive. The system's, unless given.
  ///   - isKnownZip: Whether it must be a zip whose ``ZipStructure/entries(within:)`` were read. Their names may be in
  ///     any encoding, and are not given again.
  ///   - read: Fills the buffer with the bytes from an offset on, and returns their number, which may be smaller.
  /// - Throws: ``ArchiveError``: `malformed` for what is no archive, `libraryMissing` where there is no
  ///   libarchive; and what `read` throws.
  package init(
    size: Int64, limits: ArchiveReadingLimits = ArchiveReadingLimits(),
    library: ArchiveLibrary? = nil, isKnownZip: Bool = false,
    read: @escaping (UnsafeMutableRawBufferPointer, Int64) throws -> Int
  ) throws {
    let input = ArchiveInput(size: size, capacity: limits.chunkBytes, source: read)
    let handle = try ArchiveReadingHandle(library: library ?? .system(), input: input)
    try handle.open(isZip: isKnownZip)
    self.handle = handle
    self.isKnownZip = isKnownZip
    self.limits = limits
    archiveBytes = size
  }

  /// Loads the library and the locale for names, which needs files: where later on none may be opened.
  package static func prepare() throws {
    _ = try ArchiveLibrary.system()
    try UTF8Locale.with {}
  }

  /// Goes on to the next entry, over what was not read of the one in hand.
  ///
  /// - Returns: `nil` at the end.
  /// - Throws: ``ArchiveError``: `malformed` where the archive is damaged, `limitExceeded` where it holds too much
  ///   or the entry declares too much, `unsupported` for what is encrypted or sparse.
  package mutating func next() throws -> ArchiveEntry? {
    try run { reader in
      if reader.isAtEnd { return nil }
      try reader.countSkipped()
      reader.entry = nil
      reader.entryBytes = 0
      reader.isAtEntryEnd = true
      guard let entry = try reader.handle.nextEntry(isNamed: !reader.isKnownZip) else {
        reader.isAtEnd = true
        return nil
      }
      reader.entry = entry
      reader.isAtEntryEnd = false
      reader.entries += 1
      try reader.limits.check(entries: reader.entries)
      if entry.name.count > ArchiveLimits.pathBytes {
        throw Self.exceeded(
          "the name has \(entry.name.count) bytes, more than \(ArchiveLimits.pathBytes)")
      }
      if let size = entry.size { try reader.limits.check(declared: size) }
      return entry
    }
  }

  /// The next bytes of the entry in hand.
  ///
  /// - Returns: The number of bytes that went into `buffer`; 0 at the end of the entry.
  /// - Throws: ``ArchiveError`` as ``next()``, and `sizeMismatch` where there are more or fewer than declared.
  package mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    if buffer.isEmpty { return 0 }
    return try advance { reader in try reader.handle.read(buffer) }
  }

  /// Unpacks the next piece of the entry in hand, which nobody gets.
  ///
  /// - Returns: The number of its bytes; 0 at the end of the entry.
  /// - Throws: As ``read(into:)``, and `unsupported` for a way of compression that the library does not know.
  package mutating func readPiece() throws -> Int {
    try advance { reader in try reader.handle.readPiece(isFirst: reader.entryBytes == 0) }
  }

  /// Counts what `step` brings.
  private mutating func advance(_ step: (borrowing Self) throws -> Int) throws -> Int {
    try run { reader in
      guard let entry = reader.entry, !reader.isAtEntryEnd else { return 0 }
      let count = try step(reader)
      reader.entryBytes += Int64(count)
      reader.totalBytes += Int64(count)
      try reader.checkCounts(of: entry, isAtEnd: count == 0)
      reader.isAtEntryEnd = count == 0
      return count
    }
  }

  /// All bytes of the entry in hand.
  ///
  /// - Throws: As ``read(into:)``, and `limitExceeded` where there are more than `limit`.
  package mutating func readAll(limit: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let chunk = UnsafeMutableRawBufferPointer.allocate(
      byteCount: limits.chunkBytes, alignment: 16)
    defer { chunk.deallocate() }
    while case let count = try read(into: chunk), count > 0 {
      guard bytes.count + count <= limit else {
        throw Self.exceeded("the entry has more than \(limit) bytes")
      }
      bytes += chunk[..<count]
    }
    return bytes
  }

  /// Counts what is passed over, which in a compressed tar costs as much as reading it.
  private mutating func countSkipped() throws(ArchiveError) {
    guard let size = entry?.size, !isAtEntryEnd else { return }
    // Neither is larger than the limit of one entry.
    totalBytes += size - entryBytes
    try limits.check(total: totalBytes, of: archiveBytes)
  }

  private func checkCounts(of entry: ArchiveEntry, isAtEnd: Bool) throws(ArchiveError) {
    if let size = entry.size, entryBytes > size || isAtEnd && entryBytes != size {
      throw ArchiveError(
        .sizeMismatch, call: "ArchiveReader",
        text: "the entry has \(isAtEnd ? "" : "at least ")\(entryBytes) bytes, and declares \(size)"
      )
    }
    try limits.check(unpacked: entryBytes)
    try limits.check(total: totalBytes, of: archiveBytes)
  }

  private mutating func run<Result>(_ body: (inout Self) throws -> Result) throws -> Result {
    guard !isAbandoned else {
      throw ArchiveError(
        .abandoned, call: "ArchiveReader", text: "an earlier error has ended this archive")
    }
    do {
      return try body(&self)
    } catch {
      isAbandoned = true
      throw error
    }
  }

  private static func exceeded(_ text: String) -> ArchiveError {
    ArchiveError(.limitExceeded, call: "ArchiveReader", text: text)
  }
}
