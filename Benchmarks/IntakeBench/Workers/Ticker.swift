import Synchronization

/// A task that should run every millisecond, and how late it is.
final class Ticker: Sendable {
  private let delays = Mutex<[Duration]>([])

  /// Ticks until the task is cancelled.
  @concurrent func run() async {
    while !Task.isCancelled {
      let due = ContinuousClock.now + .milliseconds(1)
      guard (try? await Task.sleep(until: due, clock: .continuous)) != nil else { return }
      let late = ContinuousClock.now - due
      delays.withLock { $0.append(late) }
    }
  }

  /// Tells in milliseconds how late the latest was, and how late all but one in a hundred were at most.
  func tell() {
    let sorted = delays.withLock { $0.sorted() }
    guard let latest = sorted.last else { return }
    Worker.tell("latest", latest.seconds * 1000)
    Worker.tell("most", sorted[(sorted.count - 1) * 99 / 100].seconds * 1000)
    Worker.tell("ticks", Double(sorted.count))
  }
}
