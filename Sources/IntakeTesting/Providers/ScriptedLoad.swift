import AttachmentIntake
import Synchronization

/// One load of a ``ScriptedProvider``: calls back step by step, each on the thread and at the moment that the
/// script says. No thread waits while a step is held.
final class ScriptedLoad: LoadCancellation {
  private let steps: [ScriptedProvider.Step]
  private let deliver: @Sendable (ScriptedProvider.Content) -> Void
  private let onCancel: @Sendable () -> Void
  private let cancellation = Gate()
  private let isCancelled = Mutex(false)

  init(
    _ steps: [ScriptedProvider.Step],
    deliver: @escaping @Sendable (ScriptedProvider.Content) -> Void,
    onCancel: @escaping @Sendable () -> Void
  ) {
    self.steps = steps
    self.deliver = deliver
    self.onCancel = onCancel
  }

  func start() { run(from: 0, isOwnThread: false) }

  func cancel() {
    let isFirst = isCancelled.withLock { isCancelled in
      defer { isCancelled = true }
      return !isCancelled
    }
    guard isFirst else { return }
    onCancel()
    cancellation.open()
  }

  private func run(from index: Int, isOwnThread: Bool) {
    guard index < steps.count else { return }
    switch steps[index].moment {
    case .never: break
    case .onAnotherThread where !isOwnThread:
      BlockingThread.start { self.perform(index, isOwnThread: true) }
    case .atOnce, .onAnotherThread: perform(index, isOwnThread: isOwnThread)
    case .afterGate(let gate): perform(index, after: gate)
    case .afterCancellation: perform(index, after: cancellation)
    }
  }

  private func perform(_ index: Int, after gate: Gate) {
    gate.pass {
      // Not on the thread that opens the gate, which is the test's or the canceller's.
      BlockingThread.start { self.perform(index, isOwnThread: true) }
    }
  }

  private func perform(_ index: Int, isOwnThread: Bool) {
    deliver(steps[index].content)
    run(from: index + 1, isOwnThread: isOwnThread)
  }
}
