/// What the copies of one batch share: where they go, and what they are held against.
struct CopyContext: Sendable {
  let store: any ContainerStore
  let check: ContentCheck
  /// Whether content has to open; `nil` where nobody asks.
  let validation: ContentValidation?
  let fileLimit: ByteCount
  let memory: MemoryBudget
  let buffers: BufferPool
  let batch: BatchLedger
  let disk: DiskLedger
  let progress: ProgressMeter?
  /// The time in milliseconds since 1970.
  let now: @Sendable () -> Int64

  /// Drops a staged copy, and gives back what it was granted.
  func drop(_ staged: StagedCopy) {
    store.discard([staged.receipt])
    batch.giveBack(staged.receipt.size.bytes)
    disk.giveBack(staged.receipt.size.bytes)
  }
}
