import IntakeModel
import Synchronization

/// Adds the progress of the shares of a run up, and reports it.
final class ReplayMeter: Sendable {
  private let report: (@Sendable (ShareReplay.Progress) -> Void)?
  private let state = Mutex(State())

  private struct State {
    var progress = ShareReplay.Progress()
    /// What the share under way has copied so far.
    var current = ByteCount.zero

    var sum: ShareReplay.Progress {
      var sum = progress
      sum.bytes += current
      return sum
    }
  }

  init(_ report: (@Sendable (ShareReplay.Progress) -> Void)?) { self.report = report }

  /// The share under way has copied `bytes` by now.
  func note(_ bytes: ByteCount) {
    guard let report else { return }
    report(
      state.withLock { state in
        state.current = bytes
        return state.sum
      })
  }

  func shareEnded() {
    let progress = state.withLock { state in
      state.progress.bytes += state.current
      state.progress.shares += 1
      state.current = .zero
      return state.progress
    }
    report?(progress)
  }
}
