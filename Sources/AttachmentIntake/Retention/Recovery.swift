/// What a recovery found and did.
public struct RecoveryReport: Sendable, Hashable {
  /// Owners that had died without closing.
  public var deadOwners = 0
  /// Copies that had a row and were not complete, or whose removal was not.
  public var unfinished = 0
  /// Documents whose import was complete but for its last step, and that the library has now.
  public var completed = 0
  /// Leases that were given back.
  public var leases = 0
  /// Staged files with a hidden name.
  public var staged = 0
  /// Files without a row.
  public var orphans = 0
  /// Files without a row that are younger than ``DocumentLibrary/gracePeriod``, and stay until they are not.
  public var youngOrphans = 0
  /// Copies that could not be read or removed. They stay as they are, and the next recovery tries again.
  public var failures: [Failure] = []

  /// Makes a report of nothing found.
  public init() {}

  /// A copy that stood in the way, and was passed over.
  public struct Failure: Sendable, Hashable {
    /// The copy that could not be read or removed.
    public let id: AttachmentID
    /// Why it could not.
    public let code: IntakeError.Code
    /// What the system said.
    public let message: String

    /// Makes a failure; `message` is what the system said.
    public init(id: AttachmentID, code: IntakeError.Code, message: String) {
      self.id = id
      self.code = code
      self.message = message
    }
  }

  /// Whether nothing was left to do, but for waiting.
  public var isClean: Bool {
    var report = self
    report.youngOrphans = 0
    return report == RecoveryReport()
  }
}

/// Finds what dead owners left, and leaves what a live one is doing (P8).
///
/// An owner is alive while it holds the lock on its owner file; numbers of processes mean nothing here, so
/// that it holds across containers of Linux that share the folder. Several processes may recover at once.
///
/// A copy that cannot be read or removed is passed over, and said in the report: it must not keep anybody
/// from all the others.
struct Recovery: Sendable {
  let store: any ContainerStore
  let catalog: any AttachmentCatalog
  let now: @Sendable () -> Int64
  /// How old a file without a row has to be.
  var gracePeriod = DocumentLibrary.gracePeriod

  private static let pageSize = 256

  /// - Parameter thorough: Whether to look also where no owner has died: for files without a row, which can
  ///   be left by a power cut where nothing was synced, and for removals that failed in the middle. Takes
  ///   time with the number of copies.
  func run(thorough: Bool) async throws -> RecoveryReport {
    var report = RecoveryReport()
    let dead = try await store.deadOwners(among: try await catalog.activeOwners())
    report.deadOwners = dead.count
    report.leases = try await catalog.returnLeases(of: dead, now: now())
    let unreadable = try await completeImports(of: dead, &report)
    try await removeUnfinished(of: dead.subtracting(unreadable), &report)
    if thorough { try await finishRemovals(&report) }
    report.staged = try await store.sweepStaging()
    if thorough || !dead.isEmpty { try await removeOrphans(&report) }
    return report
  }

  /// Completes imports of dead owners whose files are there and whole: content and name are on the disk, and
  /// only the row does not say so.
  ///
  /// What a batch that dies leaves in the inbox is removed instead, since its sender sends it again. A
  /// document was picked by a person, who may look for it and find it.
  ///
  /// The owner may be alive after all, and be about to do the same, which then does no harm.
  ///
  /// - Returns: The owners of imports whose files cannot be read now. What they left waits, since nobody can
  ///   tell whether it is whole.
  private func completeImports(
    of owners: Set<OwnerID>, _ report: inout RecoveryReport
  ) async throws -> Set<OwnerID> {
    var unreadable: Set<OwnerID> = []
    if owners.isEmpty { return [] }
    var passed: Set<AttachmentID> = []
    while true {
      // Those that were passed over come again, and behind them others.
      let page = try await catalog.importing(of: owners, limit: Self.pageSize + passed.count)
        .filter { !passed.contains($0.id) }
      if page.isEmpty { return unreadable }
      for record in page {
        do {
          if try await isWhole(record) {
            report.completed += try await catalog.markStored(
              [record.id], as: .kept, durability: .group
            ).count
          } else {
            _ = try await catalog.beginRemoval(
              [record.id], reason: .abandoned, lease: nil, from: [.importing], now: now())
          }
        } catch let error as CopyFailure {
          passed.insert(record.id)
          unreadable.insert(record.owner)
          report.failures.append(.init(record.storedName, error.cause))
        }
      }
    }
  }

