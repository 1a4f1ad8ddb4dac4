import Synchronization
import SystemCalls

/// One collector at work, which may fail, hang, or bring too much.
enum CollectorRun {
  struct Result: Sendable {
    var report: SourceReport
    var members: [CollectorOutput.Kept]
    /// What to tell the person who exports; may hold names and paths, and is no part of the archive.
    var failures: [String]
  }

  /// Runs it to its end or that of its time.
  ///
  /// - Throws: `CancellationError`.
  static func run(_ collector: Collector, spool: Spool) async throws -> Result {
    let output = CollectorOutput(
      budget: collector.budget, spool: spool, privacy: collector.privacy,
      allowed: collector.allowed)
    let race = Race()
    // Not structured: a collector that hangs in a call of the system must not hold the export. Its output is
    // sealed, so that it can do nothing more, and its thread ends with its call.
    let timer = Task {
      try? await Task.sleep(for: collector.timeLimit)
      race.finish(.timedOut)
    }
    defer { timer.cancel() }
    let end = await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        race.start(waiter)
        let collect = { @Sendable in
          do {
            try collector.collect(output)
            race.finish(.ended)
          } catch {
            race.finish(.failed(error))
          }
        }
        // On this thread where the system has room for no other.
        if DetachedThread.start(collect) != 0 { collect() }
      }
    } onCancel: {
      race.finish(.cancelled)
    }
    if Task.isCancelled {
      _ = output.seal(name: collector.name, .failed)
      throw CancellationError()
    }
    return seal(collector, output, end)
  }

  private static func seal(
    _ collector: Collector, _ output: CollectorOutput, _ end: Race.End
  ) -> Result {
    var failures: [String] = []
    let collectorEnd: CollectorEnd
    switch end {
    case .ended: collectorEnd = .ended
    case .timedOut, .cancelled:
      let (whole, rest) = collector.timeLimit.components
      let seconds = rest > 0 ? whole + 1 : whole
      failures.append("'\(collector.name)' did not end within \(collector.timeLimit), and is cut")
      collectorEnd = .timedOut(seconds: seconds)
    case .failed(let error):
      failures.append(
        error is BudgetExceeded
          ? "'\(collector.name)' has more than its budget, and is cut"
          : "'\(collector.name)' failed: \(error)")
      collectorEnd = .failed
    }
    let (report, members, findings) = output.seal(name: collector.name, collectorEnd)
    failures += findings.map { "left out for what looks like content of a user: \($0)" }
    return Result(report: report, members: members, failures: failures)
  }
}

/// Whatever comes first ends the wait.
private final class Race: Sendable {
  enum End: Sendable {
    case ended
    case failed(any Error)
    case timedOut
    case cancelled
  }

  private struct State: Sendable {
    var waiter: CheckedContinuation<End, Never>?
    var end: End?
  }

  private let state = Mutex(State())

  func start(_ waiter: CheckedContinuation<End, Never>) {
    let end = state.withLock { state -> End? in
      if state.end == nil { state.waiter = waiter }
      return state.end
    }
    if let end { waiter.resume(returning: end) }
  }

  func finish(_ end: End) {
    let waiter = state.withLock { state -> CheckedContinuation<End, Never>? in
      guard state.end == nil else { return nil }
      state.end = end
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: end)
  }
}
