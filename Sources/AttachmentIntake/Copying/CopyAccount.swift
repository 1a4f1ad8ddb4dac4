/// Counts the bytes of one copy against every limit: at the byte, before it is written (P3).
///
/// What it was granted is given back when it ends, unless it is settled.
package struct CopyAccount: ~Copyable {
  private var fileLimit: ByteCount
  private let batch: BatchLedger
  private let disk: DiskLedger
  /// Bytes that were granted by both ledgers, ahead of the copy where the size is declared.
  private var granted: Int64 = 0
  /// Bytes that the free space of the disk does not show any more: written, or set aside ahead.
  private var taken: Int64 = 0
  /// Bytes that were copied.
  package private(set) var count: Int64 = 0

  package init(fileLimit: ByteCount, batch: BatchLedger, disk: DiskLedger) {
    self.fileLimit = fileLimit
    self.batch = batch
    self.disk = disk
  }

  /// Checks the declared size before the first byte, and reserves it.
  package mutating func declare(_ size: ByteCount) throws {
    try check(size.bytes, isDeclared: true)
    try extend(to: size.bytes)
  }

  /// Counts against a lower limit from now on, and checks what was counted so far.
  package mutating func lowerLimit(to limit: ByteCount) throws {
    guard limit < fileLimit else { return }
    fileLimit = limit
    try check(count, isDeclared: false)
  }

  /// Says that the disk has set `size` aside for the copy.
  package mutating func setAside(_ size: ByteCount) { take(to: min(size.bytes, granted)) }

  /// Counts `bytes` that are about to be written.
  package mutating func append(_ bytes: Int) throws {
    let next = count + Int64(bytes)
    try check(next, isDeclared: false)
    try extend(to: next)
    take(to: next)
    count = next
  }

  private mutating func take(to size: Int64) {
    guard size > taken else { return }
    disk.write(size - taken)
    taken = size
  }

  private func check(_ size: Int64, isDeclared: Bool) throws {
    guard size > fileLimit.bytes else { return }
    let size = ByteCount(bytes: size)
    throw IntakeError(
      .overFileLimit, at: .copying,
      """
      it has \(isDeclared ? "" : "at least ")\(size.exactDescription), and one attachment may have \
      \(fileLimit.exactDescription); raise the limit, or share a smaller version
      """)
  }

  private mutating func extend(to size: Int64) throws {
    guard size > granted else { return }
    let more = size - granted
    try batch.grant(more)
    do {
      try disk.grant(more)
    } catch {
      batch.giveBack(more)
      throw error
    }
    granted = size
  }

  /// Ends the account of a copy that is complete: the bytes it counted stay granted, and no more.
  package mutating func settle() {
    giveBack(granted - count)
    granted = 0
  }

  private func giveBack(_ bytes: Int64) {
    guard bytes > 0 else { return }
    batch.giveBack(bytes)
    disk.giveBack(bytes, unwritten: granted - taken)
  }

  deinit { giveBack(granted) }
}
