internal import Digests
internal import Synchronization

/// Reads one attachment from start to end, and checks its size and digest as it goes.
///
/// Used by one task at a time. Holds one chunk in memory.
public final class AttachmentReader: Sendable {
  /// What is read, with the size and digest that it is held against.
  public let attachment: StoredAttachment
  private let content: any ContentReader
  private let state: Mutex<State>

  private struct State: ~Copyable {
    /// `nil` once it is finished.
    var hash: SHA256?
    var count: Int64 = 0
    var isDamaged = false
  }

  init(_ attachment: StoredAttachment, content: any ContentReader) throws {
    self.attachment = attachment
    self.content = content
    state = Mutex(State(hash: try SHA256()))
  }

  /// The next bytes, at most `count`; `nil` at the end.
  ///
  /// - Throws: `digestMismatch` at the end, if what was read is not what was stored, and from then on. Bytes
  ///   that were returned before must not be relied on then.
  public func next(atMost count: Int = 256 << 10) async throws -> [UInt8]? {
    try Task.checkCancellation()
    guard let chunk = try await content.next(atMost: count) else {
      try finish()
      return nil
    }
    let isTooLong = try state.withLock { state in
      try chunk.withUnsafeBytes { try state.hash?.update($0) }
      state.count += Int64(chunk.count)
      return state.count > attachment.size.bytes
    }
    // Not only at its end, which may be far away.
    if isTooLong { try finish() }
    return chunk
  }

  /// All bytes, checked. Closes the reader, unless there are more than `limit`.
  ///
  /// - Throws: `overFileLimit` if there are more than `limit`, before reading any; `digestMismatch`.
  public func bytes(limit: ByteCount) async throws -> [UInt8] {
    guard attachment.size <= limit else {
      throw IntakeError(
        .overFileLimit, at: .handoff,
        "\(attachment.id) has \(attachment.size), and at most \(limit) were asked for; read it in chunks"
      )
    }
    // At once, and not when the last reference goes, which a task that just ends may hold for a moment.
    defer { close() }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(attachment.size.bytes))
    while let chunk = try await next() { bytes += chunk }
    return bytes
  }

  /// Ends reading early.
  public func close() { content.close() }

  private func finish() throws {
    let (count, isDamaged) = try state.withLock { state in
      if let digest = try state.hash.take()?.finalize() {
        state.isDamaged =
          state.count != attachment.size.bytes || ContentDigest(digest) != attachment.digest
      }
      return (state.count, state.isDamaged)
    }
    guard isDamaged else { return }
    throw IntakeError(
      .digestMismatch, at: .handoff,
      """
      the copy of \(attachment.id) is damaged: it has \(count) bytes where \
      \(attachment.size.bytes) were stored, or another digest; discard it
      """)
  }
}
