internal import Synchronization

/// The bytes that one load has reserved for its copy buffer. Released once, at the latest with its owner.
final class BufferReservation: Sendable {
  private let budget: MemoryBudget
  private let bytes: Int64
  private let held = Atomic(true)

  /// Waits until the budget has room for a buffer.
  ///
  /// - Throws: `CancellationError` if the task is cancelled while it waits.
  init(of bytes: Int64, in budget: MemoryBudget) async throws {
    if !budget.reserveNow(bytes) { try await budget.reserve(bytes) }
    self.budget = budget
    self.bytes = bytes
  }

  var isHeld: Bool { held.load(ordering: .relaxed) }

  func release() {
    if held.exchange(false, ordering: .relaxed) { budget.release(bytes) }
  }

  deinit { release() }
}
