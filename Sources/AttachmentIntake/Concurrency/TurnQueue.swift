internal import Synchronization

/// Lets one task at a time do something that spans suspensions; first come, first served.
final class TurnQueue: Sendable {
  private typealias Waiter = CheckedContinuation<Bool, Never>

  private struct State {
    var isTaken = false
    var nextID: UInt64 = 0
    var waiters: [(id: UInt64, waiter: Waiter)] = []
  }

  private let state = Mutex(State())

  /// Runs `body` when it is this task's turn.
  ///
  /// - Returns: `nil` if the task is cancelled while it waits for its turn.
  func run<Result>(_ body: () async -> Result) async -> Result? {
    guard await take() else { return nil }
    defer { give() }
    return await body()
  }

  private func take() async -> Bool {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let answer: Bool? = state.withLock { state in
          if Task.isCancelled { return false }
          if state.isTaken {
            state.waiters.append((id, waiter))
            return nil
          }
          state.isTaken = true
          return true
        }
        if let answer { waiter.resume(returning: answer) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0).waiter }
      }
      waiter?.resume(returning: false)
    }
  }

  private func give() {
    let next: Waiter? = state.withLock { state in
      if state.waiters.isEmpty {
        state.isTaken = false
        return nil
      }
      return state.waiters.removeFirst().waiter
    }
    next?.resume(returning: true)
  }
}
