internal import Synchronization

/// Counts the progress of one batch, and reports it no oftener than the caller wishes.
final class ProgressMeter: Sendable {
  private let interval: Duration
  private let report: @Sendable (IntakeProgress) -> Void
  private let state: Mutex<State>

  private struct State {
    var progress = IntakeProgress()
    var nextReport: ContinuousClock.Instant
    /// Keeps events in order: one at a time.
    var isReporting = false
    /// Whether something has changed since the last event.
    var isChanged = false

    /// The event that is due, if one is. Whoever gets one reports it.
    mutating func takeDue(_ interval: Duration) -> IntakeProgress? {
      let now = ContinuousClock.now
      guard isChanged, !isReporting, now >= nextReport else { return nil }
      isReporting = true
      isChanged = false
      nextReport = now + interval
      return progress
    }
  }

  init(interval: Duration, report: @escaping @Sendable (IntakeProgress) -> Void) {
    self.interval = interval
    self.report = report
    state = Mutex(State(nextReport: .now))
  }

  func started() { update { $0.started += 1 } }

  /// An attachment begins to be copied.
  func expect(_ size: ByteCount?, of position: Int) {
    update { progress in
      progress.running.append(.init(position: position, bytesExpected: size))
      progress.bytesExpected += size ?? .zero
    }
  }

  func add(_ bytes: Int, to position: Int) {
    update { progress in
      let bytes = ByteCount.bytes(bytes)
      progress.bytesDone += bytes
      if let index = progress.running.firstIndex(where: { $0.position == position }) {
        progress.running[index].bytesDone += bytes
        if progress.running[index].bytesExpected == nil { progress.bytesExpected += bytes }
      }
    }
  }

  /// The candidate failed: what it copied does not count.
  func restart(_ position: Int) {
    update { progress in
      guard let index = progress.running.firstIndex(where: { $0.position == position }) else {
        return
      }
      let gone = progress.running.remove(at: index)
      progress.bytesDone -= gone.bytesDone
      progress.bytesExpected -= gone.bytesExpected ?? gone.bytesDone
    }
  }

  /// The copy is complete.
  func copied(_ position: Int) { update { $0.running.removeAll { $0.position == position } } }

  func ended(stored: Bool) {
    update { progress in
      if stored { progress.stored += 1 } else { progress.refused += 1 }
    }
  }

  /// Reports the last event. Called when nothing runs any more.
  ///
  /// - Parameter isUndone: Whether nothing of what was stored is there any more.
  func finish(isUndone: Bool) {
    let last = state.withLock { state in
      state.progress.running = []
      if isUndone { state.progress.stored = 0 }
      state.progress.isFinal = true
      return state.progress
    }
    report(last)
  }

  private func update(_ change: (inout IntakeProgress) -> Void) {
    var due = state.withLock { state in
      change(&state.progress)
      state.isChanged = true
      return state.takeDue(interval)
    }
    while let event = due {
      report(event)
      // What changed meanwhile may be due by now, and perhaps nothing follows that would report it.
      due = state.withLock { state in
        state.isReporting = false
        return state.takeDue(interval)
      }
    }
  }
}
