/// A clock whose time passes only when a test says so.
///
///     try await clock.waitForSleepers(1)
///     clock.advance(by: .seconds(30))
public final class ManualClock: Clock, Sendable {
  private let waiters: Waiting<State>

  /// A clock that stands at `now`.
  public init(now: Instant = Instant()) { waiters = Waiting(State(now: now)) }

  /// The time at which the clock stands until it is advanced.
  public var now: Instant { waiters.read(\.now) }

  /// Zero: the clock tells any two points apart.
  public var minimumResolution: Duration { .zero }

  /// How many tasks sleep now.
  public var sleepers: Int { waiters.read(\.sleepers) }

  /// Suspends the task until the clock was advanced to `deadline`.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await waiters.wait(for: .time(deadline))
  }

  /// Lets time pass. Sleepers wake in the order of their deadlines.
  public func advance(by duration: Duration) {
    let target = now.advanced(by: duration)
    while let deadline = waiters.read({ $0.deadlines.filter { $0 <= target }.min() }) {
      waiters.change { $0.now = max($0.now, deadline) }
    }
    waiters.change { $0.now = max($0.now, target) }
  }

  /// Suspends the task until at least `count` tasks sleep.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled, as by a test's time limit.
  public func waitForSleepers(_ count: Int) async throws {
    try await waiters.wait(for: .sleepers(count))
  }

  /// A point on a ``ManualClock``.
  public struct Instant: InstantProtocol {
    /// The time since the clock's beginning.
    public let offset: Duration

    /// Makes the point at `offset` from the clock's beginning.
    public init(offset: Duration = .zero) { self.offset = offset }

    /// The point that is later by `duration`, or earlier by a negative one.
    public func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
    /// How much later `other` is; negative where it is earlier.
    public func duration(to other: Self) -> Duration { other.offset - offset }
    public static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
  }

  private struct State: WaitingState {
    var now: Instant
    var deadlines: [Instant] = []

    var sleepers: Int { deadlines.count }

    enum Condition: Sendable {
      case time(Instant)
      case sleepers(Int)
    }

    func isMet(_ condition: Condition) -> Bool {
      switch condition {
      case .time(let deadline): deadline <= now
      case .sleepers(let count): sleepers >= count
      }
    }

    mutating func arrive(_ condition: Condition) {
      if case .time(let deadline) = condition { deadlines.append(deadline) }
    }

    mutating func leave(_ condition: Condition) {
      guard case .time(let deadline) = condition, let index = deadlines.firstIndex(of: deadline)
      else { return }
      deadlines.remove(at: index)
    }
  }
}
