/// The time since it was made, by any clock.
struct Stopwatch: Sendable {
  private let read: @Sendable () -> Duration
  private let wait: @Sendable (Duration) async throws -> Void

  init(_ clock: any Clock<Duration>) { self.init(on: clock) }

  private init(on clock: some Clock<Duration>) {
    let start = clock.now
    read = { start.duration(to: clock.now) }
    wait = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
  }

  var elapsed: Duration { read() }

  /// Sleeps until so much time has passed since it was made: by the reading that this was reckoned from, however long ago
  /// that was.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  func sleep(until elapsed: Duration) async throws { try await wait(elapsed) }
}
