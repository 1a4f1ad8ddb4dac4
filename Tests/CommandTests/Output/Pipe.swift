#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A pipe between a test and what it tests. Both ends are closed with it.
final class Pipe: Sendable {
  let reading: Int32
  let writing: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0)
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    close(reading)
    close(writing)
  }

  /// Writes all of `bytes`, which have to fit.
  func put(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    precondition(write(writing, bytes, bytes.count) == bytes.count)
  }

  /// What is in the pipe, at most `count` bytes.
  func take(_ count: Int = 1 << 16) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let result = read(reading, &bytes, count)
    return Array(bytes.prefix(max(0, result)))
  }
}
