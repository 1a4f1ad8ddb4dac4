internal import Synchronization

/// What the attachments of one batch hold together, against the cap of the batch.
package final class BatchLedger: Sendable {
  private let limit: ByteCount?
  private let granted = Mutex<Int64>(0)

  package init(limit: ByteCount?) { self.limit = limit }

  /// Counts `bytes`, or throws `overBatchLimit` where they would cross the cap.
  package func grant(_ bytes: Int64) throws {
    try granted.withLock { granted in
      if let limit, granted + bytes > limit.bytes {
        throw IntakeError(
          .overBatchLimit, at: .copying,
          """
          the attachments of this batch hold more than \(limit.exactDescription): \
          \(ByteCount(bytes: granted)) so far, and at least \(ByteCount(bytes: bytes)) more; raise the \
          limit, or take them in several batches
          """)
      }
      granted += bytes
    }
  }

  /// Gives back what a load had that came to nothing.
  package func giveBack(_ bytes: Int64) { granted.withLock { $0 -= bytes } }
}
