/// A staged copy on its way into the catalog.
struct Submission: Sendable {
  let staged: StagedCopy
  let displayName: String?
  let batch: BatchID
  let position: Int
  /// `available`, or `hidden` until the batch is revealed.
  let state: CatalogRecord.State
  /// Told once what became of it.
  let report: @Sendable (Result<StoredAttachment, IntakeError>) -> Void

  var id: AttachmentID { staged.receipt.name.id }

  func record(
    owner: OwnerID, durability: Durability, systemRun: String, now: Int64
  ) -> CatalogRecord {
    CatalogRecord(
      attachment: staged.attachment, storedName: staged.receipt.name, displayName: displayName,
      batch: batch, position: position, owner: owner, durability: durability, systemRun: systemRun,
      recordedAt: now)
  }
}
