package import IntakeModel

extension SourceFile {
  /// Calls `body` with each chunk of the file, in order, and its offset.
  ///
  /// Reads at most one byte more than the file held at opening, so that a file that grows as fast as it is
  /// read comes to an end. Holds nothing but `buffer`.
  ///
  /// - Parameters:
  ///   - buffer: Where chunks are read into; 256 KiB is a good size for each.
  ///   - places: Parts of the buffer that chunks are read into by turns, so that one lasts until as many others have
  ///     come.
  /// - Returns: The number of bytes.
  /// - Throws: ``IntakeError`` with `readFailed`, or `sourceChanged` where the file is no longer the one
  ///   that was opened; and what `body` throws, which ends the reading.
  @discardableResult
  package func forEachChunk(
    buffer: UnsafeMutableRawBufferPointer, places: Int = 1,
    _ body: (_ chunk: UnsafeRawBufferPointer, _ offset: Int64) throws -> Void
  ) throws -> Int64 {
    var progress = ReadingProgress()
    while let chunk = try nextChunk(buffer: buffer, places: places, &progress) {
      try body(chunk, progress.offset - Int64(chunk.count))
    }
    return progress.offset
  }

  /// The chunk after those that were read, or `nil` at the end, when the file is seen to be unchanged.
  ///
  /// As in ``forEachChunk(buffer:places:_:)``, for those who cannot be called for each.
  package func nextChunk(
    buffer: UnsafeMutableRawBufferPointer, places: Int = 1, _ progress: inout ReadingProgress
  ) throws -> UnsafeRawBufferPointer? {
    let length = buffer.count / places
    precondition(length > 0, "a chunk needs a buffer")
    let (size, offset) = (atOpening.size, progress.offset)
    // Once also for an empty file: those in /proc have no size and yet content.
    if offset < size || !progress.hasBegun {
      progress.hasBegun = true
      let wanted = Int(min(Int64(length), size - offset + 1))
      let start = progress.place * length
      let space = UnsafeMutableRawBufferPointer(rebasing: buffer[start..<start + wanted])
      let count = try read(into: space, at: offset)
      if offset + Int64(count) > size { throw grown() }
      if count > 0 {
        progress.offset += Int64(count)
        progress.place = (progress.place + 1) % places
        return UnsafeRawBufferPointer(rebasing: space[..<count])
      }
      if offset < size { throw changed("shrank from \(size) to \(offset) bytes") }
    }
    try verifyUnchanged()
    return nil
  }

  /// How much of a file was read.
  package struct ReadingProgress {
    /// Where the next chunk begins.
    package fileprivate(set) var offset: Int64 = 0
    fileprivate var hasBegun = false
    /// The part of the buffer that it goes to.
    fileprivate var place = 0

    package init() {}
  }

  /// Checks that the file is as it was when it was opened.
  ///
  /// A file that was only removed, renamed, linked or given other permissions since has the same content,
  /// and passes.
  ///
  /// - Throws: ``IntakeError`` with `sourceChanged`, or `readFailed`.
  package func verifyUnchanged() throws(IntakeError) {
    let now = try currentStatus()
    if now.size > atOpening.size { throw grown() }
    if now.size < atOpening.size {
      throw changed("shrank from \(atOpening.size) to \(now.size) bytes")
    }
    if now.contentTime != atOpening.contentTime || hasUnexplainedChange(now) {
      throw changed("was modified, with \(now.size) bytes before and after")
    }
  }

  /// Whether the status changed and nothing seen in it tells why: then somebody wrote, and set the time
  /// of the content back.
  private func hasUnexplainedChange(_ now: FileStatus) -> Bool {
    now.statusTime != atOpening.statusTime && now.linkCount == atOpening.linkCount
      && now.mode == atOpening.mode && now.user == atOpening.user && now.group == atOpening.group
  }

  private func currentStatus() throws(IntakeError) -> FileStatus {
    do throws(Errno) {
      return try descriptor.status()
    } catch {
      throw .source(error, at: .copying, path: path)
    }
  }

  private func grown() -> IntakeError {
    let size = (try? currentStatus().size) ?? 0
    // The files of /proc have content and no size, also afterwards.
    let now = size > atOpening.size ? "to \(size)" : "beyond that"
    return changed("grew from \(atOpening.size) bytes \(now)")
  }

  private func changed(_ how: String) -> IntakeError {
    IntakeError(
      .sourceChanged, at: .copying,
      "the file \(path) \(how) while it was copied; try again once nobody writes to it")
  }
}
