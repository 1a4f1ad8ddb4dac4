/// Writes one archive as a stream: pulls the bytes of files, pushes the bytes of the archive.
///
/// Memory stays the same however large a file is: one chunk in, one piece out, and the state of
/// the compressor. What grows is the list of entries, up to ``ArchiveLimits/directoryBytes``.
///
/// An error thrown by a closure, such as `CancellationError`, comes out as it is. After any error,
/// and when the writer is dropped without ``finish()``, nothing more is pushed: what was pushed
/// lacks the end, and is for the caller to remove. A zip without its end opens nowhere. A tar has
/// no such end, and one that was cut may read as complete: its file must not get its name.
///
/// All calls block, and the closures run inside of them, on the caller's thread. Use it from one
/// thread at a time.
package struct ArchiveWriter: ~Copyable {
  private var handle: ArchiveHandle
  private let format: ArchiveFormat
  private let limits: ArchiveLimits
  private let chunk: ArchiveChunk
  private var paths: Set<ArchivePath> = []
  private var directoryBytes = 0
  private var isAbandoned = false

  /// Starts an archive. The first bytes are pushed later, by ``add(_:read:)``.
  ///
  /// - Parameters:
  ///   - format: The kind of archive.
  ///   - limits: What it may take.
  ///   - library: libarchive. The system's, unless given.
  ///   - write: Takes the next bytes of the archive, and returns when it needs them no longer.
  /// - Throws: ``ArchiveError``, of kind `libraryMissing` when there is no libarchive.
  package init(
    format: ArchiveFormat, limits: ArchiveLimits = ArchiveLimits(),
    library: ArchiveLibrary? = nil, write: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let output = ArchiveOutput(capacity: limits.outputBytes, write: write)
    var handle = try ArchiveHandle(library: library ?? .system(), output: output)
    try handle.open(format)
    self.handle = handle
    self.format = format
    self.limits = limits
    chunk = ArchiveChunk(capacity: limits.chunkBytes)
  }

  /// Adds one entry with its bytes.
  ///
  /// - Parameters:
  ///   - header: What the archive says about the entry.
  ///   - read: Fills the buffer from its start, and returns the number of bytes, 0 at the end.
  ///     Called for files until it returns 0, so that a file that has grown is noticed as well as
  ///     one that has shrunk.
  /// - Throws: ``ArchiveError``, and what `read` or the archive's closure throws. After that the
  ///   archive can't be continued.
  package mutating func add(
    _ header: ArchiveEntryHeader, read: (UnsafeMutableRawBufferPointer) throws -> Int = { _ in 0 }
  ) throws {
    guard !isAbandoned else { throw Self.abandoned }
    do {
      try list(header)
      try prepare(for: header)
      try handle.writeHeader(header)
      if header.kind != .directory { try copy(header.size, read: read) }
      try handle.finishEntry()
    } catch {
      isAbandoned = true
      handle.output.discard()
      throw error
    }
  }

  /// Writes the end of the archive, and pushes what is left.
  ///
  /// - Throws: As ``add(_:read:)`` does. Only when it returns is the archive whole.
  package consuming func finish() throws {
    guard !isAbandoned else { throw Self.abandoned }
    try handle.close()
  }

  /// Takes up the entry's name, once.
  private mutating func list(_ header: ArchiveEntryHeader) throws(ArchiveError) {
    guard header.size >= 0 else {
      throw ArchiveError(
        .sizeMismatch, call: "ArchiveWriter.add", text: "the declared size is \(header.size)")
    }
    // The name here and in libarchive's directory, and some 64 bytes for the entry in each.
    directoryBytes += 2 * (header.path.string.utf8.count + 64)
    guard directoryBytes <= limits.directoryBytes else {
      throw ArchiveError(
        .directoryTooLarge, call: "ArchiveWriter.add",
        text: "\(paths.count + 1) entries need more than \(limits.directoryBytes) bytes")
    }
    guard paths.insert(header.path).inserted else {
      // libarchive doesn't notice, and readers differ in which of the two they take.
      throw ArchiveError(
        .duplicatePath, call: "ArchiveWriter.add",
        text: "entry \(paths.count + 1) has the name of an earlier one")
    }
  }

  private func prepare(for header: ArchiveEntryHeader) throws {
    guard case .zip(let compression) = format.container else { return }
    let deflates = compression != .stored && header.isCompressible && header.size > 0
    try handle.setDeflates(deflates)
  }

  private func copy(
    _ size: Int64, read: (UnsafeMutableRawBufferPointer) throws -> Int
  ) throws {
    var copied: Int64 = 0
    while true {
      let count = try read(chunk.bytes)
      precondition((0...chunk.bytes.count).contains(count), "read returned a count out of range")
      if count == 0 { break }
      // Before the bytes go out: libarchive would cut them without an error.
      guard copied + Int64(count) <= size else {
        throw Self.sizeMismatch("at least \(copied + Int64(count))", declared: size)
      }
      try handle.writeData(UnsafeRawBufferPointer(rebasing: chunk.bytes[..<count]))
      copied += Int64(count)
    }
    // libarchive would fill a tar with NUL, and say OK.
    guard copied == size else { throw Self.sizeMismatch("\(copied)", declared: size) }
  }

  private static func sizeMismatch(_ bytes: String, declared: Int64) -> ArchiveError {
    ArchiveError(
      .sizeMismatch, call: "ArchiveWriter.add",
      text: "the file has \(bytes) bytes, its header declares \(declared)")
  }

  private static var abandoned: ArchiveError {
    ArchiveError(
      .abandoned, call: "ArchiveWriter", text: "an earlier error has ended this archive")
  }
}

/// The memory for the bytes of a file in hand.
private final class ArchiveChunk {
  let bytes: UnsafeMutableRawBufferPointer

  init(capacity: Int) {
    bytes = .allocate(byteCount: max(capacity, 1), alignment: 4096)
  }

  deinit { bytes.deallocate() }
}
