extension Inbox {
  /// Takes the next attachment, lets `body` read it, and finishes it; if `body` throws, it is given back.
  ///
  /// - Parameters:
  ///   - keepsCopy: Whether the copy stays until a sweep removes it by its rule. By default it goes when `body`
  ///     returns.
  ///   - body: Reads it. The reader is closed when it returns.
  /// - Returns: What `body` returns; `nil` if there is nothing to take.
  /// - Throws: As ``take(_:for:)`` and ``TakenAttachment/open()`` do; and what `body` throws.
  public func withNext<Result>(
    keepsCopy: Bool = false, _ body: (AttachmentReader) async throws -> Result
  ) async throws -> Result? {
    guard let taken = try await take() else { return nil }
    let result: Result
    do {
      let reader = try await taken.open()
      defer { reader.close() }
      result = try await body(reader)
    } catch {
      // Where that fails, the lease returns when this container is closed.
      let inbox = self
      await Task(name: "give back") { try? await inbox.giveBack(taken.id, lease: taken.lease) }
        .value
      throw error
    }
    try await taken.finish(keepsCopy: keepsCopy)
    return result
  }

  /// Takes one attachment: at most one reader holds it.
  ///
  /// The lease lasts until it is finished or given back, or until this container is closed or its process
  /// ends. With a `duration` it ends at its own time instead, whatever becomes of this process.
  ///
  /// A copy that was stored without durability before the last restart of the system is checked first. One
  /// that is damaged is removed, and the next is taken.
  ///
  /// - Parameters:
  ///   - id: Which one; `nil` takes the one that has been available longest.
  ///   - duration: How long the lease lasts; `nil` for as long as this container is open.
  /// - Returns: `nil` if there is none to take.
  /// - Throws: `notFound` or `alreadyTaken` where `id` cannot be taken; `digestMismatch` if it is damaged.
  public func take(
    _ id: AttachmentID? = nil, for duration: Duration? = nil
  ) async throws -> TakenAttachment? {
    while true {
      let now = container.now()
      let lease = Lease(
        id: LeaseID(milliseconds: now), owner: container.store.owner,
        endsAt: duration.map { now + $0.wholeMilliseconds })
      guard let record = try await takeRow(id, for: lease, now: now) else { return nil }
      do {
        try await checkAfterRestart(record, lease: lease.id)
        return TakenAttachment(inbox: self, record: record, lease: lease.id)
      } catch let error as IntakeError where error.code == .digestMismatch && id == nil {
        try Task.checkCancellation()
      } catch {
        try? await giveBack(record.id, lease: lease.id)
        throw error
      }
    }
  }

  /// Takes a row; where there is none to take, looks first whether a dead reader holds it.
  private func takeRow(
    _ id: AttachmentID?, for lease: Lease, now: Int64
  ) async throws -> CatalogRecord? {
    let catalog = container.catalog
    do {
      if let record = try await catalog.take(id, for: lease, now: now) { return record }
      guard try await returnLeasesOfTheDead(now: now) else { return nil }
    } catch let error as IntakeError where error.code == .alreadyTaken {
      guard try await returnLeasesOfTheDead(now: now) else { throw error }
    }
    return try await catalog.take(id, for: lease, now: now)
  }

  /// - Returns: Whether any was returned.
  private func returnLeasesOfTheDead(now: Int64) async throws -> Bool {
    let owners = try await container.catalog.activeOwners()
    let dead = try await container.store.deadOwners(among: owners)
    guard !dead.isEmpty else { return false }
    return try await container.catalog.returnLeases(of: dead, now: now) > 0
  }

  /// Ends a lease: the reader has what it wants.
  ///
  /// - Parameters:
  ///   - id: The attachment.
  ///   - lease: The caller's lease on it.
  ///   - keepsCopy: Whether the copy stays until a sweep removes it by its rule. By default it goes now.
  /// - Throws: `notFound`, or `leaseLost` if the lease is not, or no longer, the caller's.
  public func finish(_ id: AttachmentID, lease: LeaseID, keepsCopy: Bool = false) async throws {
    if keepsCopy {
      try await container.catalog.endLease(lease, of: id, as: .finished, now: container.now())
    } else {
      let removed = try await container.remove([id], reason: .read, lease: lease, from: [.taken])
      if removed.isEmpty { try await explainLoss(of: id) }
    }
  }

  /// Ends a lease: the attachment is available again.
  ///
  /// - Throws: `notFound`, or `leaseLost` if the lease is not, or no longer, the caller's.
  public func giveBack(_ id: AttachmentID, lease: LeaseID) async throws {
    try await container.catalog.endLease(lease, of: id, as: .available, now: container.now())
  }

  /// Removes an attachment that is not wanted.
  ///
  /// - Parameters:
  ///   - id: The attachment.
  ///   - lease: The caller's lease, where it has taken it.
  /// - Throws: `notFound`, or `alreadyTaken` where another reader holds it.
  public func discard(_ id: AttachmentID, lease: LeaseID? = nil) async throws {
    let states: Set<CatalogRecord.State> =
      lease == nil ? [.available, .finished] : [.available, .finished, .taken]
    let removed = try await container.remove(
      [id], reason: .discarded, lease: lease, from: states)
    guard removed.isEmpty else { return }
    if lease != nil { try await explainLoss(of: id) }
    _ = try await entry(id)
    throw IntakeError(
      .alreadyTaken, at: .handoff,
      "\(id) is taken by a reader; wait until it finishes, or for the end of its lease")
  }

  private func explainLoss(of id: AttachmentID) async throws {
    _ = try await entry(id)
    throw IntakeError(
      .leaseLost, at: .handoff,
      "the lease on \(id) has ended, or is another reader's; take it again")
  }
}
