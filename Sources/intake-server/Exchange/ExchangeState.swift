/// Decides what becomes of the body and the answer of one request; ``Exchange`` acts on it.
struct ExchangeState {
  typealias Reader = CheckedContinuation<[UInt8]?, any Error>

  /// The most bytes of a chunk.
  let capacity: Int
  /// The most bytes to read after the answer is known, so that the client hears it.
  let discardLimit: Int
  /// What came and was not pulled yet: the one chunk in hand.
  private var chunk: [UInt8] = []
  private var reader: Reader?
  private var phase = Phase.body
  private var isDiscarding = false
  private var discarded = 0
  private var isPaused = false
  private var answer: Answer?

  private enum Phase {
    /// More of the body may come.
    case body
    /// The whole body has come.
    case complete
    /// The library has the answer.
    case answered
    /// The connection ends without one.
    case closing
    case ended
  }

  init(capacity: Int, discardLimit: Int) {
    self.capacity = capacity
    self.discardLimit = discardLimit
  }

  /// Whether the connection was paused, and now goes on.
  private mutating func takePause() -> Bool {
    defer { isPaused = false }
    return isPaused
  }

  // MARK: The server's side

  enum Taking {
    /// So many bytes were taken; the reader, if there is one, gets the chunk.
    case taken(Int, Reader?, chunk: [UInt8])
    /// Nobody wants to know more.
    case refused
  }

  /// Takes as many bytes as there is room for.
  mutating func take(_ bytes: UnsafeRawBufferPointer) -> Taking {
    guard phase == .body else { return .refused }
    if isDiscarding {
      discarded += bytes.count
      return discarded > discardLimit ? .refused : .taken(bytes.count, nil, chunk: [])
    }
    let count = min(bytes.count, capacity - chunk.count)
    if chunk.isEmpty, reader == nil { chunk.reserveCapacity(capacity) }
    chunk.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
    guard count > 0, let reader else { return .taken(count, nil, chunk: []) }
    self.reader = nil
    defer { chunk = [] }
    return .taken(count, reader, chunk: chunk)
  }

  /// Called when the connection was paused since the chunk is full.
  ///
  /// - Returns: Whether it stays so.
  mutating func staysPausedForRoom() -> Bool {
    isPaused = phase == .body && !isDiscarding && chunk.count == capacity
    return isPaused
  }

  /// The whole body has come.
  ///
  /// - Returns: Who waits for more of it.
  mutating func complete() -> Reader? {
    guard phase == .body else { return nil }
    phase = .complete
    defer { reader = nil }
    return reader
  }

  enum Answering {
    case answer(Answer)
    case wait
    case close
  }

  /// Whether there is an answer to the whole request.
  mutating func takeAnswer() -> Answering {
    guard phase == .complete else { return .close }
    guard let answer else { return .wait }
    phase = .answered
    return .answer(answer)
  }

  /// Called when the connection was paused since there is no answer.
  ///
  /// - Returns: Whether it stays so.
  mutating func staysPausedForAnswer() -> Bool {
    isPaused = phase == .complete && answer == nil
    return isPaused
  }

  /// The connection has ended.
  mutating func end() -> Reader? {
    phase = .ended
    chunk = []
    defer { reader = nil }
    return reader
  }

  // MARK: The reader's side

  enum Reading {
    case chunk([UInt8], resumes: Bool)
    case end
    case gone
    case cancelled
    case waits
  }

  /// The chunk in hand, or whether there will be one.
  mutating func next() -> Reading {
    switch phase {
    case .ended, .closing: return .gone
    case .body, .complete, .answered:
      guard chunk.isEmpty else {
        defer { chunk = [] }
        return .chunk(chunk, resumes: takePause())
      }
      return phase == .body ? .waits : .end
    }
  }

  /// The chunk in hand, or has `reader` wait for the next.
  mutating func next(_ reader: Reader, isCancelled: Bool) -> Reading {
    if isCancelled { return .cancelled }
    let reading = next()
    if case .waits = reading { self.reader = reader }
    return reading
  }

  /// The reader's task is cancelled.
  mutating func takeReader() -> Reader? {
    defer { reader = nil }
    return reader
  }

  /// - Returns: Whether the connection goes on, which was paused.
  mutating func answer(_ answer: Answer) -> Bool {
    self.answer = answer
    isDiscarding = true
    chunk = []
    return takePause()
  }

  /// Ends the connection without an answer.
  ///
  /// - Returns: Whether the connection goes on, which was paused; and who waits for more of the body.
  mutating func close() -> (resumes: Bool, reader: Reader?) {
    if phase == .body || phase == .complete { phase = .closing }
    chunk = []
    defer { reader = nil }
    return (takePause(), reader)
  }
}
