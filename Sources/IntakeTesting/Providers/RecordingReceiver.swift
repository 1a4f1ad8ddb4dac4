public import IntakeModel
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A receiver that keeps what it is given, for testing a source by itself.
///
/// Like the pipeline's own, it takes one delivery, and throws `CancellationError` for more.
public final class RecordingReceiver: LoadReceiver {
  /// What was delivered, and how.
  public enum Delivery: Hashable, Sendable {
    /// A path; these are the bytes of the file.
    case file([UInt8])
    /// These bytes in memory.
    case bytes([UInt8])
    /// These chunks, in the order in which they came.
    case chunks([[UInt8]])

    /// The bytes, however they came.
    public var content: [UInt8] {
      switch self {
      case .file(let bytes), .bytes(let bytes): bytes
      case .chunks(let chunks): chunks.flatMap { $0 }
      }
    }
  }

  /// Deliveries that were begun, refused ones too.
  public let attempts = Tally()

  private let limit: ByteCount?
  private let state = Mutex((isTaken: false, delivery: Delivery?.none))

  /// - Parameter limit: The most bytes to accept; one more throws `overFileLimit`.
  public init(limit: ByteCount? = nil) { self.limit = limit }

  /// The delivery, once it is complete.
  public var delivery: Delivery? { state.withLock(\.delivery) }

  public func receiveFile(at path: LocalPath) throws {
    try begin()
    let bytes = try FileAccess.read(path, flags: O_NOFOLLOW)
    try check(bytes.count)
    state.withLock { $0.delivery = .file(bytes) }
  }

  public func receiveBytes(_ bytes: UnsafeRawBufferPointer) throws {
    try begin()
    try check(bytes.count)
    let copy = Array(bytes)
    state.withLock { $0.delivery = .bytes(copy) }
  }

  public func receiveChunks<Chunks: AsyncSequence>(_ chunks: Chunks) async throws
  where Chunks.Element: Sequence<UInt8> {
    try begin()
    var received: [[UInt8]] = []
    var count = 0
    for try await chunk in chunks {
      received.append(Array(chunk))
      count += received[received.count - 1].count
      try check(count)
    }
    let complete = received
    state.withLock { $0.delivery = .chunks(complete) }
  }

  private func begin() throws {
    attempts.add()
    let isFirst = state.withLock { state in
      defer { state.isTaken = true }
      return !state.isTaken
    }
    if !isFirst { throw CancellationError() }
  }

  private func check(_ count: Int) throws {
    guard let limit, ByteCount.bytes(count) > limit else { return }
    throw IntakeError(.overFileLimit, at: .copying, "more than \(limit)")
  }
}
