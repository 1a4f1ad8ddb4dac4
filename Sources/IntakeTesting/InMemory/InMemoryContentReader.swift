import IntakeModel
import Synchronization

/// Reads one copy of an ``InMemoryContainer``.
final class InMemoryContentReader: ContentReader {
  let size: ByteCount
  private let rest: Mutex<ArraySlice<UInt8>?>

  init(_ bytes: [UInt8]) {
    size = .bytes(bytes.count)
    rest = Mutex(bytes[...])
  }

  func next(atMost count: Int) async throws -> [UInt8]? {
    try rest.withLock { rest in
      guard let bytes = rest else { throw IntakeError.closedInMemory(at: .handoff) }
      if bytes.isEmpty { return nil }
      rest = bytes.dropFirst(max(0, count))
      return Array(bytes.prefix(max(0, count)))
    }
  }

  func close() { rest.withLock { $0 = nil } }
}
