/// A staged copy on its way into the catalog.
struct Submission: Sendable {
  let staged: StagedCopy
  let displayName: String?
  let batch: BatchID
  let position: Int
  /// `available`, or `hidden` until the batch is revealed; or `kept` for a document.
  let state: CatalogRecord.State
  /// Is told how the steps of the commit go, where somebody wants to know.
  let steps: ImportSteps?
  /// Told once what became of it.
  let report: @Sendable (Result<StoredAttachment, IntakeError>) -> Void

  var id: AttachmentID { staged.receipt.name.id }

  func record(
    owner: OwnerID, durability: Durability, systemRun: String, now: Int64
  ) -> CatalogRecord {
    CatalogRecord(
      attachment: staged.attachment, storedName: staged.receipt.name, displayName: displayName,
      batch: batch, position: position, owner: owner, state: state == .kept ? .importing : .pending,
      durability: durability, systemRun: systemRun, recordedAt: now)
  }
}
