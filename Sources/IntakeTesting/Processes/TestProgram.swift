#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// This test program, which is started again to do one thing in a process of its own that can be killed.
///
/// What it does is a test that is skipped unless its variable is set.
package enum TestProgram {
  /// On Apple systems a helper of the toolchain runs the tests, and not this program itself.
  package static let path: String? = {
    #if os(Linux)
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink("/proc/self/exe", &buffer, buffer.count)
      return count > 0
        ? String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    #else
      return nil
    #endif
  }()

  /// The arguments that run the test whose name is like `filter`, and no other.
  package static func arguments(running filter: String) -> [String] {
    ["--testing-library", "swift-testing", "--filter", filter]
  }

  /// The value of a variable.
  package static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// The number of this process, as its own namespace counts.
  package static var processID: Int32 { getpid() }

  /// Writes a line by one call, which nothing of the test library's own output can part.
  package static func write(line: String) {
    var bytes = Array((line + "\n").utf8)
    systemWrite(STDOUT_FILENO, &bytes, bytes.count)
  }

  /// Ends the process at once, as the system does that runs out of memory.
  package static func die() { raise(SIGKILL) }

  /// Waits until nobody can write to the standard input any more.
  package static func waitForEndOfInput() {
    var byte: UInt8 = 0
    while read(STDIN_FILENO, &byte, 1) > 0 {}
  }
}

private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer, _ count: Int) {
  _ = write(file, bytes, count)
}
