import Synchronization

/// One request under way: its body on the way in, and its answer on the way out.
///
/// Two sides meet here: the server's one thread, which never waits, and the task that takes the body in. At most
/// one chunk is in hand. While it is full, the connection is paused, so that the client is held up by its socket
/// and nothing is kept for it (P5).
package final class Exchange: Sendable {
  package let head: RequestHead
  private let connection: any Connection
  private let state: Mutex<ExchangeState>
  private let fate = Mutex(Fate?.none)
  // Two, since a task that is cancelled while it waits ends the stream that it waits on.
  private let departure = AsyncStream<Never>.makeStream(bufferingPolicy: .bufferingNewest(1))
  private let ending = AsyncStream<Never>.makeStream(bufferingPolicy: .bufferingNewest(1))

  /// How a request ended.
  package enum Fate: Sendable {
    /// The client was sent the whole answer.
    case answered
    /// It was not, or not all of it.
    case lost
  }

  /// The client went away, or has to.
  package struct Gone: Error {}

  /// - Parameters:
  ///   - capacity: The most bytes of a chunk.
  ///   - discardLimit: The most bytes of the body to read and drop once the answer is known, since most clients
  ///     listen only when they have sent everything.
  package init(
    _ head: RequestHead, over connection: any Connection, capacity: Int, discardLimit: Int
  ) {
    self.head = head
    self.connection = connection
    state = Mutex(ExchangeState(capacity: capacity, discardLimit: discardLimit))
  }
}

// MARK: - The server's thread

extension Exchange {
  /// Takes bytes of the body, and pauses the connection where there is no room for all of them.
  ///
  /// - Returns: How many were taken; `nil` where the connection should end.
  package func receive(_ bytes: UnsafeRawBufferPointer) -> Int? {
    var count = 0
    while true {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[count...])
      switch state.withLock({ $0.take(rest) }) {
      case .refused: return nil
      case .taken(let taken, let reader, let chunk):
        reader?.resume(returning: chunk)
        count += taken
        if count == bytes.count { return count }
        // What a reader has taken left room for more.
        if reader != nil { continue }
      }
      connection.pause()
      if !state.withLock({ $0.staysPausedForRoom() }) { connection.resume() }
      return count
    }
  }

  /// What is to be done when the whole body has come: pauses the connection where there is no answer yet.
  package func complete() -> Completion {
    state.withLock { $0.complete() }?.resume(returning: nil)
    switch state.withLock({ $0.takeAnswer() }) {
    case .answer(let answer): return .answer(answer)
    case .close: return .close
    case .wait:
      connection.pause()
      if !state.withLock({ $0.staysPausedForAnswer() }) { connection.resume() }
      return .wait
    }
  }

  package enum Completion {
    case answer(Answer)
    /// Ask again when the connection goes on.
    case wait
    case close
  }

  /// The connection has ended, or another request begins on it.
  package func ended(_ fate: Fate) {
    self.fate.withLock { $0 = fate }
    state.withLock { $0.end() }?.resume(throwing: Gone())
    departure.continuation.finish()
    ending.continuation.finish()
  }

  /// Makes the connection end without an answer, soon.
  package func close() {
    let (resumes, reader) = state.withLock { $0.close() }
    reader?.resume(throwing: Gone())
    if resumes { connection.resume() }
  }
}

// MARK: - The task

extension Exchange {
  /// The next chunk of the body; `nil` at its end.
  ///
  /// One task at a time calls it.
  ///
  /// - Throws: ``Gone`` where the client went away, or `CancellationError`.
  package func nextChunk() async throws -> [UInt8]? {
    // A continuation costs some 40 microseconds, and most often nobody has to wait.
    let reading = state.withLock { $0.next() }
    if case .waits = reading { return try await waitForChunk() }
    return try finish(reading)
  }

  private func waitForChunk() async throws -> [UInt8]? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { reader in
        // Reading isCancelled under the lock leaves no gap for onCancel to slip through.
        let reading = state.withLock { $0.next(reader, isCancelled: Task.isCancelled) }
        if case .waits = reading { return }
        reader.resume(with: Result { try finish(reading) })
      }
    } onCancel: {
      state.withLock { $0.takeReader() }?.resume(throwing: CancellationError())
    }
  }

  private func finish(_ reading: ExchangeState.Reading) throws -> [UInt8]? {
    switch reading {
    case .chunk(let chunk, let resumes):
      if resumes { connection.resume() }
      return chunk
    case .end, .waits: return nil
    case .gone: throw Gone()
    case .cancelled: throw CancellationError()
    }
  }

  /// Answers the request, once the client has sent all of it. What is left of the body is dropped.
  package func answer(_ answer: Answer) {
    if state.withLock({ $0.answer(answer) }) { connection.resume() }
  }

  /// Returns when the request has ended, or the task is cancelled. One task calls it, once.
  package func waitForDeparture() async { for await _ in departure.stream {} }

  /// How the request ended. Waits for that whether or not the task is cancelled. One task calls it, once.
  package func waitForFate() async -> Fate {
    let stream = ending.stream
    await Task(name: "fate") { for await _ in stream {} }.value
    return fate.withLock { $0 } ?? .lost
  }
}
