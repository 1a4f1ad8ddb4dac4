package import IntakeModel
import Synchronization

/// Reads one published copy of a ``FolderContainer``.
package final class FolderContentReader: ContentReader, LocalContent {
  package let size: ByteCount
  private let name: StoredName
  private let path: String
  private let state: Mutex<State>

  private struct State {
    /// The descriptor closes with the last reference, so that closing never waits for a read in hand.
    var file: OpenFile?
    var offset: Int64 = 0
  }

  private final class OpenFile: Sendable {
    let descriptor: Descriptor
    init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
  }

  init(_ descriptor: consuming Descriptor, size: Int64, name: StoredName, path: String) {
    self.size = ByteCount(bytes: size)
    self.name = name
    self.path = path
    state = Mutex(State(file: OpenFile(descriptor)))
  }

  package func next(atMost count: Int) async throws -> [UInt8]? {
    guard count > 0 else { return [] }
    return try await BlockingThreads.shared.run { [self] in try read(atMost: count) }
  }

  /// The next bytes, read on the calling thread; `nil` at the end.
  package func read(atMost count: Int) throws -> [UInt8]? {
    let (file, offset) = state.withLock { ($0.file, $0.offset) }
    guard let file else { throw IntakeError.closed(at: .handoff) }
    // Not the whole of a large wish where little is left.
    let wanted = Int(clamping: min(Int64(count), max(1, size.bytes - offset)))
    do {
      let bytes = try [UInt8](unsafeUninitializedCapacity: wanted) { buffer, done in
        done = try file.descriptor.read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
      }
      state.withLock { $0.offset = offset + Int64(bytes.count) }
      return bytes.isEmpty ? nil : bytes
    } catch let error as Errno {
      throw IntakeError.copy(error, name: name, path: path)
    }
  }

  /// Lends the descriptor, for hosts that need a file: to map it, or to hand it to another process.
  ///
  /// It is open for reading, and only until `body` returns.
  package func withDescriptor<Result>(_ body: (Int32) throws -> Result) throws -> Result {
    guard let file = state.withLock({ $0.file }) else { throw IntakeError.closed(at: .handoff) }
    return try withExtendedLifetime(file) { try body(file.descriptor.number) }
  }

  package func close() { state.withLock { $0.file = nil } }
}
