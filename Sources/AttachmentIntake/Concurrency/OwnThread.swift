internal import Synchronization
internal import SystemCalls

/// A thread for one call that may wait for other programs as long as they like, and so has no place on the
/// threads that others share.
enum OwnThread {
  /// The most at once. A provider that never returns keeps its thread, and nothing may pile up without a
  /// bound.
  static let limit = 64

  private static let running = Atomic(0)

  /// Runs `body` on a new thread.
  ///
  /// - Throws: `loadFailed` where there are too many already, or the system gives none.
  static func start(_ body: @escaping @Sendable () -> Void) throws(IntakeError) {
    guard running.add(1, ordering: .relaxed).newValue <= limit else {
      running.subtract(1, ordering: .relaxed)
      throw IntakeError(
        .loadFailed, at: .loading,
        "\(limit) readings wait for other programs already; try again when they have ended")
    }
    let failure = DetachedThread.start {
      body()
      running.subtract(1, ordering: .relaxed)
    }
    guard failure == 0 else {
      running.subtract(1, ordering: .relaxed)
      throw IntakeError(
        .loadFailed, at: .loading, "the system gives no thread (error \(failure)); try again later")
    }
  }

  /// Runs `body` on a new thread, and waits for it. Not ended by cancellation.
  static func run<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { waiter in
      do throws(IntakeError) {
        try start { waiter.resume(with: Result(catching: body)) }
      } catch {
        waiter.resume(throwing: error)
      }
    }
  }

  /// The same, and gives up when cancelled, or where `body` has not returned after `limit`. The thread then
  /// runs on until `body` returns, and what it returns is dropped.
  ///
  /// - Throws: Besides, `loadTimedOut`, `CancellationError`.
  static func run<Value: Sendable>(
    waitingAtMost limit: Duration?, clock: any Clock<Duration>,
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    let found = ReadResult<Value>()
    let wait: @Sendable () async throws -> Void = {
      try await CallbackLoad.run { callback in
        do throws(IntakeError) {
          try start {
            do {
              found.set(try body())
              callback.deliver(error: nil) { () }
            } catch {
              callback.deliver(error: error) { nil }
            }
          }
        } catch {
          callback.deliver(error: error) { nil }
        }
        return Abandoned()
      }
    }
    guard let limit else {
      try await wait()
      return try found.get()
    }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        try await wait()
        return true
      }
      group.addTask {
        try await clock.sleep(for: limit)
        return false
      }
      defer { group.cancelAll() }
      guard try await group.next() == true else {
        throw IntakeError(
          .loadTimedOut, at: .loading,
          "nothing was found for \(limit), since other programs are at it; try again")
      }
    }
    return try found.get()
  }

  /// A thread that nobody can call back is left to itself.
  private struct Abandoned: LoadCancellation {
    func cancel() {}
  }
}
