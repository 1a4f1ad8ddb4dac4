#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Lines that somebody types.
struct LineInput {
  /// The most bytes of a line; more are dropped.
  private static let maximumLength = 4 << 10
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var hasEnded = false

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// The next line without its end; `nil` where there is no more. Waiting holds no thread.
  ///
  /// - Throws: `CancellationError`.
  mutating func next() async throws -> [UInt8]? {
    var line: [UInt8] = []
    while true {
      if let feed = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        line += buffer[..<feed]
        buffer.removeSubrange(...feed)
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return Array(line.prefix(Self.maximumLength))
      }
      line = Array((line + buffer).prefix(Self.maximumLength))
      buffer = []
      if hasEnded { return line.isEmpty ? nil : line }
      try await readSome()
    }
  }

  private mutating func readSome() async throws {
    try await Readiness.wait(for: descriptor, toWrite: false)
    var block = [UInt8](repeating: 0, count: 4 << 10)
    let count = block.withUnsafeMutableBytes { platformRead(descriptor, $0) }
    if count > 0 {
      buffer = Array(block[..<count])
    } else if count == 0 || errno != EINTR && errno != EAGAIN {
      hasEnded = true
    }
  }
}

/// `read(2)`, by a name that the methods do not hide.
private func platformRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}
