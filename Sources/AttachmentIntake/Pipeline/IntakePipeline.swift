/// Takes attachments into a shared container: many at once, within limits, and each with an outcome.
///
/// One pipeline serves any number of calls at once. They share its memory budget, its disk ledger and its
/// commits; each call has its own window, cap and order.
public actor IntakePipeline {
  private let services: PipelineServices
  private var isClosed = false

  /// A pipeline into `container`.
  ///
  /// - Throws: ``IntakeError`` with code `invalidArgument` where a limit makes no sense.
  public init(
    into container: SharedContainer, configuration: Configuration = Configuration()
  ) throws {
    try configuration.validate()
    services = PipelineServices(container: container, configuration: configuration)
  }

  /// What the pipeline has done and is doing.
  public nonisolated var counters: IntakeCounters {
    var counters = services.counters.snapshot
    let memory = services.memory.figures
    counters.waitingForMemory = memory.waiting
    counters.waitingForDescriptors = services.openCopies.waiting
    counters.waitingForCommit = services.queue.waiting
    counters.memoryWaits = memory.waits
    counters.memoryReserved = ByteCount(bytes: memory.reserved)
    counters.memoryPeak = ByteCount(bytes: memory.peak)
    counters.diskGranted = services.disk.granted
    return counters
  }

  /// Refuses new batches. Those under way go on.
  public func close() { isClosed = true }

  private func begin(_ feed: AttachmentFeed, _ options: BatchOptions) async throws -> BatchRun {
    guard !isClosed else {
      throw IntakeError(.closed, at: .selection, "the pipeline was closed")
    }
    services.disk.update(try await services.catalog.totals())
    return BatchRun(feed, options: options, services: services)
  }
}

// MARK: - Taking in

extension IntakePipeline {
  /// Takes in `attachments`, and hands each outcome to `consume`, one at a time, on the caller's actor.
  ///
  /// The sequence is pulled only when a load can start, and a slow `consume` holds the loads up (P5). Where an
  /// all-or-nothing batch is given up, what was not pulled from an asynchronous sequence by then never is, and
  /// has no outcome.
  /// Memory is bounded by the budget, whatever the number and size of the attachments.
  ///
  /// - Returns: What became of the batch.
  /// - Throws: `CancellationError` once a cancelled call has undone everything that was not delivered (P6);
  ///   ``IntakeError`` with code `sequenceFailed` where `attachments` itself throws, after the outcomes of
  ///   what was pulled; what `consume` throws, after undoing what it has not seen (an all-or-nothing batch
  ///   that was revealed stays whole). One bad attachment is not an error: its outcome says why it was
  ///   refused (P7).
  @discardableResult
  public nonisolated func ingest<Attachments: AsyncSequence & Sendable>(
    _ attachments: Attachments, options: BatchOptions = BatchOptions(),
    each consume: (Outcome) async throws -> Void
  ) async throws -> BatchSummary where Attachments.Element == Attachment {
    try await ingest(AttachmentFeed(attachments), options, consume)
  }

  /// Takes in `attachments`, and hands each outcome to `consume`, one at a time, on the caller's actor.
  ///
  /// - Throws: As for an asynchronous sequence, but for `sequenceFailed`: a sequence cannot throw.
  @discardableResult
  public nonisolated func ingest<Attachments: Sequence & Sendable>(
    _ attachments: Attachments, options: BatchOptions = BatchOptions(),
    each consume: (Outcome) async throws -> Void
  ) async throws -> BatchSummary where Attachments.Element == Attachment {
    try await ingest(AttachmentFeed(attachments), options, consume)
  }

  /// Takes in `attachments`, and returns their outcomes in the order of the attachments.
  ///
  /// - Throws: `CancellationError` once a cancelled call has undone everything that was not delivered;
  ///   ``IntakeError`` where the pipeline was closed, or the container fails. A refused attachment is no error: its
  ///   outcome says why.
  /// - Complexity: O(*n*) memory for the outcomes of *n* attachments.
  public nonisolated func ingest(
    _ attachments: [Attachment], policy: BatchPolicy = .keep
  ) async throws -> [Outcome] {
    var outcomes: [Outcome] = []
    try await ingest(attachments, options: BatchOptions(policy: policy, order: .asGiven)) {
      outcomes.append($0)
    }
    return outcomes
  }

  private nonisolated func ingest(
    _ feed: AttachmentFeed, _ options: BatchOptions, _ consume: (Outcome) async throws -> Void
  ) async throws -> BatchSummary {
    try Task.checkCancellation()
    let run = try await begin(feed, options)
    var summary = BatchSummary(batch: run.id)
    func deliver(_ outcome: Outcome) async throws {
      summary.add(outcome)
      run.recorder?.delivered(outcome)
      try await consume(outcome)
    }
    do {
      try await deliverOutcomes(of: run, to: deliver)
    } catch {
      await finishRecording(of: run)
      throw error
    }
    await finishRecording(of: run)
    try run.checkEnd()
    return summary
  }

  private nonisolated func deliverOutcomes(
    of run: BatchRun, to deliver: (Outcome) async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await run.supervise() }
      do {
        while let outcome = await run.outcomes.next(stalled: run.flush) {
          try await deliver(outcome)
          run.outcomes.taken()
        }
      } catch {
        group.cancelAll()
        try await group.waitForAll()
        await run.undoUndelivered()
        throw error
      }
      try await group.waitForAll()
      try await run.deliverAllOrNothing(to: deliver)
    }
  }

  private nonisolated func finishRecording(of run: BatchRun) async {
    guard let recorder = run.recorder else { return }
    let container = services.container
    let batch = run.id
    // Also where the call is cancelled: what stands is read back, and the record is written.
    await Task(name: "record", executorPreference: BlockingExecutor.shared) {
      await recorder.finish(container, batch: batch)
    }.value
  }
}
