/// Counts events, and lets a test wait until there were enough.
public final class Tally: Sendable {
  private let waiters = Waiting(State())

  /// Makes a tally at zero.
  public init() {}

  /// How many there were.
  public var count: Int { waiters.read(\.count) }

  /// Counts one more, or `number` more.
  public func add(_ number: Int = 1) { waiters.change { $0.count += number } }

  /// Suspends the task until there were `goal`.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled, as by a test's time limit.
  public func reaches(_ goal: Int) async throws { try await waiters.wait(for: goal) }

  private struct State: WaitingState {
    var count = 0
    func isMet(_ goal: Int) -> Bool { count >= goal }
  }
}
