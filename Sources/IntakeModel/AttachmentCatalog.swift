/// The seam to the catalog: one row for each copy, and who holds it.
///
/// SQLite is the embedded default. Each call is one transaction that is either whole or not there, also
/// with several processes on one catalog. Calls do not notice cancellation: they are short, and what has
/// begun completes.
///
/// Rows that a call names and that are not in the state it needs are left as they are; where that matters
/// the call says what it did.
///
/// - Throws: ``IntakeError`` with `containerBusy`, `catalogFailed`, `catalogDamaged`, `diskFull`, `containerReadOnly`,
///   `containerUnavailable` or `closed` where the catalog itself fails.
public protocol AttachmentCatalog: Sendable {
  // MARK: Intake

  /// Says that rows of this durability come once their copies are written.
  ///
  /// What the first of them would wait for is done now, when nothing is on its way to the disk yet. Does nothing by
  /// default; where it fails, what follows says why.
  func prepare(for durability: Durability) async

  /// Adds rows in state `pending`, or `importing` where the record says so, within `limits`; all of one call
  /// with the same durability.
  ///
  /// A row that would cross a limit is left out. The rows are on the disk when this returns, but for
  /// durability none.
  ///
  /// - Returns: The identifiers that were left out.
  /// - Throws: `invalidArgument` where an identifier is recorded already, or a stored name belongs to another
  ///   attachment; then no row is added. Else ``IntakeError`` where the catalog itself fails.
  func recordPending(
    _ records: [CatalogRecord], within limits: ContainerLimits
  ) async throws -> Set<AttachmentID>

  /// Makes pending rows available, or hidden until their batch is revealed; or importing rows kept.
  ///
  /// - Returns: The identifiers whose rows were pending, or importing, or kept already, since a recovery may
  ///   have completed an import of an owner that it took for dead. The others were claimed by such a
  ///   recovery, and their files are gone or will be.
  /// - Throws: `invalidArgument` for a state other than `available`, `hidden` and `kept`; else ``IntakeError`` where
  ///   the catalog itself fails.
  @discardableResult
  func markStored(
    _ ids: [AttachmentID], as state: CatalogRecord.State, durability: Durability
  ) async throws -> Set<AttachmentID>

  /// Makes all hidden rows of `batch` available, in one transaction, if there are `count` of them.
  ///
  /// - Throws: `catalogFailed` where there are more or fewer; then all stay as they are.
  func reveal(_ batch: BatchID, count: Int, durability: Durability) async throws

  // MARK: Hand-over

  /// The row of one copy, whatever its state; `nil` where there is none.
  ///
  /// - Throws: ``IntakeError`` where the catalog itself fails.
  func record(_ id: AttachmentID) async throws -> CatalogRecord?

  /// Rows in one of `states`, in the order of their identifiers.
  ///
  /// - Parameters:
  ///   - batch: Only this batch, in the order of its positions; then `after` is compared by position.
  ///   - after: Starts behind this row, for reading page by page.
  ///   - limit: The most rows to return.
  /// - Throws: ``IntakeError`` where the catalog itself fails.
  func records(
    in states: Set<CatalogRecord.State>, batch: BatchID?, after: CatalogRecord?, limit: Int
  ) async throws -> [CatalogRecord]

  /// The number and bytes of all rows, whatever their state. Constant time.
  ///
  /// - Throws: ``IntakeError`` where the catalog itself fails.
  func totals() async throws -> ContainerTotals

  /// Gives `lease` to one row that is available (or, with an `id`, finished), and returns it.
  ///
  /// A lease whose end has passed at `now` counts as given back.
  ///
  /// - Parameter id: The row to take; `nil` takes the one that has been available longest.
  /// - Returns: `nil` if no row is available.
  /// - Throws: `notFound` or `alreadyTaken` where `id` names a row that cannot be taken.
  func take(_ id: AttachmentID?, for lease: Lease, now: Int64) async throws -> CatalogRecord?

  /// Ends a lease: the row becomes `state`, which is `available` or `finished`.
  ///
  /// - Throws: `notFound`, or `leaseLost` where another lease, or none, holds the row.
  func endLease(
    _ lease: LeaseID, of id: AttachmentID, as state: CatalogRecord.State, now: Int64
  ) async throws

  /// Says that the copy was checked in this run of the system.
  ///
  /// - Throws: ``IntakeError`` where the catalog itself fails.
  func markChecked(_ id: AttachmentID, systemRun: String) async throws

  // MARK: Removal

  /// Moves rows to `removing`, writes their removals to the log, and returns the rows that were moved.
  ///
  /// - Parameters:
  ///   - lease: Needed for a row that is taken.
  ///   - states: Rows in another state are left alone.
  /// - Throws: ``IntakeError`` where the catalog itself fails.
  func beginRemoval(
    _ ids: [AttachmentID], reason: RemovalReason, lease: LeaseID?,
    from states: Set<CatalogRecord.State>, now: Int64
  ) async throws -> [CatalogRecord]

  /// Deletes rows in state `pending`, `hidden`, `importing` or `removing`, once their files are gone.
  ///
  /// - Throws: ``IntakeError`` where the catalog itself fails.
  func forget(_ ids: [AttachmentID], durability: Durability) async throws

  /// Rows that `rule` says should go at `now`, each with the reason; at most `limit`.
  ///
  /// - Throws: ``IntakeError`` where the catalog itself fails.
  func expired(
    by rule: RetentionRule, now: Int64, limit: Int
  ) async throws -> [(record: CatalogRecord, reason: RemovalReason)]

  /// The newest removals, newest first. The log keeps at least the last 10,000.
  ///
  /// - Throws: ``IntakeError`` where the catalog itself fails.
  func removals(limit: Int) async throws -> [Removal]

  // MARK: Recovery

  /// The owners of rows that are pending, hidden, importing or removing, and of leases without an end.
  ///
  /// - Throws: ``IntakeError`` where the catalog itself fails.
  func activeOwners() async throws -> Set<OwnerID>

  /// Gives back the leases of `owners`, and leases whose end has passed at `now`.
  ///
  /// - Returns: How many.
  /// - Throws: ``IntakeError`` where the catalog itself fails.
  func returnLeases(of owners: Set<OwnerID>, now: Int64) async throws -> Int

  /// Importing rows of `owners`, which may be completed; at most `limit`.
  ///
  /// - Throws: ``IntakeError`` where the catalog itself fails.
  func importing(of owners: Set<OwnerID>, limit: Int) async throws -> [CatalogRecord]

  /// Moves rows of `owners` that are pending, hidden or importing to `removing`, and returns them, together
  /// with those that are `removing` already: what they left unfinished; at most `limit`.
  ///
  /// An owner that is alive after all finds its rows claimed, and cannot complete them any more.
  ///
  /// - Throws: ``IntakeError`` where the catalog itself fails.
  func claimUnfinished(of owners: Set<OwnerID>, limit: Int) async throws -> [CatalogRecord]

  /// Which of `ids` have a row in any state.
  ///
  /// - Throws: ``IntakeError`` where the catalog itself fails.
  func known(_ ids: [AttachmentID]) async throws -> Set<AttachmentID>

  /// Checks the catalog's own file.
  ///
  /// - Throws: `catalogDamaged` where the file is damaged, or the totals differ from the rows; else ``IntakeError``
  ///   where the catalog itself fails.
  func verify() async throws

  /// Ends all work. Later calls throw `closed`.
  func close() async
}

extension AttachmentCatalog {
  public func prepare(for durability: Durability) async {}
}
