import Synchronization

/// A task that should run every millisecond, and how late it is at most.
final class Ticker: Sendable {
  private let state = Mutex((worst: Duration.zero, ticks: 0))

  /// Ticks until the task is cancelled.
  @concurrent func run() async {
    while !Task.isCancelled {
      let due = ContinuousClock.now + .milliseconds(1)
      guard (try? await Task.sleep(until: due, clock: .continuous)) != nil else { return }
      let late = ContinuousClock.now - due
      state.withLock { $0 = (max($0.worst, late), $0.ticks + 1) }
    }
  }

  func tell() {
    let (worst, ticks) = state.withLock { $0 }
    Worker.tell("latest", worst.seconds * 1000)
    Worker.tell("ticks", Double(ticks))
  }
}
