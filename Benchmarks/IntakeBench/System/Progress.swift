#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Says on standard error what is being done, since a run takes minutes.
enum Progress {
  static func say(_ text: String) { put(text + "\n", STDERR_FILENO) }

  /// Writes to standard output, which holds results and nothing else.
  static func show(_ text: String) { put(text, STDOUT_FILENO) }

  private static func put(_ text: String, _ file: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }
}
