public import IntakeModel
import Synchronization
public import UniformTypes

/// A validator whose verdict a test gives, and holds as long as it likes.
public final class ScriptedValidator: DocumentValidator {
  /// Contents that it was asked about.
  public let askings = Tally()

  private let gate: Gate?
  private let state: Mutex<State>

  private struct State {
    var verdict: @Sendable (TypeIdentifier) -> ContentVerdict
    var seen: [(size: ByteCount, type: TypeIdentifier, bytes: [UInt8])] = []
  }

  /// - Parameters:
  ///   - gate: Where it waits before it answers; cancelling ends the waiting.
  ///   - verdict: What it answers, by the type of the content.
  public init(
    gate: Gate? = nil, _ verdict: @escaping @Sendable (TypeIdentifier) -> ContentVerdict
  ) {
    self.gate = gate
    state = Mutex(State(verdict: verdict))
  }

  /// Makes a validator with one answer for all content.
  ///
  /// - Parameters:
  ///   - verdict: What it answers.
  ///   - gate: Where it waits before it answers; `nil` to answer at once.
  public convenience init(_ verdict: ContentVerdict, gate: Gate? = nil) {
    self.init(gate: gate) { _ in verdict }
  }

  /// Answers `verdict` from now on, for all content.
  public func set(_ verdict: ContentVerdict) {
    state.withLock { state in state.verdict = { _ in verdict } }
  }

  /// The types that content was said to be, in the order in which it was asked.
  public var types: [TypeIdentifier] { state.withLock { $0.seen.map(\.type) } }

  /// What it was given to read, in that order.
  public var contents: [[UInt8]] { state.withLock { $0.seen.map(\.bytes) } }

  public func validate(
    _ content: any LocalContent, as type: TypeIdentifier, limits: ValidationLimits
  ) async throws(CancellationError) -> ContentVerdict {
    guard let bytes = try? content.withDescriptor({ try FileAccess.content(of: $0) }) else {
      return .notValidated(.contentUnreadable)
    }
    state.withLock { $0.seen.append((content.size, type, bytes)) }
    askings.add()
    do {
      try await gate?.wait()
    } catch {
      throw CancellationError()
    }
    return state.withLock(\.verdict)(type)
  }
}
