/// What a recovery found and did.
public struct RecoveryReport: Sendable, Hashable {
  /// Owners that had died without closing.
  public var deadOwners = 0
  /// Copies that had a row and were not complete, or whose removal was not.
  public var unfinished = 0
  /// Leases that were given back.
  public var leases = 0
  /// Staged files with a hidden name.
  public var staged = 0
  /// Files without a row.
  public var orphans = 0

  public init() {}

  /// Whether nothing was left to do.
  public var isClean: Bool { self == RecoveryReport() }
}

/// Finds what dead owners left, and leaves what a live one is doing (P8).
///
/// An owner is alive while it holds the lock on its owner file; numbers of processes mean nothing here, so
/// that it holds across containers of Linux that share the folder. Several processes may recover at once.
struct Recovery: Sendable {
  let store: any ContainerStore
  let catalog: any AttachmentCatalog
  let now: @Sendable () -> Int64

  private static let pageSize = 256

  /// - Parameter thorough: Whether to look also where no owner has died: for files without a row, which can
  ///   be left by a power cut where nothing was synced, and for removals that failed in the middle. Takes
  ///   time with the number of copies.
  func run(thorough: Bool) async throws -> RecoveryReport {
    var report = RecoveryReport()
    let dead = try await store.deadOwners(among: try await catalog.activeOwners())
    report.deadOwners = dead.count
    report.leases = try await catalog.returnLeases(of: dead, now: now())
    report.unfinished = try await removeUnfinished(of: dead)
    if thorough { report.unfinished += try await finishRemovals() }
    report.staged = try await store.sweepStaging()
    if thorough || !dead.isEmpty { report.orphans = try await removeOrphans() }
    return report
  }

  /// Removes what dead owners had not completed: nobody was told of it.
  ///
  /// The rows are claimed first, so that an owner that is alive after all, as where its owner file was
  /// cleaned away, cannot complete what loses its file here. Then the file goes, and last the row, so that
  /// there is no moment with a file and no row.
  private func removeUnfinished(of owners: Set<OwnerID>) async throws -> Int {
    guard !owners.isEmpty else { return 0 }
    var count = 0
    while true {
      let page = try await catalog.claimUnfinished(of: owners, limit: Self.pageSize)
      if page.isEmpty { return count }
      try await store.remove(page.map(\.storedName), durable: true)
      try await catalog.forget(page.map(\.id), durability: .group)
      count += page.count
    }
  }

  /// Finishes removals, whoever began them: that they go is decided and recorded, and to remove a file twice
  /// does no harm.
  private func finishRemovals() async throws -> Int {
    var count = 0
    while true {
      let page = try await catalog.records(
        in: [.removing], batch: nil, after: nil, limit: Self.pageSize)
      if page.isEmpty { return count }
      try await store.remove(page.map(\.storedName), durable: true)
      try await catalog.forget(page.map(\.id), durability: .group)
      count += page.count
    }
  }

  /// Removes files without a row.
  ///
  /// Safe beside live owners: a copy has its row before its name, so a file that was listed and has no row
  /// afterwards is on its way out, or was left.
  private func removeOrphans() async throws -> Int {
    var count = 0
    try await store.forEachPage(limit: Self.pageSize) { names in
      let known = try await catalog.known(names.map(\.id))
      let orphans = names.filter { !known.contains($0.id) }
      guard !orphans.isEmpty else { return }
      try await store.remove(orphans, durable: false)
      count += orphans.count
    }
    return count
  }
}
