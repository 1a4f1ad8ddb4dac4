#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Reads what a process writes, and writes what it reads, on one thread.
struct PipeTransfer {
  private let pipes: ChildPipes
  private var output: Int32?
  private var error: Int32?
  private var wake: Int32?
  private var input: Int32?
  private var unwritten: ArraySlice<UInt8>
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  /// Whether all that could write were killed, so that the end of the pipes is near.
  private let endsGroup: Bool
  /// How often it may still read after the process has ended: enough for what a pipe can hold, and an end
  /// where another process that was left behind keeps writing.
  private var readsAfterEnd = 64

  init(pipes: ChildPipes, unwritten: [UInt8], endsGroup: Bool) {
    self.pipes = pipes
    self.endsGroup = endsGroup
    output = pipes.output
    error = pipes.error
    wake = pipes.wakeReader
    self.unwritten = unwritten[...]
    input = unwritten.isEmpty ? nil : pipes.input
  }

  private(set) var isComplete = false

  /// Waits until something can be moved, the process has ended, or `timeout` is over, and moves it.
  mutating func step(timeout: Duration?) -> (output: [UInt8], error: [UInt8]) {
    let hasEnded = wake == nil
    var waiting: [pollfd] = []
    for reader in [output, error, wake] {
      if let reader { waiting.append(pollfd(fd: reader, events: Int16(POLLIN), revents: 0)) }
    }
    if let input { waiting.append(pollfd(fd: input, events: Int16(POLLOUT), revents: 0)) }
    // Those that were killed close their ends as they die. One that left the group may never do so.
    let patience: Int32 = endsGroup ? 1000 : 0
    let ready = poll(
      &waiting, nfds_t(waiting.count), hasEnded ? patience : Self.milliseconds(timeout))

    let pieces = (output: read(\.output), error: read(\.error))
    writeInput()
    if hasEnded {
      readsAfterEnd -= 1
      isComplete = ready == 0 || readsAfterEnd == 0
    } else if waiting.contains(where: { $0.fd == wake && $0.revents != 0 }) {
      close(pipes.wakeReader)
      wake = nil
    }
    if wake == nil, output == nil, error == nil { isComplete = true }
    return pieces
  }

  mutating func closeAll() {
    for descriptor in [output, error, wake, input].compactMap({ $0 }) { close(descriptor) }
    (output, error, wake, input) = (nil, nil, nil, nil)
  }

  /// What is there to be read; closes the pipe at its end.
  private mutating func read(_ pipe: WritableKeyPath<Self, Int32?>) -> [UInt8] {
    guard let reader = self[keyPath: pipe] else { return [] }
    let count = buffer.withUnsafeMutableBytes { FileAccess.readSome(reader, $0) }
    if count > 0 { return Array(buffer[..<count]) }
    if count == 0 || (errno != EAGAIN && errno != EINTR) {
      close(reader)
      self[keyPath: pipe] = nil
    }
    return []
  }

  private mutating func writeInput() {
    guard let writer = input else { return }
    let count = PipeWriting.writeSome(unwritten, to: writer)
    if count > 0 { unwritten = unwritten.dropFirst(count) }
    let hasFailed = count < 0 && errno != EAGAIN && errno != EINTR
    if unwritten.isEmpty || hasFailed {
      close(writer)
      input = nil
    }
  }

  private static func milliseconds(_ timeout: Duration?) -> Int32 {
    guard let timeout else { return -1 }
    let (seconds, attoseconds) = timeout.components
    // Rounded up, so that it does not spin through the last millisecond.
    return Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1)
  }
}
