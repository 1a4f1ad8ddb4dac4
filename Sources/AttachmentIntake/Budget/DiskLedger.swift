internal import Synchronization

/// Bytes on disk that running loads have been granted: against the container's limit and the free space.
///
/// Inside a callback nothing may wait, so a grant is given or refused at once (P4). What other processes
/// take from the same disk shows in its free space; what they add to the container is counted when rows are
/// recorded, in the catalog's own transaction.
package final class DiskLedger: Sendable {
  private let limits: ContainerLimits
  /// What must stay free on the disk.
  private let reserve: ByteCount
  private let freeSpace: @Sendable () throws -> FreeSpace?
  private let state = Mutex(State())

  private struct State {
    var inContainer: Int64 = 0
    var granted: Int64 = 0
    /// Granted bytes that are not on the disk yet, so that its free space does not show them.
    var unwritten: Int64 = 0
    /// Granted bytes whose rows may be in the catalog already.
    var inCommit: Int64 = 0
    /// Free bytes that may be granted before the disk has to be asked again.
    var allowance: Int64 = 0
  }

  package init(
    limits: ContainerLimits, reserve: ByteCount,
    freeSpace: @escaping @Sendable () throws -> FreeSpace?
  ) {
    self.limits = limits
    self.reserve = reserve
    self.freeSpace = freeSpace
  }

  /// Sets what the container holds, as its catalog says.
  ///
  /// What is in commit may be among the totals, and is granted still. It is not counted twice, and so perhaps
  /// not enough for a moment: the catalog's own transaction has the last word.
  package func update(_ totals: ContainerTotals) {
    state.withLock { $0.inContainer = max(0, totals.bytes.bytes - $0.inCommit) }
  }

  /// Says that the rows of `bytes` are about to be recorded.
  package func beginCommit(_ bytes: Int64) { state.withLock { $0.inCommit += bytes } }

  /// Says that `bytes` of a commit were settled or given back.
  package func endCommit(_ bytes: Int64) { state.withLock { $0.inCommit -= bytes } }

  /// Whether the container is so near its limit that its totals should be read again before a load.
  package var needsTotals: Bool {
    guard let limit = limits.bytes?.bytes else { return false }
    return state.withLock { $0.inContainer + $0.granted > limit / 10 * 9 }
  }

  /// The bytes granted to running loads.
  package var granted: ByteCount { state.withLock { ByteCount(bytes: $0.granted) } }

  /// Grants `bytes`, or throws `containerFull` or `diskFull`.
  package func grant(_ bytes: Int64) throws {
    try state.withLock { state in
      if let limit = limits.bytes?.bytes, state.inContainer + state.granted + bytes > limit {
        throw IntakeError(
          .containerFull, at: .copying,
          """
          the container holds \(ByteCount(bytes: state.inContainer)), running loads have \
          \(ByteCount(bytes: state.granted)), and it may hold \(ByteCount(bytes: limit)), so that \(ByteCount(bytes: bytes)) more do not fit; finish or \
          sweep attachments that were handed over, or raise the limit
          """)
      }
      if state.allowance < bytes { try refill(&state, for: bytes) }
      state.allowance -= bytes
      state.granted += bytes
      state.unwritten += bytes
    }
  }

  /// Says that granted bytes are being written, or set aside on the disk for it.
  package func write(_ bytes: Int64) { state.withLock { $0.unwritten -= bytes } }

  /// Gives back what was granted to a load that came to nothing.
  ///
  /// - Parameter unwritten: How many of the bytes were never written.
  package func giveBack(_ bytes: Int64, unwritten: Int64 = 0) {
    state.withLock { state in
      state.granted -= bytes
      state.unwritten -= unwritten
    }
  }

  /// Moves what was granted to a load into the container.
  package func settle(_ bytes: Int64) {
    state.withLock { state in
      state.granted -= bytes
      state.inContainer += bytes
    }
  }

  /// Counts bytes that left the container.
  package func shrink(_ bytes: Int64) {
    state.withLock { $0.inContainer = max(0, $0.inContainer - bytes) }
  }

  private func refill(_ state: inout State, for bytes: Int64) throws {
    guard let free = try freeSpace() else {
      state.allowance = .max
      return
    }
    if free.entries == 0 {
      throw IntakeError(
        .diskFull, at: .copying,
        "the disk has no free file entries (inodes) left; remove files there")
    }
    let usable = free.bytes.bytes - reserve.bytes - state.unwritten
    guard usable >= bytes else {
      throw IntakeError(
        .diskFull, at: .copying,
        """
        the disk has \(free.bytes) free, of which \(reserve) are kept and \
        \(ByteCount(bytes: state.unwritten)) are promised to running loads, so that \
        \(ByteCount(bytes: bytes)) do not fit; free some space there
        """)
    }
    // Ask again after a part of it, since others write to the same disk. The closer to full, the oftener.
    state.allowance = max(bytes, min(usable / 4, 256 << 20))
  }
}
