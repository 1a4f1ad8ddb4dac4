internal import Synchronization

/// Notices a load that makes no progress.
final class LoadWatch: Sendable {
  /// How long nothing may arrive, and the time since the load began; `nil` where nobody watches.
  private let limit: (timeout: Duration, stopwatch: Stopwatch)?
  private let lastTouch = Mutex(Duration.zero)

  /// - Parameters:
  ///   - timeout: How long nothing may arrive; `nil` where nobody watches.
  ///   - clock: What the time is measured by.
  init(timeout: Duration?, clock: any Clock<Duration>) {
    limit = timeout.map { ($0, Stopwatch(clock)) }
  }

  /// Something arrived.
  func touch() {
    guard let now = limit?.stopwatch.elapsed else { return }
    lastTouch.withLock { $0 = max($0, now) }
  }

  /// The longest first sleep, and the longest one.
  ///
  /// A sleep that is cancelled keeps its memory until its time is over, some 700 bytes: with sleeps as long as a timeout
  /// each of the loads of the last minute would. So the first ones are short, which is all that most loads need.
  private static let sleeps = (first: Duration.milliseconds(50), longest: Duration.seconds(8))

  /// Runs `load`, and cancels it when nothing has arrived for the whole of the timeout.
  ///
  /// - Throws: `loadTimedOut`, or what `load` throws.
  func run(_ load: @escaping @Sendable () async throws -> Void) async throws {
    guard let (timeout, stopwatch) = limit else { return try await load() }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        try await load()
        return true
      }
      group.addTask {
        var longest = Self.sleeps.first
        while true {
          // The time first: what arrives between the two readings counts.
          let now = stopwatch.elapsed
          let end = self.lastTouch.withLock { $0 } + timeout
          guard now < end else { return false }
          try await stopwatch.sleep(until: min(end, now + longest))
          longest = min(longest * 2, Self.sleeps.longest)
        }
      }
      defer { group.cancelAll() }
      // Whatever ends first decides. Leaving the group waits for the other, which is cancelled.
      guard try await group.next() == true else {
        throw IntakeError(
          .loadTimedOut, at: .loading,
          "nothing arrived for \(timeout); try again, or allow more time")
      }
    }
  }
}
