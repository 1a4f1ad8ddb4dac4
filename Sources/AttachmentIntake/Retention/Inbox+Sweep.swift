/// What a sweep removed, and why.
public struct SweepReport: Sendable {
  /// What the rule says should go, with its reason; in a dry run, nothing of it was removed.
  public var removed: [Removal] = []
  /// What dead owners had left.
  public var recovery = RecoveryReport()

  /// Makes a report of nothing removed.
  public init() {}
}

extension Inbox {
  /// Removes what `rule` says should go, and everything that dead owners left.
  ///
  /// Copies that were never taken go only by their own age. Cancelling ends it between two pages.
  ///
  /// - Parameters:
  ///   - rule: When copies go.
  ///   - dryRun: Whether to only say what would be removed; limited to one page of 1,000.
  /// - Throws: `CancellationError` between two pages; ``IntakeError`` where the store or the catalog fails.
  /// - Complexity: O(*n*) in the number of copies, since the whole folder is looked through.
  public func sweep(by rule: RetentionRule, dryRun: Bool = false) async throws -> SweepReport {
    var report = SweepReport()
    if dryRun {
      let expired = try await container.catalog.expired(by: rule, now: container.now(), limit: 1000)
      report.removed = expired.map { removal(of: $0.record, reason: $0.reason) }
      return report
    }
    while true {
      try Task.checkCancellation()
      let page = try await container.catalog.expired(by: rule, now: container.now(), limit: 256)
      if page.isEmpty { break }
      var count = 0
      for (reason, group) in Dictionary(grouping: page, by: \.reason) {
        let states: Set<CatalogRecord.State> = reason == .untaken ? [.available] : [.finished]
        let records = try await container.remove(
          group.map(\.record.id), reason: reason, from: states)
        report.removed += records.map { removal(of: $0, reason: reason) }
        count += records.count
      }
      // Everything on the page was taken meanwhile: what is left is not ours to remove.
      if count == 0 { break }
    }
    report.recovery = try await Recovery(
      store: container.store, catalog: container.catalog, now: container.now
    ).run(thorough: true)
    return report
  }

  private func removal(of record: CatalogRecord, reason: RemovalReason) -> Removal {
    Removal(
      id: record.id, size: record.attachment.size, reason: reason, removedAt: container.now())
  }
}
