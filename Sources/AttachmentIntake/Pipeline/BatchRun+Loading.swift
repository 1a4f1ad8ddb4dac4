internal import Synchronization

extension BatchRun {
  /// Loads one attachment after the other, until there are no more.
  func work() async {
    while let (position, attachment) = await pull() {
      progress?.started()
      services.counters.update { $0.inFlight += 1 }
      state.withLock { $0.loading += 1 }
      defer { loadEnded() }
      do {
        try await services.openCopies.beginLoad { services.queue.flush() }
      } catch {
        cut(position)
        continue
      }
      defer { if services.openCopies.endLoad() { services.queue.flush() } }
      do {
        // Here, and not before it has its place: where a batch is aborted, it has an outcome too.
        try Task.checkCancellation()
        try await services.refreshTotals()
        try checkCount(position)
        let report = try await load.run(
          attachment, position: position, trace: recorder?.trace(of: position))
        progress?.copied(position)
        switch report.result {
        case .success(let staged): submit(staged, attachment, position, report)
        case .failure(let error):
          settle(position, attachment.name, report.declared, report.trail, .failure(error))
        }
      } catch let error as IntakeError {
        settle(position, attachment.name, [], [], .failure(error))
      } catch {
        // Only cancellation gets here; the load has undone what it had.
        services.openCopies.release()
        cut(position)
      }
    }
  }

  /// An attachment comes to nothing, since the task is cancelled.
  func cut(_ position: Int) {
    state.withLock { $0.isCut = true }
    progress?.copied(position)
    services.counters.update { $0.inFlight -= 1 }
    outcomes.resolveSilently(position)
  }

  /// What loaded while the window was full has joined the open group. When it was the last, nothing else will.
  private func loadEnded() {
    let isLast = state.withLock { state in
      state.loading -= 1
      return state.loading == 0
    }
    if isLast, outcomes.needsCommit { flush() }
  }

  private func checkCount(_ position: Int) throws {
    let maximum = services.configuration.maximumCount
    if position >= maximum {
      throw IntakeError(
        .overCountLimit, at: .selection,
        "one batch may have \(maximum) attachments; raise the limit, or take them in several batches"
      )
    }
  }

  /// Pulls the next attachment, when it is this worker's turn, the window has room, and a load could have
  /// its descriptors and its memory (P5).
  private func pull() async -> (Int, Attachment)? {
    let pulled = await turns.run { () -> (Int, Attachment)? in
      if state.withLock({ $0.isExhausted || !$0.refusals.isEmpty }) { return nil }
      // While the window is full and nothing can be taken from it, nothing joins the open group.
      guard await outcomes.admit(stalled: flush) else {
        state.withLock { $0.isCut = true }
        return nil
      }
      do {
        try await services.waitForRoom()
        if let attachment = try await feed.next() {
          return state.withLock { state in
            defer { state.pulled += 1 }
            if isAllOrNothing { state.givenUp[state.pulled] = GivenUp(name: attachment.name) }
            return (state.pulled, attachment)
          }
        }
        state.withLock { state in
          state.isExhausted = true
          // A sequence may end because the task is cancelled, and not say so.
          if Task.isCancelled { state.isCut = true }
        }
      } catch {
        stopPulling(error)
      }
      outcomes.withdrawAdmission()
      return nil
    }
    // Without a turn, the task was cancelled while it waited for one.
    if pulled == nil { state.withLock { $0.isCut = true } }
    return pulled ?? nil
  }

  private func stopPulling(_ error: any Error) {
    state.withLock { state in
      state.isExhausted = true
      if Task.isCancelled {
        state.isCut = true
      } else {
        state.failure =
          error as? IntakeError
          ?? IntakeError(
            .sequenceFailed, at: .loading,
            "the sequence of attachments failed (\(type(of: error))) after \(state.pulled)",
            cause: error)
      }
    }
  }

  private func submit(
    _ staged: StagedCopy, _ attachment: Attachment, _ position: Int,
    _ report: AttachmentLoad.Report
  ) {
    if isAllOrNothing {
      state.withLock {
        $0.givenUp[position]?.declared = report.declared
        $0.givenUp[position]?.trail = report.trail
      }
    }
    let submission = Submission(
      staged: staged, displayName: attachment.name, batch: id, position: position,
      state: isAllOrNothing ? .hidden : destination, steps: attachment.importSteps
    ) { result in
      // Before the outcome is there, since the batch may end with it, and holds nothing then.
      switch result {
      case .success:
        self.services.disk.settle(staged.receipt.size.bytes)
        if self.isAllOrNothing { self.state.withLock { $0.stored[position] = staged } }
      case .failure:
        self.load.copying.batch.giveBack(staged.receipt.size.bytes)
        self.services.disk.giveBack(staged.receipt.size.bytes)
      }
      self.settle(position, attachment.name, report.declared, report.trail, result)
    }
    if let opened = services.queue.add(submission) { groupOpened.yield(opened) }
    // Added behind the withdrawal, which then did not see it.
    if state.withLock(\.isWithdrawn) { withdraw() }
  }

  /// An attachment has its result.
  private func settle(
    _ position: Int, _ name: String?, _ declared: [TypeIdentifier], _ trail: [FailedCandidate],
    _ result: Result<StoredAttachment, IntakeError>
  ) {
    let outcome = Outcome(
      position: position, name: name, declared: declared, trail: trail, result: result)
    services.openCopies.release()
    recorder?.ended(position)
    progress?.copied(position)
    services.counters.update { $0.inFlight -= 1 }
    progress?.ended(stored: outcome.stored != nil)
    if !isAllOrNothing {
      services.count(outcome)
      outcomes.resolve(outcome)
      return
    }
    state.withLock { state in
      // From here on its row tells it, or its refusal.
      state.givenUp[position] = nil
      switch result {
      case .success:
        if !trail.isEmpty { state.trails[position] = trail }
      case .failure: state.refusals[position] = outcome
      }
    }
    if outcome.refusal != nil { abort.finish() }
    outcomes.resolveSilently(position)
  }
}
