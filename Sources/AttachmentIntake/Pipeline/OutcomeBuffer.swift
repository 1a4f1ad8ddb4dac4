internal import Synchronization

/// Between the loads of a batch and its caller: outcomes in the chosen order, and the window (P5).
///
/// An attachment is outstanding from the moment it is pulled until the caller has taken its outcome. The
/// window bounds how many may be, so that a slow caller holds up the loads, and nothing queues without a
/// bound.
final class OutcomeBuffer: Sendable {
  private let order: OutcomeOrder
  private let window: Int
  private let state = Mutex(State())

  private struct State {
    /// Finished, and not yet given to the caller; by position.
    var finished: [Int: Outcome] = [:]
    /// The order in which they finished.
    var completion: [Int] = []
    /// What comes to nothing; by position.
    var dropped: Set<Int> = []
    var nextPosition = 0
    var outstanding = 0
    /// Pulled, and not yet finished.
    var unresolved = 0
    var isFinished = false
    /// Whether a task waits, or is about to wait, for room in the window.
    var isStalled = false
    var caller: CheckedContinuation<Outcome?, Never>?
    var puller: CheckedContinuation<Bool, Never>?
    var supervisor: CheckedContinuation<Void, Never>?
  }

  init(order: OutcomeOrder, window: Int) {
    self.order = order
    self.window = window
  }

  // MARK: Loads

  /// Waits until another attachment may be pulled, and counts it as outstanding.
  ///
  /// Called by one task at a time.
  ///
  /// - Parameter stalled: Called before waiting, if only a commit can make room.
  /// - Returns: False if the task is cancelled while it waits.
  func admit(stalled: () -> Void) async -> Bool {
    if Task.isCancelled { return false }
    let (isAdmitted, isStuck) = state.withLock { state in
      let isAdmitted = admitNow(&state)
      state.isStalled = !isAdmitted
      return (isAdmitted, needsCommit(&state))
    }
    if isAdmitted { return true }
    if isStuck { stalled() }
    defer { state.withLock { $0.isStalled = false } }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let answer: Bool? = state.withLock { state in
          if Task.isCancelled { return false }
          if admitNow(&state) { return true }
          state.puller = waiter
          return nil
        }
        if let answer { waiter.resume(returning: answer) }
      }
    } onCancel: {
      let puller = state.withLock { state in
        defer { state.puller = nil }
        return state.puller
      }
      puller?.resume(returning: false)
    }
  }

  /// Whether the next attachment waits for room in the window, and only a commit can make it.
  var needsCommit: Bool { state.withLock { needsCommit(&$0) } }

  /// A caller that has outcomes to take makes room as it does. To commit for each place that it gives back would make
  /// groups of one, which cost so much that it falls behind yet more.
  private func needsCommit(_ state: inout State) -> Bool { state.isStalled && !hasNext(&state) }

  private func admitNow(_ state: inout State) -> Bool {
    guard state.outstanding < window else { return false }
    state.outstanding += 1
    state.unresolved += 1
    return true
  }

  /// Takes back an admission that was not used.
  func withdrawAdmission() {
    act { state in
      state.outstanding -= 1
      state.unresolved -= 1
    }
  }

  /// An attachment has its outcome, for the caller.
  func resolve(_ outcome: Outcome) {
    act { state in
      state.unresolved -= 1
      state.finished[outcome.position] = outcome
      if order == .asCompleted { state.completion.append(outcome.position) }
    }
  }

  /// An attachment has ended, and its outcome is delivered by other means, or not at all.
  func resolveSilently(_ position: Int) {
    act { state in
      state.unresolved -= 1
      state.outstanding -= 1
      if order == .asGiven { state.dropped.insert(position) }
    }
  }

  /// Waits until each attachment that was pulled has ended.
  func allResolved() async {
    await withCheckedContinuation { waiter in
      let isDone = state.withLock { state in
        if state.unresolved == 0 { return true }
        state.supervisor = waiter
        return false
      }
      if isDone { waiter.resume() }
    }
  }

  /// Says that no outcome comes any more.
  func finish() { act { $0.isFinished = true } }

  // MARK: Caller

  /// The next outcome; `nil` when there are no more. Called by one task at a time.
  ///
  /// Does not notice cancellation: the loads do, and then this ends.
  ///
  /// - Parameter stalled: Called before waiting, if nothing more can be pulled and so only a commit can end that.
  func next(stalled: () -> Void) async -> Outcome? {
    await withCheckedContinuation { waiter in
      let (answer, outcome, isStuck) = state.withLock { state -> (Bool, Outcome?, Bool) in
        if let outcome = takeNext(&state) { return (true, outcome, false) }
        if state.isFinished { return (true, nil, false) }
        state.caller = waiter
        return (false, nil, needsCommit(&state))
      }
      if answer { waiter.resume(returning: outcome) }
      if isStuck { stalled() }
    }
  }

  /// The caller has taken an outcome, which makes room in the window.
  func taken() { act { $0.outstanding -= 1 } }

  /// What finished, and was never given to the caller.
  func leftOver() -> [Outcome] {
    state.withLock { state in
      defer { state.finished = [:] }
      return state.finished.values.sorted { $0.position < $1.position }
    }
  }

  // MARK: Deciding under the lock, acting after it

  private func act(_ change: (inout State) -> Void) {
    let (caller, puller, supervisor) = state.withLock { state in
      change(&state)
      var caller: (CheckedContinuation<Outcome?, Never>, Outcome?)?
      if let waiter = state.caller {
        if let outcome = takeNext(&state) {
          caller = (waiter, outcome)
        } else if state.isFinished {
          caller = (waiter, nil)
        }
        if caller != nil { state.caller = nil }
      }
      var puller: CheckedContinuation<Bool, Never>?
      if state.puller != nil, admitNow(&state) {
        puller = state.puller
        state.puller = nil
      }
      var supervisor: CheckedContinuation<Void, Never>?
      if state.unresolved == 0 {
        supervisor = state.supervisor
        state.supervisor = nil
      }
      return (caller, puller, supervisor)
    }
    caller.map { $0.0.resume(returning: $0.1) }
    puller?.resume(returning: true)
    supervisor?.resume()
  }

  private func hasNext(_ state: inout State) -> Bool {
    switch order {
    case .asCompleted: return !state.completion.isEmpty
    case .asGiven:
      while state.dropped.remove(state.nextPosition) != nil { state.nextPosition += 1 }
      return state.finished[state.nextPosition] != nil
    }
  }

  private func takeNext(_ state: inout State) -> Outcome? {
    guard hasNext(&state) else { return nil }
    switch order {
    case .asCompleted: return state.finished.removeValue(forKey: state.completion.removeFirst())
    case .asGiven:
      defer { state.nextPosition += 1 }
      return state.finished.removeValue(forKey: state.nextPosition)
    }
  }
}
