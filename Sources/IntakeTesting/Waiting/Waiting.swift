import Dispatch
import Synchronization

/// State under a lock, and the tasks and threads that wait for it to become what they need.
///
/// The one place where doubles suspend: each decides under the lock and resumes after it.
final class Waiting<State: WaitingState>: Sendable {
  private let contents: Mutex<Contents>

  init(_ state: State) { contents = Mutex(Contents(state: state)) }

  /// What `body` reads of the state.
  func read<Result: Sendable>(_ body: (State) -> Result) -> Result {
    contents.withLock { body($0.state) }
  }

  /// Changes the state, then releases who waited for that, in the order in which they came.
  @discardableResult
  func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    let (result, released) = contents.withLock { contents in
      let result = body(&contents.state)
      return (result, contents.takeReleased())
    }
    for release in released { release(nil) }
    return result
  }

  /// Suspends the task until `condition` is met.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  func wait(for condition: State.Condition) async throws {
    let id = contents.withLock { $0.nextID() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let released = contents.withLock { contents -> [Release]? in
          // Read under the lock, so that a cancellation comes either before this or finds the waiter.
          if Task.isCancelled { return nil }
          return contents.arrive(id, condition, .task(continuation))
        }
        guard let released else { return continuation.resume(throwing: CancellationError()) }
        for release in released { release(nil) }
      }
    } onCancel: {
      let released = contents.withLock { $0.remove(id) }
      if let (removed, others) = released {
        removed(CancellationError())
        for release in others { release(nil) }
      }
    }
  }

  /// Suspends the task until `condition` is met, also when it is cancelled.
  func waitToTheEnd(for condition: State.Condition) async {
    await withCheckedContinuation { continuation in
      call(when: condition) { continuation.resume() }
    }
  }

  /// Blocks the thread until `condition` is met.
  func waitBlocking(for condition: State.Condition) {
    let semaphore = DispatchSemaphore(value: 0)
    call(when: condition) { semaphore.signal() }
    semaphore.wait()
  }

  /// Calls `action` once `condition` is met: now on this thread, or later on the one that brings it about.
  func call(when condition: State.Condition, _ action: @escaping @Sendable () -> Void) {
    let released = contents.withLock { contents in
      let id = contents.nextID()
      return contents.arrive(id, condition, .action(action))
    }
    for release in released { release(nil) }
  }
}

extension Waiting {
  /// How one waiter goes on.
  private enum Release: Sendable {
    case task(CheckedContinuation<Void, any Error>)
    case action(@Sendable () -> Void)

    func callAsFunction(_ error: (any Error)?) {
      switch self {
      case .task(let continuation):
        if let error { continuation.resume(throwing: error) } else { continuation.resume() }
      case .action(let action): action()
      }
    }
  }

  private struct Contents: Sendable {
    var state: State
    var waiters: [(id: Int, condition: State.Condition, release: Release)] = []
    var lastID = 0

    mutating func nextID() -> Int {
      lastID += 1
      return lastID
    }

    mutating func arrive(
      _ id: Int, _ condition: State.Condition, _ release: Release
    ) -> [Release] {
      state.arrive(condition)
      waiters.append((id, condition, release))
      return takeReleased()
    }

    /// Takes out those whose condition is met, until one pass finds none: leaving may meet or spoil the
    /// condition of another.
    mutating func takeReleased() -> [Release] {
      var released: [Release] = []
      while let index = waiters.firstIndex(where: { state.isMet($0.condition) }) {
        let waiter = waiters.remove(at: index)
        state.leave(waiter.condition)
        released.append(waiter.release)
      }
      return released
    }

    mutating func remove(_ id: Int) -> (removed: Release, others: [Release])? {
      guard let index = waiters.firstIndex(where: { $0.id == id }) else { return nil }
      let waiter = waiters.remove(at: index)
      state.abandon(waiter.condition)
      return (waiter.release, takeReleased())
    }
  }
}
