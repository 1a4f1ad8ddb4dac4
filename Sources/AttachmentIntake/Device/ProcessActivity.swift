internal import Dispatch

/// Work during which the process is not to be suspended, such as an open container, which holds a lock.
///
/// The system kills a process that it suspends while it holds a lock in a shared folder.
public enum ProcessActivity {
  /// Asks the system for time, as `ProcessInfo.performExpiringActivity` does.
  ///
  /// It calls the block on another thread: with `false` once there is time, which lasts until the block returns;
  /// and with `true` where there is none, or where it ends, then beside the first call.
  public typealias Assertion =
    @Sendable (_ block: @escaping @Sendable (_ isExpired: Bool) -> Void) -> Void

  /// Runs `body` once there is time for it, and cancels it when the time ends.
  ///
  /// One thread of the system waits in the block meanwhile. The system is told that the work has ended when `body`
  /// has returned, on every way out.
  ///
  /// - Throws: ``IntakeError`` with code `containerUnavailable` where there is no time, before `body` is called, or
  ///   where the time has ended and `body` ended by that; what `body` throws; `CancellationError`.
  public static func run<Value: Sendable>(
    under assertion: Assertion, _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try Task.checkCancellation()
    let (calls, received) = AsyncStream.makeStream(
      of: Bool.self, bufferingPolicy: .bufferingOldest(8))
    let end = DispatchGroup()
    end.enter()
    defer {
      end.leave()
      received.finish()
    }
    assertion { isExpired in
      received.yield(isExpired)
      // Both calls: after the second has returned the process may be suspended.
      end.wait()
    }
    var first = calls.makeAsyncIterator()
    guard let isExpired = await first.next() else { throw CancellationError() }
    guard !isExpired else { throw noTime }
    return try await withThrowingTaskGroup(of: Value?.self) { group in
      group.addTask { try await body() }
      group.addTask {
        for await isExpired in calls where isExpired { break }
        return nil
      }
      defer { group.cancelAll() }
      if let value = try await group.next() ?? nil { return value }
      // Cancelled from outside, or out of time: either way the body ends, and the system waits for that.
      group.cancelAll()
      do {
        guard let value = try await group.next() ?? nil else { throw CancellationError() }
        return value
      } catch is CancellationError {
        try Task.checkCancellation()
        throw outOfTime
      }
    }
  }

  private static var noTime: IntakeError {
    IntakeError(
      .containerUnavailable, at: .commit,
      "the system is about to suspend this process, so nothing was begun; try again in the "
        + "foreground")
  }

  private static var outOfTime: IntakeError {
    IntakeError(
      .containerUnavailable, at: .commit,
      "the system suspends this process, so what was not finished was undone; try again in the "
        + "foreground")
  }
}
