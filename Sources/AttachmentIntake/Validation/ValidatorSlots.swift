internal import Synchronization

/// Who may use a process: at most so many at once, first come, first served.
///
/// Decides under the lock, and resumes after it.
final class ValidatorSlots: Sendable {
  private typealias Waiter = CheckedContinuation<Grant, Never>

  /// The answer to one who wants a process.
  enum Grant: Sendable {
    /// One that is ready; `nil` to start one.
    case granted(ValidatorProcess?)
    case cancelled
    case closed
  }

  private struct State {
    var idle: [ValidatorProcess] = []
    var running: [UInt64: ValidationExchange] = [:]
    /// Those who have a slot, and perhaps no exchange yet.
    var taken = 0
    var nextID: UInt64 = 0
    var waiters: [(id: UInt64, waiter: Waiter)] = []
    var isClosed = false
    var closers: [CheckedContinuation<Void, Never>] = []
  }

  private let limit: Int
  private let state = Mutex(State())

  init(limit: Int) { self.limit = limit }

  /// Waits for a slot.
  func acquire() async -> Grant {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let answer: Grant? = state.withLock { state in
          if Task.isCancelled { return .cancelled }
          if state.isClosed { return .closed }
          guard state.taken < limit else {
            state.waiters.append((id, waiter))
            return nil
          }
          state.taken += 1
          return .granted(state.idle.popLast())
        }
        if let answer { waiter.resume(returning: answer) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0).waiter }
      }
      waiter?.resume(returning: .cancelled)
    }
  }

  /// Takes note of an exchange that begins, so that closing can end it.
  ///
  /// - Returns: Its number; `nil` where the pool was closed, and it must not begin.
  func begin(_ exchange: ValidationExchange) -> UInt64? {
    state.withLock { state in
      if state.isClosed { return nil }
      state.nextID += 1
      state.running[state.nextID] = exchange
      return state.nextID
    }
  }

  /// Gives a slot back.
  ///
  /// - Parameter process: One that can be used again.
  func release(_ exchange: UInt64?, _ process: ValidatorProcess?) {
    let (next, closers) = state.withLock { state -> (Waiter?, [CheckedContinuation<Void, Never>]) in
      if let exchange { state.running[exchange] = nil }
      if !state.waiters.isEmpty, !state.isClosed {
        // The slot goes from hand to hand.
        return (state.waiters.removeFirst().waiter, [])
      }
      if let process { state.idle.append(process) }
      state.taken -= 1
      guard state.isClosed, state.taken == 0 else { return (nil, []) }
      defer { state.closers = [] }
      return (nil, state.closers)
    }
    next?.resume(returning: .granted(process))
    for closer in closers { closer.resume() }
  }

  /// Lets nobody in any more, stops who is in, and waits until they are out.
  ///
  /// - Returns: The processes that nobody uses, once.
  func close() async -> [ValidatorProcess] {
    let (waiters, exchanges) = state.withLock { state in
      state.isClosed = true
      defer { state.waiters = [] }
      return (state.waiters.map(\.waiter), Array(state.running.values))
    }
    for waiter in waiters { waiter.resume(returning: .closed) }
    for exchange in exchanges { exchange.stop() }
    await withCheckedContinuation { closer in
      let isEmpty = state.withLock { state in
        if state.taken > 0 { state.closers.append(closer) }
        return state.taken == 0
      }
      if isEmpty { closer.resume() }
    }
    return state.withLock { state in
      defer { state.idle = [] }
      return state.idle
    }
  }
}
