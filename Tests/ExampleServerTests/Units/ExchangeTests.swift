import IntakeTesting
import Synchronization
import Testing
import intake_server

/// The meeting of the server's thread with the task that reads a body, without a server.
@Suite(.timeLimit(.minutes(5)))
struct ExchangeTests {
  private let connection = CountedConnection()
  private let exchange: Exchange

  init() {
    exchange = Exchange(
      RequestHead(method: "POST", path: "/attachments"), over: connection, capacity: 10,
      discardLimit: 100)
  }

  private func receive(_ count: Int) -> Int? {
    [UInt8](repeating: 7, count: count).withUnsafeBytes { exchange.receive($0) }
  }

  @Test func `no more than one chunk is taken, and the connection is paused for the rest`()
    async throws
  {
    #expect(receive(6) == 6)
    #expect(connection.isPaused == false)
    #expect(receive(9) == 4)
    #expect(connection.isPaused)
    #expect(try await exchange.nextChunk()?.count == 10)
    #expect(connection.isPaused == false)
    #expect(connection.pauses == 1)
  }

  @Test func `a reader that waits gets what comes at once`() async throws {
    async let chunk = exchange.nextChunk()
    #expect(receive(3) == 3)
    let bytes = try await chunk
    #expect(bytes == [7, 7, 7])
    #expect(connection.pauses == 0)
  }

  @Test func `the body ends after the last chunk, and the answer follows it`() async throws {
    #expect(receive(3) == 3)
    guard case .wait = exchange.complete() else {
      Issue.record("there is an answer already")
      return
    }
    #expect(connection.isPaused)
    #expect(try await exchange.nextChunk()?.count == 3)
    // Nobody resumes it for that: its answer is still to come.
    exchange.answer(Answer(201, []))
    #expect(connection.isPaused == false)
    guard case .answer(let answer) = exchange.complete() else {
      Issue.record("there is no answer")
      return
    }
    #expect(answer.status == 201)
    exchange.ended(.answered)
    #expect(await exchange.waitForFate() == .answered)
  }

  @Test func `what is left of an answered body is dropped, up to a limit`() {
    #expect(receive(30) == 10)
    exchange.answer(Answer(413, []))
    #expect(connection.isPaused == false)
    #expect(receive(60) == 60)
    #expect(receive(40) == 40)
    #expect(receive(1) == nil)
  }

  @Test func `a client that goes away ends the wait for its next chunk`() async {
    async let departure: Void = exchange.waitForDeparture()
    let reading = Task { try await exchange.nextChunk() }
    exchange.ended(.lost)
    await #expect(throws: Exchange.Gone.self) { try await reading.value }
    await departure
    #expect(await exchange.waitForFate() == .lost)
    #expect(receive(1) == nil)
  }

  @Test func `a cancelled task waits no longer, and the end of the request is told all the same`()
    async
  {
    let reading = Task { try await exchange.nextChunk() }
    reading.cancel()
    await #expect(throws: CancellationError.self) { try await reading.value }
    let watching = Task { await exchange.waitForDeparture() }
    watching.cancel()
    await watching.value
    let fate = Task { await exchange.waitForFate() }
    fate.cancel()
    exchange.ended(.answered)
    #expect(await fate.value == .answered)
  }

  @Test func `a request that is closed lets its connection go on to its end`() async {
    #expect(receive(11) == 10)
    #expect(connection.isPaused)
    exchange.close()
    #expect(connection.isPaused == false)
    #expect(receive(1) == nil)
    await #expect(throws: Exchange.Gone.self) { try await exchange.nextChunk() }
  }

  @Test func `bytes come through in order whoever is faster`() async throws {
    let content = SampleContent.unknown(bytes: 200_000).bytes
    let exchange = exchange
    let connection = connection
    async let sent: Bool = onOwnThread {
      var rest = content[...]
      while !rest.isEmpty {
        connection.running.waitBlocking()
        let size = min(rest.count, Int.random(in: 1...25))
        guard let count = rest.prefix(size).withUnsafeBytes({ exchange.receive($0) }) else {
          return false
        }
        rest = rest.dropFirst(count)
      }
      connection.running.waitBlocking()
      if case .close = exchange.complete() { return false }
      return true
    }
    var received: [UInt8] = []
    // Whoever stops reading lets the other side end as well.
    defer { exchange.close() }
    while let chunk = try await exchange.nextChunk() { received += chunk }
    let isSent = try await sent
    #expect(isSent)
    #expect(received == content)
  }
}

/// A connection that only counts.
private final class CountedConnection: Connection {
  private let state = Mutex((paused: 0, resumed: 0))
  /// As the library does: while it is paused, nothing is handed over.
  let running = Gate(isOpen: true)

  func pause() {
    state.withLock { $0.paused += 1 }
    running.close()
  }

  func resume() {
    state.withLock { state in
      state.resumed += 1
      precondition(state.resumed <= state.paused, "resumed a connection that was not paused")
    }
    running.open()
  }

  var isPaused: Bool { state.withLock { $0.paused > $0.resumed } }

  var pauses: Int { state.withLock { $0.paused } }
}
