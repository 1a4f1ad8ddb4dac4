import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Where a person is spoken to: standard error, with a progress bar on its last line.
///
/// What cannot be written is dropped: there is nowhere left to say so.
package final class Messages: Sendable {
  package let terminal: Terminal
  private let descriptor: Int32
  /// The progress bar as it stands on the terminal.
  private let bar = Mutex<String?>(nil)

  package init(descriptor: Int32 = STDERR_FILENO, environment: Environment = .process) {
    self.descriptor = descriptor
    terminal = Terminal(descriptor: descriptor, environment: environment)
  }

  /// Prints an error, or what else a person should know, behind the name of the program.
  package func report(_ text: String, style: TextStyle = .bad) {
    let name = style.applied(to: "intake:", enabled: terminal.hasColor)
    let lines = text.split(separator: "\n").map { DisplayText.safe($0) }
    guard let first = lines.first else { return }
    print([name + " " + first] + lines.dropFirst())
  }

  /// Prints lines above the progress bar.
  package func print(_ lines: [String]) {
    bar.withLock { bar in
      let text = lines.map { $0 + "\n" }.joined()
      // In one write, so that the bar does not flicker.
      send(Self.erase(bar) + text + (bar ?? ""))
    }
  }

  /// Draws the progress bar, in place of the one before. Does nothing where it could not be
  /// redrawn.
  package func draw(bar line: String) {
    guard terminal.canRedraw else { return }
    bar.withLock { bar in
      guard bar != line else { return }
      send(Self.erase(bar) + line)
      bar = line
    }
  }

  /// Takes the progress bar away.
  package func clearBar() {
    bar.withLock { bar in
      send(Self.erase(bar))
      bar = nil
    }
  }

  /// Back to the start of the line, and nothing on it. A bar is always shorter than a line.
  private static func erase(_ bar: String?) -> String { bar == nil ? "" : "\r\u{1B}[K" }

  private func send(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if written < 0 {
        if errno == EINTR { continue }
        return
      }
      rest = rest.dropFirst(written)
    }
  }
}
