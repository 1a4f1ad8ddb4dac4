internal import ContainerStorage
internal import Synchronization
internal import SystemCalls

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// One document and the process that looks at it.
///
/// ``run(_:as:limits:)`` blocks, and runs once, on a thread of our own. ``stop()`` may come at any time, and ends the
/// process at once.
final class ValidationExchange: Sendable {
  private let configuration: ValidatorPool.Configuration
  private let counts: ValidatorCounts
  private let state: Mutex<State>

  private struct State {
    var process: ValidatorProcess?
    /// What is to be killed; also while it starts. `nil` as soon as nothing is left to be stopped.
    var connection: ConnectedProcess?
    var isStopped = false
  }

  /// - Parameter process: One that is ready; `nil` to start one.
  init(
    _ process: ValidatorProcess?, _ configuration: ValidatorPool.Configuration,
    _ counts: ValidatorCounts
  ) {
    self.configuration = configuration
    self.counts = counts
    state = Mutex(State(process: process, connection: process?.connection))
  }

  /// Ends the process that is in use. The answer does not count any more.
  func stop() {
    let connection = state.withLock { state in
      state.isStopped = true
      return state.connection
    }
    connection?.kill()
  }

  /// The process, if it can be used again.
  func takeProcess() -> ValidatorProcess? { state.withLock { $0.process.take() } }

  /// - Returns: The verdict. Afterwards ``takeProcess()`` gives the process back, unless it has ended.
  func run(
    _ content: any LocalContent, as type: TypeIdentifier, limits: ValidationLimits
  ) -> ContentVerdict {
    defer { endUse() }
    do {
      return try content.withDescriptor { descriptor in ask(descriptor, type, limits) }
    } catch {
      return .notValidated(.contentUnreadable)
    }
  }

  /// Lets ``stop()`` do nothing any more. A process that it has killed is not given back: it could still take the
  /// next document, and end with it.
  private func endUse() {
    let killed = state.withLock { state in
      state.connection = nil
      return state.isStopped ? state.process.take() : nil
    }
    if let killed { end(killed.connection) }
  }

  private func ask(
    _ descriptor: Int32, _ type: TypeIdentifier, _ limits: ValidationLimits
  ) -> ContentVerdict {
    if var process = takeReady() {
      // It may have ended while nobody looked. That says nothing of this document, so another one is asked.
      if let verdict = ask(&process, descriptor, type, limits) { return verdict }
    }
    switch start() {
    case .ready(var process):
      return ask(&process, descriptor, type, limits) ?? .notValidated(.validatorCrashed)
    case .missing: return .notValidated(.noValidator)
    case .failed: return .notValidated(.validatorUnavailable)
    }
  }

  /// Has a process ready, and asks it nothing.
  ///
  /// - Returns: Why there is none.
  func prepare() -> String? {
    // One that ended while nobody looked is replaced when it is asked.
    if state.withLock({ $0.process != nil }) { return nil }
    switch start() {
    case .ready(let process):
      state.withLock { $0.process = process }
      return nil
    case .missing:
      return switch configuration.program {
      case .besideExecutable:
        "There is no program 'intake-validate' beside this one, in 'libexec' beside it, or in 'libexec' beside "
          + "its folder, and content opens in no other; install it there, or name its path."
      case .path(let path):
        "There is no program to run at '\(path)', and content opens in no other; name the path of "
          + "'intake-validate'."
      }
    case .failed:
      return
        "The program that opens content does not start, or is not of this version; 'intake-validate --check' "
        + "tells what it says itself."
    }
  }

  private var isStopped: Bool { state.withLock { $0.isStopped } }

  private func takeReady() -> ValidatorProcess? { state.withLock { $0.process.take() } }

  // MARK: Starting

  private enum Start {
    case ready(ValidatorProcess)
    /// There is no such program.
    case missing
    case failed
  }

  private func start() -> Start {
    if isStopped { return .failed }
    guard let path = ValidatorProgram.find(configuration.program) else { return .missing }
    guard let connection = try? ValidatorProcess.spawn(path, configuration) else { return .failed }
    counts.addStarted()
    state.withLock { $0.connection = connection }
    guard !isStopped,
      let process = ValidatorProcess(connection, startTime: configuration.startTime)
    else {
      end(connection)
      return .failed
    }
    counts.greeted(process.greeting)
    return .ready(process)
  }

  @discardableResult
  private func end(_ connection: ConnectedProcess) -> ProcessEnding {
    let ending = connection.end()
    counts.addEnded()
    return ending
  }

  // MARK: Asking

  /// - Returns: `nil` where the process could not be asked.
  private func ask(
    _ process: inout ValidatorProcess, _ descriptor: Int32, _ type: TypeIdentifier,
    _ limits: ValidationLimits
  ) -> ContentVerdict? {
    let connection = process.connection
    let watch = Stopwatch(ContinuousClock())
    let request = ValidationRequest(number: process.nextNumber(), type: type, limits: limits)
    do {
      try connection.send(request.line, passing: descriptor)
    } catch {
      end(connection)
      return nil
    }
    counts.addAsked()
    let received = try? connection.receive(
      limit: ValidationLine.maximumLength, within: limits.time)
    guard case .line(let line)? = received, let reply = ValidationReply(line: line),
      reply.number == request.number
    else {
      return .notValidated(reason(for: end(connection), received))
    }
    process.note(reply)
    counts.answered(reply, after: watch.elapsed)
    if process.isUsedUp(configuration) {
      end(connection)
    } else {
      state.withLock { $0.process = process }
    }
    return reply.verdict
  }

  /// Why there is no answer.
  private func reason(
    for ending: ProcessEnding, _ received: LineSocket.Received?
  ) -> NotValidatedReason {
    if isStopped { return .validatorUnavailable }
    return switch (received, ending) {
    case (.timedOut, _), (_, .signalled(SIGALRM)), (_, .signalled(SIGXCPU)): .timedOut
    case (.closed, .exited(Self.outOfMemory)): .outOfMemory
    default: .validatorCrashed
    }
  }

  /// What the program exits with where it gets no memory.
  private static let outOfMemory: Int32 = 86
}