  /// - Throws: ``CopyFailure`` where the copy is there, and cannot be read.
  private func isWhole(_ record: CatalogRecord) async throws -> Bool {
    do {
      let content = try await store.open(record.storedName)
      let reader = try AttachmentReader(record.attachment, content: content)
      defer { reader.close() }
      while try await reader.next() != nil {}
      return true
    } catch let error as IntakeError {
      if [.notFound, .digestMismatch].contains(error.code) { return false }
      throw try await failure(of: error)
    }
  }

  /// Removes what dead owners had not completed: nobody was told of it.
  ///
  /// The rows are claimed first, so that an owner that is alive after all, as where its owner file was
  /// cleaned away, cannot complete what loses its file here. Then the file goes, and last the row, so that
  /// there is no moment with a file and no row.
  private func removeUnfinished(
    of owners: Set<OwnerID>, _ report: inout RecoveryReport
  ) async throws {
    if owners.isEmpty { return }
    var passed: Set<AttachmentID> = []
    while true {
      let page = try await catalog.claimUnfinished(of: owners, limit: Self.pageSize + passed.count)
        .filter { !passed.contains($0.id) }
      if page.isEmpty { return }
      passed.formUnion(try await finish(page, &report))
    }
  }

  /// Finishes removals, whoever began them: that they go is decided and recorded, and to remove a file twice
  /// does no harm.
  private func finishRemovals(_ report: inout RecoveryReport) async throws {
    var last: CatalogRecord?
    let known = Set(report.failures.map(\.id))
    while true {
      let page = try await catalog.records(
        in: [.removing], batch: nil, after: last, limit: Self.pageSize)
      guard let final = page.last else { return }
      last = final
      _ = try await finish(page.filter { !known.contains($0.id) }, &report)
    }
  }

  /// Removes the files of rows that are to go, and then the rows.
  ///
  /// - Returns: The rows that stay, since their file does.
  private func finish(
    _ page: [CatalogRecord], _ report: inout RecoveryReport
  ) async throws -> Set<AttachmentID> {
    let stay = try await remove(page.map(\.storedName), durable: true, &report)
    let gone = page.map(\.id).filter { !stay.contains($0) }
    try await catalog.forget(gone, durability: .group)
    report.unfinished += gone.count
    return stay
  }

  /// Removes files, and passes over those that cannot be.
  ///
  /// - Returns: What stays.
  private func remove(
    _ names: [StoredName], durable: Bool, _ report: inout RecoveryReport
  ) async throws -> Set<AttachmentID> {
    do {
      try await store.remove(names, durable: durable)
      return []
    } catch let error as IntakeError {
      _ = try await failure(of: error)
    }
    // One by one, to find out which it is.
    var stay: Set<AttachmentID> = []
    for name in names {
      do {
        try await store.remove([name], durable: durable)
      } catch let error as IntakeError {
        let failure = try await failure(of: error)
        stay.insert(name.id)
        report.failures.append(.init(name, failure.cause))
      }
    }
    return stay
  }

  /// An error of one copy, and of no other.
  private struct CopyFailure: Error {
    let cause: IntakeError
  }

  /// - Throws: `error`, where it says something of the process or of the whole container.
  private func failure(of error: IntakeError) async throws -> CopyFailure {
    if [.tooManyOpenFiles, .closed].contains(error.code) { throw error }
    // A file may be protected, or its place be taken by something else, while the rest can be used. A
    // container that went away says so here too.
    _ = try await store.missing(among: [StoredName(id: AttachmentID(milliseconds: 0))])
    return CopyFailure(cause: error)
  }

  /// Removes files without a row.
  ///
  /// Safe beside live owners: a copy has its row before its name, so a file that was listed and has no row
  /// afterwards is on its way out, or was left.
  ///
  /// Each waits for a grace period, whatever else there is. Then a catalog that somebody put back from
  /// yesterday does not cost what came in today, and what was lost can be seen before it is gone. What an
  /// interrupted process leaves has a row, and does not wait.
  private func removeOrphans(_ report: inout RecoveryReport) async throws {
    var found = RecoveryReport()
    let youngest = now() - gracePeriod.wholeMilliseconds
    try await store.forEachPage(limit: Self.pageSize) { names in
      let known = try await catalog.known(names.map(\.id))
      let orphans = names.filter { !known.contains($0.id) }
      let old = orphans.filter { $0.id.milliseconds <= youngest }
      found.youngOrphans += orphans.count - old.count
      guard !old.isEmpty else { return }
      let stay = try await remove(old, durable: false, &found)
      found.orphans += old.count - stay.count
    }
    report.orphans = found.orphans
    report.youngOrphans = found.youngOrphans
    report.failures += found.failures
  }
}

extension RecoveryReport.Failure {
  fileprivate init(_ name: StoredName, _ error: IntakeError) {
    self.init(id: name.id, code: error.code, message: error.message)
  }
}
