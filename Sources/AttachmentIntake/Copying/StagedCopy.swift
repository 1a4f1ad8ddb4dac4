/// A copy that is complete, and not yet in the catalog. It has no name, and goes away with its store.
struct StagedCopy: Sendable {
  let receipt: StagingReceipt
  private(set) var declaredType: TypeIdentifier
  let contentType: TypeIdentifier
  /// What was found when it was opened; `nil` where nobody asked.
  private(set) var verdict: ContentVerdict?

  /// The attachment as it will be handed over.
  var attachment: StoredAttachment {
    StoredAttachment(
      id: receipt.name.id, declaredType: declaredType, contentType: contentType, size: receipt.size,
      digest: receipt.digest, verdict: verdict)
  }

  /// The same copy, as of another declared type: a directory is stored as something else.
  consuming func declared(as type: TypeIdentifier) -> Self {
    declaredType = type
    return self
  }

  /// The same copy, with what was found when it was opened.
  consuming func judged(_ verdict: ContentVerdict?) -> Self {
    self.verdict = verdict
    return self
  }
}
