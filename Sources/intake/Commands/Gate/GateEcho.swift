#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Shows what a command writes on standard error, as it is.
enum GateEcho {
  /// What cannot be written is dropped: it is kept in a file as well.
  static func write(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes
    while !rest.isEmpty {
      let count = platformWrite(rest)
      if count < 0 {
        if errno == EINTR { continue }
        return
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }
}

/// `write(2)`, by a name that the method does not hide.
private func platformWrite(_ bytes: UnsafeRawBufferPointer) -> Int {
  write(STDERR_FILENO, bytes.baseAddress, bytes.count)
}
