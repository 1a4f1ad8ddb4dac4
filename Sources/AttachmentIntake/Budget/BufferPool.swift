internal import Synchronization

/// Copy buffers that are used again, so that a file does not cost the mapping of fresh pages.
///
/// It holds no more buffers than were in use at once, which the memory budget bounds.
package final class BufferPool: Sendable {
  /// The size of each buffer in bytes.
  package let bufferSize: Int
  private let free = Mutex<[Buffer]>([])

  package init(bufferSize: Int) { self.bufferSize = bufferSize }

  deinit {
    free.withLock { buffers in
      for buffer in buffers { buffer.bytes.deallocate() }
    }
  }

  /// Lends a buffer for the time of `body`. The caller has reserved its bytes.
  package func withBuffer<Result>(
    _ body: (UnsafeMutableRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    let buffer = free.withLock { $0.popLast() } ?? Buffer(size: bufferSize)
    defer { free.withLock { $0.append(buffer) } }
    return try body(buffer.bytes)
  }

  /// Lends a buffer of several times the size, in place of buffers that nobody uses. The caller has reserved its bytes.
  package func withLargeBuffer<Result>(
    times factor: Int, _ body: (UnsafeMutableRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    let idle = free.withLock { buffers in
      defer { buffers.removeLast(min(factor, buffers.count)) }
      return buffers.suffix(factor)
    }
    for buffer in idle { buffer.bytes.deallocate() }
    let buffer = Buffer(size: factor * bufferSize)
    defer { buffer.bytes.deallocate() }
    return try body(buffer.bytes)
  }

  /// How many buffers a large one is worth, the best first.
  package static let largeFactors = [8, 4]

  /// `@unchecked Sendable`: whoever has taken it from the pool is the only one to use it.
  private struct Buffer: @unchecked Sendable {
    let bytes: UnsafeMutableRawBufferPointer

    init(size: Int) {
      // Aligned to pages, as direct copies between page caches like it.
      bytes = .allocate(byteCount: size, alignment: 4096)
    }
  }
}
