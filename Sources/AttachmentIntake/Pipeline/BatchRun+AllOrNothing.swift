internal import Synchronization

extension BatchRun {
  /// Reveals the batch, or leaves nothing of it.
  func endAllOrNothing() async {
    let (isWhole, count) = state.withLock {
      ($0.refusals.isEmpty && !$0.isCut && $0.failure == nil, $0.stored.count)
    }
    if isWhole, !Task.isCancelled {
      do {
        let catalog = services.catalog
        let (id, durability) = (id, services.configuration.durability)
        try await Task(name: "reveal") {
          try await catalog.reveal(id, count: count, durability: durability)
        }.value
        state.withLock { $0.isRevealed = true }
        return
      } catch {
        fail(error)
      }
    }
    if Task.isCancelled { state.withLock { $0.isCut = true } } else { await keepRows() }
    do {
      // In their order, since rows that lie side by side are removed faster.
      let stored = state.withLock(\.stored).sorted { $0.key < $1.key }.map(\.value)
      let removal = HiddenBatchRemoval(services: services, names: stored.map(\.receipt.name))
      try await Task(name: "clean-up") { try await removal.run() }.value
      for copy in stored { services.disk.shrink(copy.receipt.size.bytes) }
    } catch {
      fail(error)
    }
  }

  /// The most bytes of names that are kept of a batch that is given up, which may be of any size.
  private static let keptNameBytes = 4 << 20

  /// Reads from the rows what the outcomes say, before they are removed: the outcomes come afterwards.
  ///
  /// Where the catalog fails, they come without it; and without names beyond ``keptNameBytes``.
  private func keepRows() async {
    var last: CatalogRecord?
    var left = Self.keptNameBytes
    repeat {
      let page =
        (try? await services.catalog.records(in: [.hidden], batch: id, after: last, limit: 256))
        ?? []
      state.withLock { state in
        for record in page {
          left -= record.displayName?.utf8.count ?? 0
          state.givenUp[record.position] = GivenUp(
            name: left >= 0 ? record.displayName : nil, declared: [record.attachment.declaredType],
            trail: state.trails[record.position] ?? [])
        }
      }
      last = page.last
    } while last != nil
  }

  /// Keeps what ended the batch; the first failure counts.
  private func fail(_ error: any Error) {
    state.withLock { state in
      guard state.failure == nil else { return }
      state.failure =
        error as? IntakeError
        ?? IntakeError(.catalogFailed, at: .commit, "the batch failed: \(error)", cause: error)
    }
  }

  /// Delivers the outcomes of an all-or-nothing batch, once it is decided.
  func deliverAllOrNothing(to consume: (Outcome) async throws -> Void) async throws {
    guard isAllOrNothing else { return }
    let (isRevealed, hasFailed, refusals, pulled) = state.withLock {
      ($0.isRevealed, $0.failure != nil, $0.refusals, $0.pulled)
    }
    if isRevealed {
      try await deliverStored(pulled, to: consume)
    } else if hasFailed || !refusals.isEmpty {
      try await deliverAborted(refusals, pulled: pulled, to: consume)
    }
  }

  /// The rows tell the names for display, which are not held in memory for batches of any size.
  ///
  /// A reader may be faster, and be done with a copy and its row, or the catalog may fail by now: the outcome
  /// is delivered all the same, without the name.
  private func deliverStored(
    _ count: Int, to consume: (Outcome) async throws -> Void
  ) async throws {
    let (stored, trails) = state.withLock { ($0.stored, $0.trails) }
    var position = 0
    func deliver(_ name: String?) async throws {
      defer { position += 1 }
      guard let attachment = stored[position]?.attachment else { return }
      let outcome = Outcome(
        position: position, name: name, declared: [attachment.declaredType],
        trail: trails[position] ?? [], result: .success(attachment))
      services.count(outcome)
      try await consume(outcome)
    }
    var last: CatalogRecord?
    repeat {
      // Revealed is revealed: a failure to read it is none of the batch.
      let page =
        (try? await services.catalog.records(
          in: [.available, .taken, .finished, .removing], batch: id, after: last, limit: 256)) ?? []
      for record in page {
        while position < record.position { try await deliver(nil) }
        try await deliver(record.displayName)
      }
      last = page.last
    } while last != nil
    while position < count { try await deliver(nil) }
  }

  private func deliverAborted(
    _ refusals: [Int: Outcome], pulled: Int, to consume: (Outcome) async throws -> Void
  ) async throws {
    let givenUp = state.withLock(\.givenUp)
    func aborted(_ position: Int, _ attachment: GivenUp?) -> Outcome {
      Outcome(
        position: position, name: attachment?.name, declared: attachment?.declared ?? [],
        trail: attachment?.trail ?? [],
        result: .failure(
          IntakeError(
            .batchAborted, at: .commit,
            refusals.isEmpty
              ? "the batch failed before it was whole, and it is all or nothing"
              : "another attachment of the batch was refused, and the batch is all or nothing")))
    }
    var position = 0
    while position < pulled {
      let outcome = refusals[position] ?? aborted(position, givenUp[position])
      services.count(outcome)
      try await consume(outcome)
      position += 1
    }
    while let attachment = feed.skip() {
      let outcome = aborted(position, GivenUp(name: attachment.name))
      services.count(outcome)
      try await consume(outcome)
      position += 1
    }
  }
}
