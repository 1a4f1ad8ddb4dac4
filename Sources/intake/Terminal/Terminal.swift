#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What is known about where a stream of output goes.
package struct Terminal: Sendable {
  private let descriptor: Int32
  /// Whether a person looks at it.
  package let isTerminal: Bool
  /// Whether it can move the cursor: a terminal that is not `dumb`.
  package let canRedraw: Bool
  /// Whether to use colours: as ``canRedraw``, unless `NO_COLOR` is set.
  package let hasColor: Bool
  /// Whether more than ASCII can be shown, by the locale.
  package let showsUnicode: Bool

  package init(descriptor: Int32, environment: Environment = .process) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
    canRedraw = isTerminal && environment.text("TERM") != "dumb"
    hasColor = canRedraw && environment.bytes("NO_COLOR") == nil
    showsUnicode = Self.isUTF8(environment)
  }

  /// The number of columns now; it changes as a person drags the window. `nil` where nobody looks.
  package var width: Int? {
    guard isTerminal else { return nil }
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// What stands for text that was left out.
  package var ellipsis: String { showsUnicode ? "…" : "..." }

  /// POSIX: the first of these that is not empty names the locale.
  private static func isUTF8(_ environment: Environment) -> Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment.text($0) }.first
    guard let name = locale?.lowercased() else { return false }
    return name.hasSuffix("utf-8") || name.hasSuffix("utf8") || name.contains("utf-8@")
      || name.contains("utf8@")
  }
}
