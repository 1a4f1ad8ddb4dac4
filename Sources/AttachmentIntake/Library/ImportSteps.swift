internal import Synchronization

/// How the steps of one import go, told by who takes them.
final class ImportSteps: Sendable {
  private let state = Mutex(State())

  private struct State {
    var type: TypeIdentifier?
    var results: [ImportStep: StepResult] = [:]
  }

  /// The declared type of what was loaded.
  var type: TypeIdentifier? { state.withLock(\.type) }

  /// The steps that were reached.
  var results: [ImportStep: StepResult] { state.withLock(\.results) }

  func declared(_ type: TypeIdentifier) { state.withLock { $0.type = type } }

  /// A candidate is loaded from now on; what an earlier one came to does not count.
  func begin(_ type: TypeIdentifier) {
    state.withLock { state in
      state.type = type
      state.results = [.select: .done]
    }
  }

  func set(_ step: ImportStep, _ result: StepResult) {
    state.withLock { $0.results[step] = result }
  }

  /// The import ended with `error`: unless a step has said so, the one of the error's stage failed.
  func end(_ error: IntakeError) {
    let step: ImportStep? =
      switch error.stage {
      case .selection: .select
      case .loading: .coordinate
      case .copying: .copy
      case .validation: .validate
      case .commit: .move
      case .handoff, .retention: nil
      }
    if let step { fail(step, error) }
  }

  /// Says that `step` failed, unless an earlier one has.
  func fail(_ step: ImportStep, _ error: any Error) {
    let code = IntakeError(loading: error).code
    state.withLock { state in
      let hasFailed = state.results.values.contains { if case .failed = $0 { true } else { false } }
      if !hasFailed { state.results[step] = .failed(code) }
    }
  }
}

/// A source that wants to know how its import goes on after the load.
protocol StepReporting: AttachmentSource {
  var steps: ImportSteps { get }
}

extension Attachment {
  /// Who is told how the steps go; `nil` where nobody asks.
  var importSteps: ImportSteps? { (source as? any StepReporting)?.steps }
}
