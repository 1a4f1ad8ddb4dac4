internal import Synchronization

/// Waits for one callback of a provider that may call back on any thread, twice, late or never.
///
/// The first callback counts, and its delivery is taken inside it. Cancelling ends the wait at once, unless
/// the callback is under way: then it ends when the callback does, so that nothing runs on afterwards.
final class CallbackLoad: Sendable {
  private let state = Mutex(State.waiting(nil, nil))

  private typealias Waiter = CheckedContinuation<Void, any Error>

  private enum State {
    case waiting(Waiter?, (any LoadCancellation)?)
    case delivering(Waiter?)
    case ended(Result<Void, any Error>)
    /// The waiter has been told.
    case told
  }

  /// Starts a load with `start`, and returns once its callback has taken its delivery.
  static func run(
    _ start: (CallbackLoad) -> any LoadCancellation
  ) async throws {
    let load = CallbackLoad()
    try await withTaskCancellationHandler {
      try Task.checkCancellation()
      load.hold(start(load))
      try await withCheckedThrowingContinuation { waiter in
        load.wait(waiter, isCancelled: Task.isCancelled)
      }
    } onCancel: {
      load.cancel()
    }
  }

  /// Called from the provider's callback.
  ///
  /// - Parameter take: Takes the delivery; `nil` if there is none.
  func deliver(error: (any Error)?, take: () throws -> Void?) {
    let isFirst = state.withLock { state in
      guard case .waiting(let waiter, _) = state else { return false }
      state = .delivering(waiter)
      return true
    }
    guard isFirst else { return }
    end(
      Result {
        if try take() != nil { return }
        throw error
          ?? IntakeError(
            .nothingDelivered, at: .loading,
            "the source called back with neither content nor an error; try again")
      })
  }

  private func hold(_ cancellation: any LoadCancellation) {
    let isCancelled = state.withLock { state in
      switch state {
      case .waiting(let waiter, _):
        state = .waiting(waiter, cancellation)
        return false
      case .ended(.failure(let error)): return error is CancellationError
      default: return false
      }
    }
    if isCancelled { cancellation.cancel() }
  }

  private func wait(_ waiter: Waiter, isCancelled: Bool) {
    let result: Result<Void, any Error>? = state.withLock { state in
      switch state {
      case .waiting(_, let cancellation):
        state = .waiting(waiter, cancellation)
        return nil
      case .delivering:
        state = .delivering(waiter)
        return nil
      case .ended(let result):
        state = .told
        return result
      case .told: return nil
      }
    }
    if let result { waiter.resume(with: result) }
  }

  private func cancel() {
    // Ends the wait and takes what is to be cancelled in one step: a load that has begun meanwhile finds the end,
    // and is cancelled by `hold`. The receiver is told to stop by whoever cancels, so that a delivery under
    // way ends soon.
    let (waiter, cancellation) = state.withLock { state -> (Waiter?, (any LoadCancellation)?) in
      guard case .waiting(let waiter, let cancellation) = state else { return (nil, nil) }
      state = waiter == nil ? .ended(.failure(CancellationError())) : .told
      return (waiter, cancellation)
    }
    waiter?.resume(throwing: CancellationError())
    cancellation?.cancel()
  }

  /// Ends the delivery that `deliver` began.
  private func end(_ result: Result<Void, any Error>) {
    let waiter: Waiter? = state.withLock { state in
      guard case .delivering(let waiter) = state else { return nil }
      state = waiter == nil ? .ended(result) : .told
      return waiter
    }
    waiter?.resume(with: result)
  }
}
