import IntakeTesting
import SystemCalls
import Testing
import intake

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

@Suite(.timeLimit(.minutes(5)))
struct StandardOutputTests {
  init() { SignalScope.ignorePipeSignal() }

  @Test func `lines reach a pipe in order`() async throws {
    let pipe = Pipe()
    let output = StandardOutput(descriptor: pipe.writing)
    try await output.write(line: "a")
    try await output.write(line: "b")
    try await output.flush()
    #expect(pipe.take() == Array("a\nb\n".utf8))
  }

  @Test func `a slow reader gets everything`() async throws {
    let pipe = Pipe()
    let all = (0..<400_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    async let reader = onOwnThread {
      var received: [UInt8] = []
      while received.count < all.count { received += pipe.take(1_000) }
      return received
    }
    let output = StandardOutput(descriptor: pipe.writing)
    for start in stride(from: 0, to: all.count, by: 1_000) {
      try await output.write(all[start..<(start + 1_000)])
    }
    try await output.flush()
    let received = try await reader
    #expect(received == all)
  }

  @Test func `a reader that does not read holds nobody who is cancelled`() async throws {
    let pipe = Pipe()
    let writer = Task {
      let output = StandardOutput(descriptor: pipe.writing)
      while true { try await output.write([UInt8](repeating: 0, count: 1 << 16)) }
    }
    // The first byte shows that the writer is at work; the pipe is full soon after.
    #expect(try await onOwnThread { pipe.take(1) }.count == 1)
    writer.cancel()
    let result = await writer.result
    #expect(throws: CancellationError.self) { try result.get() }
  }

  @Test func `a reader that went away is an error of its own`() async throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    close(ends[0])
    defer { close(ends[1]) }
    let output = StandardOutput(descriptor: ends[1])
    try await output.write(line: "a")
    await #expect(throws: OutputError.closed) { try await output.flush() }
  }

  #if os(Linux)
    @Test func `a full disk is an error with its number`() async throws {
      let full = open("/dev/full", O_WRONLY)
      try #require(full >= 0)
      defer { close(full) }
      let output = StandardOutput(descriptor: full)
      try await output.write(line: "a")
      await #expect(throws: OutputError.failed(number: ENOSPC)) { try await output.flush() }
    }
  #endif

  @Test func `messages go to a pipe without a bar and without colors`() {
    let pipe = Pipe()
    let messages = Messages(descriptor: pipe.writing)
    messages.draw(bar: "50%")
    messages.report("one\u{1B}\ntwo")
    messages.clearBar()
    #expect(String(decoding: pipe.take(), as: UTF8.self) == "intake: one\\x1B\ntwo\n")
  }
}
