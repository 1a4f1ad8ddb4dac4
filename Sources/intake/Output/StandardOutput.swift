#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Where results go: standard output, with a buffer of 64 KiB.
///
/// Not `Sendable`: one task writes, so that no two lines mix. Waiting for a slow reader holds no
/// thread, and ends when the task is cancelled.
package final class StandardOutput {
  private static let capacity = 64 << 10
  private let descriptor: Int32
  /// Whether a write can wait for somebody.
  private let mayWait: Bool
  private var buffer: [UInt8] = []

  package init(descriptor: Int32 = STDOUT_FILENO) {
    self.descriptor = descriptor
    var status = stat()
    mayWait = fstat(descriptor, &status) != 0 || status.st_mode & S_IFMT != S_IFREG
  }

  /// Adds bytes, and writes when enough have come together.
  ///
  /// - Throws: ``OutputError``, or `CancellationError`.
  package func write(_ bytes: some Collection<UInt8>) async throws {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.capacity { try await flush() }
  }

  /// Adds a line of text.
  ///
  /// - Throws: ``OutputError``, or `CancellationError`.
  package func write(line: String) async throws {
    try await write((line + "\n").utf8)
  }

  /// Adds a table, fitted to the terminal that it is read on.
  ///
  /// - Throws: ``OutputError``, or `CancellationError`.
  package func write(_ table: Table, _ terminal: Terminal) async throws {
    let lines = table.lines(
      width: terminal.width, hasColor: terminal.hasColor, ellipsis: terminal.ellipsis)
    for line in lines { try await write(line: line) }
  }

  /// Adds lines of a title and a text, which is escaped.
  ///
  /// - Throws: ``OutputError``, or `CancellationError`.
  package func write(facts: [(title: String, text: String)]) async throws {
    let width = facts.map { DisplayWidth.of($0.title) }.max() ?? 0
    for fact in facts {
      let title = DisplayText.padded(fact.title, to: width, alignment: .left)
      try await write(line: title + "  " + DisplayText.escaped(fact.text))
    }
  }

  /// Writes everything that was added.
  ///
  /// - Throws: ``OutputError``, or `CancellationError`; what was added is then dropped.
  package func flush() async throws {
    var rest = buffer[...]
    buffer = []
    while !rest.isEmpty {
      if mayWait { try await Readiness.wait(for: descriptor, toWrite: true) }
      rest = rest.dropFirst(try writeSome(rest))
    }
    buffer.reserveCapacity(Self.capacity)
  }

  /// Writes `text` and everything before it, and waits as long as that takes. For what comes before
  /// any task.
  package func writeBlocking(_ text: String) throws(OutputError) {
    buffer.append(contentsOf: text.utf8)
    var rest = buffer[...]
    buffer = []
    while !rest.isEmpty { rest = rest.dropFirst(try writeSome(rest)) }
  }

  private func writeSome(_ bytes: ArraySlice<UInt8>) throws(OutputError) -> Int {
    // pipe(7): where poll says that a pipe can be written, PIPE_BUF bytes can be without waiting.
    let count = mayWait ? min(bytes.count, Int(PIPE_BUF)) : bytes.count
    let written = bytes.prefix(count).withUnsafeBytes { bytes in
      platformWrite(descriptor, bytes.baseAddress, bytes.count)
    }
    if written >= 0 { return written }
    switch errno {
    case EINTR, EAGAIN: return 0
    case EPIPE: throw .closed
    case let number: throw .failed(number: number)
    }
  }
}

/// `write(2)`, by a name that the methods do not hide.
private func platformWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
