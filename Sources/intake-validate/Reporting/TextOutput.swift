#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Writes lines without a buffer, so that none is lost when a parser ends the process.
enum TextOutput {
  /// Writes `text` and the end of the line; gives up where nobody reads.
  static func write(_ text: String, to descriptor: Int32 = STDOUT_FILENO) {
    var rest = Array((text + "\n").utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}

private func systemWrite(
  _ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int
) -> Int {
  write(descriptor, bytes, count)
}
