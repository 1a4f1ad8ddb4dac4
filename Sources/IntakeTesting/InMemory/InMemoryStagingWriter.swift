import Digests
import IntakeModel
import Synchronization

/// Writes one copy into an ``InMemoryContainer``.
final class InMemoryStagingWriter: StagingWriter {
  private let id: AttachmentID
  private let container: InMemoryContainer
  private let state = Mutex(State())

  private struct State {
    /// `nil` once the copy has ended.
    var bytes: [UInt8]? = []
    var isAbandoned = false

    var whyEnded: any Error {
      isAbandoned
        ? CancellationError()
        : IntakeError(.closed, at: .copying, "the copy was ended, or its container closed")
    }
  }

  init(id: AttachmentID, container: InMemoryContainer) {
    self.id = id
    self.container = container
  }

  deinit { abandon() }

  func write(_ bytes: UnsafeRawBufferPointer) throws {
    try state.withLock { state in
      if container.isClosed { drop(&state) }
      guard state.bytes != nil else { throw state.whyEnded }
      guard container.contents.reserve(bytes.count) else {
        throw IntakeError(.diskFull, at: .copying, "the container in memory is full")
      }
      state.bytes?.append(contentsOf: bytes)
    }
  }

  func finish(as name: StoredName) throws -> StagingReceipt {
    guard name.id == id else {
      throw IntakeError(
        .invalidArgument, at: .copying, "the copy \(id) cannot be finished as \(name)")
    }
    let bytes = try state.withLock { state in
      guard let bytes = state.bytes else { throw state.whyEnded }
      state.bytes = nil
      return bytes
    }
    do {
      let receipt = StagingReceipt(
        name: name, size: .bytes(bytes.count), digest: try Self.digest(of: bytes))
      try container.keep(bytes, as: id)
      return receipt
    } catch {
      container.contents.release(bytes.count)
      throw error
    }
  }

  func abandon() {
    state.withLock { state in
      if state.bytes != nil { state.isAbandoned = true }
      drop(&state)
    }
  }

  private func drop(_ state: inout State) {
    container.contents.release(state.bytes?.count ?? 0)
    state.bytes = nil
  }

  private static func digest(of bytes: [UInt8]) throws -> ContentDigest {
    var hasher = try SHA256()
    try bytes.withUnsafeBytes { try hasher.update($0) }
    guard let digest = ContentDigest(try hasher.finalize()) else {
      preconditionFailure("a SHA-256 digest has \(SHA256.byteCount) bytes")
    }
    return digest
  }
}
