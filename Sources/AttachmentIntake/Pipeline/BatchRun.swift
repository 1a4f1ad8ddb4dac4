internal import Synchronization

/// One batch under way: its loads, its part in the commits, and its outcomes.
///
/// Everything runs in child tasks of the call that takes the batch in. Workers pull an attachment when they
/// can load it, stage it, and hand it to the queue of commits; another child commits groups while the
/// workers go on; a third makes sure that no group waits too long.
final class BatchRun: Sendable {
  let id: BatchID
  let outcomes: OutcomeBuffer
  let feed: AttachmentFeed
  private let options: BatchOptions
  let load: AttachmentLoad
  let services: PipelineServices
  let recorder: ShareRecorder?
  private let commits: GroupCommit
  let turns = TurnQueue()
  let state = Mutex(State())
  private let openedGroups: AsyncStream<GroupQueue.GroupID>
  let groupOpened: AsyncStream<GroupQueue.GroupID>.Continuation
  private let abortSignal: AsyncStream<Never>
  let abort: AsyncStream<Never>.Continuation

  struct State {
    var pulled = 0
    var loading = 0
    var isExhausted = false
    /// Whether something came to nothing because the task was cancelled.
    var isCut = false
    /// Whether the task is cancelled, so that what is still handed over is taken back at once.
    var isWithdrawn = false
    var failure: IntakeError?
    /// Refusals of an all-or-nothing batch, by position.
    var refusals: [Int: Outcome] = [:]
    /// What an all-or-nothing batch has stored, by position.
    var stored: [Int: StagedCopy] = [:]
    /// Trails of stored attachments of an all-or-nothing batch, where there are any.
    var trails: [Int: [FailedCandidate]] = [:]
    /// What there is to say of attachments that an all-or-nothing batch gives up, by position: of those that were
    /// pulled and have no row, which are few; and once the batch is to be undone, also what its rows held.
    var givenUp: [Int: GivenUp] = [:]
    /// Whether an all-or-nothing batch is visible.
    var isRevealed = false
  }

  /// What an outcome says of an attachment that is given up for the sake of another.
  struct GivenUp {
    var name: String?
    var declared: [TypeIdentifier] = []
    var trail: [FailedCandidate] = []
  }

  init(
    _ feed: AttachmentFeed, options: BatchOptions, services: PipelineServices
  ) {
    let configuration = services.configuration
    id = BatchID(milliseconds: services.now())
    self.feed = feed
    self.options = options
    self.services = services
    recorder = options.recording.map { ShareRecorder($0, clock: configuration.clock) }
    outcomes = OutcomeBuffer(order: options.order, window: services.window)
    let progress = options.progress.map {
      ProgressMeter(interval: options.progressInterval, report: $0)
    }
    load = AttachmentLoad(
      copying: CopyContext(
        store: services.store,
        check: ContentCheck(rule: configuration.rule, registry: configuration.registry),
        validation: configuration.validation, fileLimit: configuration.maximumFileSize,
        memory: services.memory,
        buffers: services.buffers, batch: BatchLedger(limit: configuration.maximumBatchSize),
        disk: services.disk, progress: progress, now: services.now),
      timeout: configuration.loadTimeout, clock: configuration.clock)
    commits = GroupCommit(
      store: services.store, catalog: services.catalog, limits: configuration.container,
      durability: configuration.durability, remains: services.remains, now: services.now)
    // Only the newest matters: a group that was opened before it is closed by now.
    (openedGroups, groupOpened) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    (abortSignal, abort) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  var destination: CatalogRecord.State { options.destination }

  var isAllOrNothing: Bool { options.policy == .allOrNothing }

  var progress: ProgressMeter? { load.copying.progress }
}

// MARK: - The course of a batch

extension BatchRun {
  /// Takes the batch in. When it returns, nothing of it runs, and everything that was not stored is undone.
  func supervise() async {
    await withTaskGroup(of: Void.self) { helpers in
      helpers.addTask {
        await self.services.catalog.prepare(for: self.services.configuration.durability)
      }
      helpers.addTask { await self.commitGroups() }
      helpers.addTask { await self.closeGroupsInTime() }
      // At once, whatever the workers wait for: others may have joined a group that this batch was to close,
      // and nobody commits for it any more, since its helpers end too.
      await withTaskCancellationHandler {
        await runWorkers()
        if state.withLock({ !$0.refusals.isEmpty }) { withdraw() } else { flush() }
        await outcomes.allResolved()
      } onCancel: {
        state.withLock { $0.isWithdrawn = true }
        withdraw()
      }
      helpers.cancelAll()
    }
    if isAllOrNothing { await endAllOrNothing() }
    progress?.finish(isUndone: isAllOrNothing && state.withLock { !$0.isRevealed })
    outcomes.finish()
  }

  private func runWorkers() async {
    let configured = services.configuration.maximumConcurrentLoads
    let count = min(configured, services.window, max(1, feed.count ?? configured))
    await withTaskGroup(of: Bool.self) { workers in
      for _ in 0..<count {
        workers.addTask(executorPreference: BlockingExecutor.shared) {
          await self.work()
          return true
        }
      }
      if isAllOrNothing {
        workers.addTask {
          for await _ in self.abortSignal {}
          return false
        }
      }
      var running = count
      while running > 0, let isWorker = await workers.next() {
        if isWorker { running -= 1 } else { workers.cancelAll() }
      }
      workers.cancelAll()
    }
  }

  private func commitGroups() async {
    while let group = await services.queue.next(for: id) {
      let (commits, services) = (commits, services)
      // Before its outcomes are told, so that who has seen one finds its commit counted.
      services.counters.update { $0.commits += 1 }
      services.disk.beginCommit(group.bytes)
      // What has begun completes (P6), so it runs in a task that this one's cancellation does not reach.
      await Task(name: "commit", executorPreference: BlockingExecutor.commits) {
        await services.removeUndelivered()
        await commits.run(group.submissions)
      }.value
      services.disk.endCommit(group.bytes)
      services.queue.finished()
    }
  }

  private func closeGroupsInTime() async {
    let clock = services.configuration.clock
    for await group in openedGroups {
      // A batch that is cancelled takes back what it has in the group, and does not commit it now.
      guard (try? await clock.sleep(for: services.configuration.groupDelay)) != nil else { return }
      services.queue.close(group)
    }
  }

  /// Has what was submitted committed soon, since nothing more comes that could join it.
  func flush() { services.queue.flush(id) }

  func withdraw() {
    for submission in services.queue.withdraw(id) {
      load.copying.drop(submission.staged)
      services.openCopies.release()
      cut(submission.position)
    }
  }

  /// Throws what ended the batch early, if anything did.
  func checkEnd() throws {
    let (isCut, failure) = state.withLock { ($0.isCut, $0.failure) }
    if Task.isCancelled, isCut { throw CancellationError() }
    if let failure { throw failure }
  }

  /// Undoes what was stored and never delivered, since nobody knows its identifier.
  func undoUndelivered() async {
    let ids = outcomes.leftOver().compactMap { $0.stored?.id }
    guard !ids.isEmpty else { return }
    let services = services
    services.undelivered.add(ids)
    await Task(name: "clean-up") { await services.removeUndelivered() }.value
  }
}
