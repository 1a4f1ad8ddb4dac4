/// How one batch is taken in.
public struct BatchOptions: Sendable {
  /// What becomes of the batch in which some attachments are refused. They are by default left out.
  public var policy: BatchPolicy = .keep
  /// The order in which outcomes are delivered. As they complete by default.
  public var order: OutcomeOrder = .asCompleted
  /// Called with the progress of the batch, on any thread and in any task, so that task-local values may be those of
  /// another batch; one event at a time, and a last event at the end. It should return soon, since loads wait for it.
  public var progress: (@Sendable (IntakeProgress) -> Void)?
  /// The shortest time between two progress events. A tenth of a second by default.
  public var progressInterval: Duration = .milliseconds(100)

  /// Where what is stored goes: what everybody may take, or the library.
  package var destination = CatalogRecord.State.available

  /// Asks for a record of the batch, without its content. There is none by default.
  public var recording: ShareRecording?

  /// Makes options, with no record.
  ///
  /// - Parameters:
  ///   - policy: What becomes of the batch where some attachments are refused.
  ///   - order: The order in which outcomes reach the caller.
  public init(policy: BatchPolicy = .keep, order: OutcomeOrder = .asCompleted) {
    self.policy = policy
    self.order = order
  }
}

/// What became of one batch.
public struct BatchSummary: Sendable, Hashable {
  /// Names the batch in the catalog.
  public let batch: BatchID
  /// How many attachments were stored.
  public internal(set) var stored = 0
  /// The bytes of what was stored.
  public internal(set) var bytes = ByteCount.zero
  /// How many were refused, by reason.
  public internal(set) var refusals: [IntakeError.Code: Int] = [:]

  init(batch: BatchID) { self.batch = batch }

  /// How many attachments were refused, for whatever reason.
  public var refused: Int { refusals.values.reduce(0, +) }

  mutating func add(_ outcome: Outcome) {
    switch outcome.result {
    case .success(let attachment):
      stored += 1
      bytes += attachment.size
    case .failure(let error): refusals[error.code, default: 0] += 1
    }
  }
}
