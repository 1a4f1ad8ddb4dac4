/// Commits one group: the one protocol of the inbox and the library (P8).
///
/// Content synced, pending rows, names without replacing, folder synced, rows made available. What fails on
/// the way is undone and reported; the rest of the group goes on.
struct GroupCommit: Sendable {
  let store: any ContainerStore
  let catalog: any AttachmentCatalog
  let limits: ContainerLimits
  let durability: Durability
  /// What earlier groups could not undo.
  let remains: CommitRemains
  let now: @Sendable () -> Int64

  /// Commits `submissions`, and reports on each.
  ///
  /// Does not notice cancellation: what has begun completes (P6).
  func run(_ submissions: [Submission]) async {
    let isDurable = durability != .none
    var failures: [AttachmentID: IntakeError] = [:]
    var going = submissions

    func drop(_ failed: [StagingReceipt: IntakeError], at step: ImportStep) {
      guard !failed.isEmpty else { return }
      for (receipt, error) in failed { failures[receipt.name.id] = error }
      going.removeAll { submission in
        guard let error = failures[submission.id] else { return false }
        submission.steps?.set(step, .failed(error.code))
        return true
      }
    }

    await undo(remains.take())

    if isDurable {
      let failed = await store.synchronizeContent(of: going.map(\.staged.receipt))
      store.discard(Array(failed.keys))
      drop(failed, at: .move)
    }

    do {
      let full = try await recordPending(going)
      let leftOut = going.filter { full.contains($0.id) }.map(\.staged.receipt)
      store.discard(leftOut)
      drop(
        Dictionary(uniqueKeysWithValues: leftOut.map { ($0, Self.containerFull(limits)) }),
        at: .register)
    } catch {
      let error = Self.intakeError(error)
      store.discard(going.map(\.staged.receipt))
      drop(
        Dictionary(uniqueKeysWithValues: going.map { ($0.staged.receipt, error) }), at: .register)
    }

    let unnamed = await store.publish(going.map(\.staged.receipt), durable: isDurable)
    drop(unnamed, at: .move)
    for submission in going { submission.steps?.set(.move, .done) }
    // A name that could not be made durable may be there all the same.
    await undo(unnamed.keys.map(\.name))

    for state in [CatalogRecord.State.available, .hidden, .kept] {
      let part = going.filter { $0.state == state }
      guard !part.isEmpty else { continue }
      do {
        let stored = try await catalog.markStored(
          part.map(\.id), as: state, durability: durability)
        let lost = part.map(\.staged.receipt).filter { !stored.contains($0.name.id) }
        // Their rows are claimed; a name that came after the files were removed would stay.
        await undo(lost.map(\.name))
        drop(
          Dictionary(uniqueKeysWithValues: lost.map { ($0, Self.takenForDead) }), at: .register)
      } catch {
        let error = Self.intakeError(error)
        await undo(part.map(\.staged.receipt.name))
        drop(
          Dictionary(uniqueKeysWithValues: part.map { ($0.staged.receipt, error) }), at: .register)
      }
    }
    for submission in going { submission.steps?.set(.register, .done) }
    for submission in submissions {
      submission.report(
        failures[submission.id].map { .failure($0) } ?? .success(submission.staged.attachment))
    }
  }

  private func recordPending(_ submissions: [Submission]) async throws -> Set<AttachmentID> {
    guard !submissions.isEmpty else { return [] }
    let now = now()
    return try await catalog.recordPending(
      submissions.map {
        $0.record(
          owner: store.owner, durability: durability, systemRun: store.systemRun, now: now)
      }, within: limits)
  }

  /// Removes names and rows of copies that came to nothing: the name first, so that no file is without
  /// a row. What cannot be removed now stays pending, which nobody sees, and goes with the next group, or in
  /// the recovery after this process.
  private func undo(_ names: [StoredName]) async {
    guard !names.isEmpty else { return }
    do {
      try await store.remove(names, durable: durability != .none)
      try await catalog.forget(names.map(\.id), durability: durability)
    } catch {
      remains.add(names)
    }
  }

  private static var takenForDead: IntakeError {
    IntakeError(
      .catalogFailed, at: .commit,
      """
      another process took this one for dead, and removed the copy before it was complete; see that nothing \
      cleans up in the container's folder owners, and that all its processes are on one machine
      """)
  }

  private static func containerFull(_ limits: ContainerLimits) -> IntakeError {
    let bytes = limits.bytes.map { "\($0) and " } ?? ""
    return IntakeError(
      .containerFull, at: .commit,
      """
      the container may hold \(bytes)\(limits.count) attachments, and is full; finish or sweep \
      attachments that were handed over, or raise the limit
      """)
  }

  private static func intakeError(_ error: any Error) -> IntakeError {
    error as? IntakeError
      ?? IntakeError(.catalogFailed, at: .commit, "the commit failed: \(error)", cause: error)
  }
}
