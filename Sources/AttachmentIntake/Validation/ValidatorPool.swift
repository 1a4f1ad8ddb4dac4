internal import ContainerStorage

/// Tells whether documents open, through processes of `intake-validate` that do the parsing.
///
///     let validators = ValidatorPool()
///     let verdict = try await validators.validate(content, as: "com.adobe.pdf")
///     await validators.close()
///
/// A parser that is led astray by a document shares no memory with the caller, can open no file and reach no network
/// (see ``ValidatorGreeting/Confinement``), and is killed when its time is over. A process looks at one document at a
/// time, and is started when it is first needed. Where there is no such program, all content is
/// `notValidated(.noValidator)`.
///
/// The caller's threads are never blocked: each process in use has a thread that waits for it.
public final class ValidatorPool: DocumentValidator {
  private let configuration: Configuration
  private let slots: ValidatorSlots
  private let counts = ValidatorCounts()
  private let executor: BlockingExecutor

  /// - Complexity: Starts a thread for each process that there may be, and no process.
  public init(_ configuration: Configuration = Configuration()) {
    self.configuration = configuration
    slots = ValidatorSlots(limit: configuration.processes)
    executor = BlockingExecutor(threads: configuration.processes)
  }

  /// What the processes have done so far.
  public var statistics: Statistics { counts.statistics }

  /// Starts a process unless one is ready, so that a program which is missing is known before the first document.
  ///
  /// - Throws: ``IntakeError`` with code `notValidated` where there is no such program, or it does not start;
  ///   `closed` for a pool that was closed; `CancellationError` once the task is cancelled.
  public func start() async throws {
    switch await slots.acquire() {
    case .cancelled: throw CancellationError()
    case .closed: throw Self.closed
    case .granted(let process):
      let exchange = ValidationExchange(process, configuration, counts)
      guard let number = slots.begin(exchange) else {
        slots.release(nil, process)
        throw Self.closed
      }
      let failure = await run(exchange) { $0.prepare() }
      slots.release(number, exchange.takeProcess())
      try Task.checkCancellation()
      if let failure { throw IntakeError(.notValidated, at: .validation, failure) }
    }
  }

  private static var closed: IntakeError {
    IntakeError(.closed, at: .validation, "the pool of validators was closed before")
  }

  /// Has one of the processes look at `content`, waiting for one that is free.
  ///
  /// The limit of time counts from then on. A cancelled call ends the process that works for it, and returns when
  /// it has ended.
  ///
  /// - Throws: `CancellationError` once the task is cancelled.
  public func validate(
    _ content: any LocalContent, as type: TypeIdentifier, limits: ValidationLimits
  ) async throws(CancellationError) -> ContentVerdict {
    switch await slots.acquire() {
    case .cancelled: throw CancellationError()
    case .closed: return .notValidated(.validatorUnavailable)
    case .granted(let process):
      let exchange = ValidationExchange(process, configuration, counts)
      let number = slots.begin(exchange)
      let verdict =
        number == nil
        ? .notValidated(.validatorUnavailable)
        : await run(exchange) { $0.run(content, as: type, limits: limits) }
      slots.release(number, exchange.takeProcess())
      if Task.isCancelled { throw CancellationError() }
      return verdict
    }
  }

  private func run<Result: Sendable>(
    _ exchange: ValidationExchange, _ body: @escaping @Sendable (ValidationExchange) -> Result
  ) async -> Result {
    await withTaskCancellationHandler {
      await Task(name: "validate", executorPreference: executor) { body(exchange) }.value
    } onCancel: {
      exchange.stop()
    }
  }

  /// Ends all processes. Calls that are still waiting for a verdict get `notValidated(.validatorUnavailable)`, and
  /// so do later ones.
  public func close() async {
    let idle = await slots.close()
    let counts = counts
    await Task(name: "close", executorPreference: executor) {
      for process in idle {
        process.connection.end()
        counts.addEnded()
      }
    }.value
  }
}

extension DocumentValidator {
  /// The same with the usual limits.
  ///
  /// - Throws: `CancellationError` once the task is cancelled.
  public func validate(
    _ content: any LocalContent, as type: TypeIdentifier
  ) async throws(CancellationError) -> ContentVerdict {
    try await validate(content, as: type, limits: ValidationLimits())
  }
}
