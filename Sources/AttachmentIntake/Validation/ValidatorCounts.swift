internal import Synchronization

/// Counts what a pool's processes do.
final class ValidatorCounts: Sendable {
  private let state = Mutex(ValidatorPool.Statistics())

  var statistics: ValidatorPool.Statistics { state.withLock { $0 } }

  func addStarted() {
    state.withLock { state in
      state.started += 1
      state.running += 1
    }
  }

  func addEnded() { state.withLock { $0.running -= 1 } }

  func greeted(_ greeting: ValidatorGreeting) { state.withLock { $0.greeting = greeting } }

  func addAsked() { state.withLock { $0.asked += 1 } }

  func answered(_ reply: ValidationReply, after time: Duration) {
    state.withLock { state in
      state.answered += 1
      state.longestAnswer = max(state.longestAnswer, time)
      state.peakMemory = max(state.peakMemory, reply.peakMemory)
    }
  }
}
