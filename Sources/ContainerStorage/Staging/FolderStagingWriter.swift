import Digests
package import IntakeModel
import Synchronization

/// Writes one copy into a ``FolderContainer``, and digests it in the same pass.
package final class FolderStagingWriter: LocalFileStaging {
  private let id: AttachmentID
  private let container: FolderContainer
  package let setAside: ByteCount
  private let state: Mutex<State>
  /// The digest of the bytes so far. Beside the state, since another thread than the one that writes may be at it.
  private let digest: Mutex<SHA256?>

  private struct State: ~Copyable {
    var copy: Copy?
    var isAbandoned = false

    /// Why there is nothing more to write.
    var whyEnded: any Error {
      isAbandoned
        ? CancellationError()
        : IntakeError(.closed, at: .copying, "the copy was ended, or its container closed")
    }
  }

  /// A copy that is being written.
  private struct Copy: ~Copyable, Sendable {
    let file: StagedFile
    var size: Int64 = 0
    /// What was set aside on the disk.
    let reserved: Int64
    /// Whether what is written leaves the system's cache.
    var isUncached = false

    mutating func append(_ bytes: UnsafeRawBufferPointer) throws(Errno) {
      if isUncached { isUncached = try file.appendUncached(bytes) }
      if !isUncached { try file.append(bytes) }
      size += Int64(bytes.count)
    }
  }

  init(
    id: AttachmentID, file: consuming StagedFile, reserved: Int64, container: FolderContainer
  ) throws(DigestError) {
    self.id = id
    self.container = container
    setAside = ByteCount(bytes: reserved)
    digest = Mutex(try SHA256())
    state = Mutex(State(copy: Copy(file: file, reserved: reserved)))
  }

  package func write(_ bytes: UnsafeRawBufferPointer) throws {
    try digest(bytes)
    try append(bytes)
  }

  private func append(_ bytes: UnsafeRawBufferPointer) throws {
    // The lock is held while the bytes are written, so that the descriptor is not closed under the call:
    // abandoning waits for the one chunk in hand.
    try state.withLock { state in
      if container.isClosed { state.copy = nil }
      do {
        guard (try state.copy?.append(bytes)) != nil else { throw state.whyEnded }
      } catch let error as Errno {
        throw container.failure(error, at: .copying)
      }
    }
  }

  private func digest(_ bytes: UnsafeRawBufferPointer) throws {
    do {
      try digest.withLock { digest in try digest?.update(bytes) }
    } catch let error as DigestError {
      throw IntakeError.digesting(error)
    }
  }

  package func finish(as name: StoredName) throws -> StagingReceipt {
    guard name.id == id else {
      throw IntakeError(
        .invalidArgument, at: .copying, "the copy \(id) cannot be finished as \(name)")
    }
    let copy = try state.withLock { state throws -> Copy in
      guard let copy = state.copy.take() else { throw state.whyEnded }
      return copy
    }
    do {
      if copy.reserved > copy.size { try copy.file.trim(to: copy.size) }
      let size = ByteCount(bytes: copy.size)
      guard let digest = try digest.withLock({ $0.take() })?.contentDigest() else {
        preconditionFailure("a copy is finished once")
      }
      try container.keep(copy.file, as: id)
      return StagingReceipt(name: name, size: size, digest: digest)
    } catch let error as Errno {
      throw container.failure(error, at: .copying)
    } catch let error as DigestError {
      throw IntakeError.digesting(error)
    }
  }

  package func abandon() {
    state.withLock { state in
      guard state.copy.take() != nil else { return }
      state.isAbandoned = true
    }
  }
}

// MARK: - Local files

extension FolderStagingWriter {
  /// Parts of the buffer that chunks are read into by turns, so that a digest that is late does not hold up the copy.
  private static let places = 4

  /// The size from which a copy leaves the system's cache. It would push out what others need, and its own first bytes
  /// before anybody reads them; and pages that are used again cost less than new ones.
  private static let uncachedFrom = ByteCount.mebibytes(256)

  /// Smaller chunks are not worth a transfer to the disk of their own. And those of a large file beside others.
  private static let laneChunk = 256 << 10

  package func copy(
    from source: borrowing SourceFile, buffer: UnsafeMutableRawBufferPointer,
    willAppend: (_ chunk: UnsafeRawBufferPointer, _ offset: Int64) throws -> Void
  ) throws -> Int64 {
    if source.size >= Self.uncachedFrom, buffer.count >= Self.places * Self.laneChunk {
      state.withLock { $0.copy?.isUncached = true }
    }
    if source.isLarge {
      var size: Int64 = 0
      let isDone = try container.lanes.whileIdle {
        size = try copyLarge(source, buffer, willAppend)
      }
      if isDone { return size }
    }
    // What is small has nobody to wait for, and nobody has to wait for what may lie on a slower disk or a network.
    let lanes =
      source.size.bytes >= DigestLanes.smallestFile && container.isOnSameFileSystem(as: source)
      ? container.lanes : nil
    // Two chunks of one size go together, and the buffer of a large file is larger than that of others.
    let chunkSize = source.isLarge ? min(buffer.count, Self.laneChunk) : buffer.count
    let buffer = UnsafeMutableRawBufferPointer(rebasing: buffer[..<chunkSize])
    var progress = SourceFile.ReadingProgress()
    try addToDigest(with: lanes) {
      guard let chunk = try source.nextChunk(buffer: buffer, &progress) else { return nil }
      try willAppend(chunk, progress.offset - Int64(chunk.count))
      try append(chunk)
      return chunk
    }
    return progress.offset
  }

  /// Copies while another thread digests.
  private func copyLarge(
    _ source: borrowing SourceFile, _ buffer: UnsafeMutableRawBufferPointer,
    _ willAppend: (_ chunk: UnsafeRawBufferPointer, _ offset: Int64) throws -> Void
  ) throws -> Int64 {
    let trailing = TrailingDigest { [self] in try digest($0) }
    // Whatever happens, before the buffer goes back.
    defer { trailing?.end() }
    let size = try source.forEachChunk(buffer: buffer, places: Self.places) { chunk, offset in
      try willAppend(chunk, offset)
      trailing?.add(chunk)
      try append(chunk)
      if let trailing {
        try trailing.wait(untilPending: Self.places - 1)
      } else {
        try digest(chunk)
      }
    }
    try trailing?.wait(untilPending: 0)
    return size
  }

  /// Digests each chunk that `next` gives, on this thread or on one that digests another copy as well.
  private func addToDigest(
    with lanes: DigestLanes?, _ next: () throws -> UnsafeRawBufferPointer?
  ) throws {
    guard let lanes else {
      while let chunk = try next() { try digest(chunk) }
      return
    }
    do {
      let isOpen: Void? = try digest.withLock { digest in try digest?.update(in: lanes, next) }
      if isOpen == nil { throw state.withLock { $0.whyEnded } }
    } catch let error as DigestError {
      throw IntakeError.digesting(error)
    }
  }
}

extension SHA256 {
  fileprivate consuming func contentDigest() throws(DigestError) -> ContentDigest {
    guard let digest = ContentDigest(try finalize()) else {
      preconditionFailure("a SHA-256 digest has \(Self.byteCount) bytes")
    }
    return digest
  }
}
