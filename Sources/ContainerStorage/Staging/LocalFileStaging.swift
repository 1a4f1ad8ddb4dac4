package import IntakeModel

/// A staging writer that copies a local file by a way of its own, without going through its caller's memory
/// chunk by chunk where the system has something better.
package protocol LocalFileStaging: StagingWriter {
  /// Appends the whole of `source`.
  ///
  /// - Parameters:
  ///   - buffer: Where chunks are read into, so that one buffer serves many copies.
  ///   - willAppend: Sees each chunk and its offset before it counts as part of the copy, and throws to
  ///     stop: for caps, the ledger, the first bytes, and cancellation. May be called by another thread, and so
  ///     in another task, while this one sleeps.
  /// - Returns: The number of bytes that were appended.
  /// - Throws: ``IntakeError`` of the source or the container, and what `willAppend` throws. The copy is
  ///   then incomplete: abandon it.
  func copy(
    from source: borrowing SourceFile, buffer: UnsafeMutableRawBufferPointer,
    willAppend: (_ chunk: UnsafeRawBufferPointer, _ offset: Int64) throws -> Void
  ) throws -> Int64
}

extension StagingWriter {
  /// Appends the whole of `source`, by the writer's own way where it has one.
  ///
  /// See ``LocalFileStaging/copy(from:buffer:willAppend:)``.
  package func append(
    _ source: borrowing SourceFile, buffer: UnsafeMutableRawBufferPointer,
    willAppend: (_ chunk: UnsafeRawBufferPointer, _ offset: Int64) throws -> Void
  ) throws -> Int64 {
    guard let local = self as? any LocalFileStaging else {
      return try copyChunks(from: source, buffer: buffer, willAppend: willAppend)
    }
    return try local.copy(from: source, buffer: buffer, willAppend: willAppend)
  }

  /// Appends the whole of `source`, with one read and one write for each chunk. Works for every writer.
  ///
  /// See ``LocalFileStaging/copy(from:buffer:willAppend:)``.
  package func copyChunks(
    from source: borrowing SourceFile, buffer: UnsafeMutableRawBufferPointer,
    willAppend: (_ chunk: UnsafeRawBufferPointer, _ offset: Int64) throws -> Void
  ) throws -> Int64 {
    try source.forEachChunk(buffer: buffer) { chunk, offset in
      try willAppend(chunk, offset)
      try write(chunk)
    }
  }
}
