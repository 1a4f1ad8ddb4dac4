internal import Synchronization

/// One budget of bytes in memory for all running loads: first come, first served (P4).
///
/// Bytes are reserved before they are allocated. Memory that a provider hands over unasked is charged as
/// debt: it may take the budget over its capacity, and holds back new reservations until it is paid.
package final class MemoryBudget: Sendable {
  package let capacity: ByteCount
  private let state: Mutex<State>

  package init(capacity: ByteCount) {
    self.capacity = capacity
    state = Mutex(State(capacity: capacity.bytes))
  }

  /// Waits until `bytes` fit, and reserves them.
  ///
  /// A reservation larger than the capacity is granted alone.
  ///
  /// - Throws: `CancellationError` if the task is cancelled while it waits; then nothing is reserved.
  package func reserve(_ bytes: Int64) async throws {
    let id = state.withLock { $0.newWaiterID() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiter in
        // Reading isCancelled under the lock leaves no gap for onCancel to slip through.
        let answer = state.withLock {
          $0.reserve(bytes, id: id, waiter: waiter, isCancelled: Task.isCancelled)
        }
        switch answer {
        case .granted: waiter.resume()
        case .cancelled: waiter.resume(throwing: CancellationError())
        case .enqueued: break
        }
      }
    } onCancel: {
      let (cancelled, granted) = state.withLock { $0.leave(id) }
      cancelled?.resume(throwing: CancellationError())
      for waiter in granted { waiter.resume() }
    }
  }

  /// Reserves `bytes` if that needs no waiting.
  ///
  /// - Parameter rest: What has to be free for others afterwards.
  package func reserveNow(_ bytes: Int64, leaving rest: Int64 = 0) -> Bool {
    state.withLock { $0.reserveNow(bytes, leaving: rest) }
  }

  /// Charges memory that is already there.
  package func charge(_ bytes: Int64) {
    state.withLock { $0.take(bytes) }
  }

  /// Gives back what was reserved or charged.
  package func release(_ bytes: Int64) {
    let granted = state.withLock { $0.release(bytes) }
    for waiter in granted { waiter.resume() }
  }

  /// How the budget stands.
  package var figures: Figures { state.withLock { $0.figures } }

  package struct Figures: Sendable, Hashable {
    package var reserved: Int64 = 0
    package var peak: Int64 = 0
    /// Reservations that wait now.
    package var waiting = 0
    /// Reservations that had to wait, ever.
    package var waits = 0
  }
}

extension MemoryBudget {
  fileprivate typealias Waiter = CheckedContinuation<Void, any Error>

  fileprivate enum Answer { case granted, cancelled, enqueued }

  /// Decides under the lock; whoever calls it resumes afterwards.
  fileprivate struct State {
    let capacity: Int64
    var figures = Figures()
    private var nextID: UInt64 = 0
    private var queue: [(id: UInt64, bytes: Int64, waiter: Waiter)] = []

    init(capacity: Int64) { self.capacity = capacity }

    mutating func newWaiterID() -> UInt64 {
      nextID += 1
      return nextID
    }

    private func fits(_ bytes: Int64) -> Bool {
      figures.reserved == 0 || figures.reserved + bytes <= capacity
    }

    mutating func take(_ bytes: Int64) {
      figures.reserved += bytes
      figures.peak = max(figures.peak, figures.reserved)
    }

    mutating func reserveNow(_ bytes: Int64, leaving rest: Int64 = 0) -> Bool {
      guard queue.isEmpty, fits(bytes + rest) else { return false }
      take(bytes)
      return true
    }

    mutating func reserve(
      _ bytes: Int64, id: UInt64, waiter: Waiter, isCancelled: Bool
    ) -> Answer {
      if isCancelled { return .cancelled }
      if reserveNow(bytes) { return .granted }
      queue.append((id, bytes, waiter))
      figures.waiting = queue.count
      figures.waits += 1
      return .enqueued
    }

    mutating func leave(_ id: UInt64) -> (cancelled: Waiter?, granted: [Waiter]) {
      guard let index = queue.firstIndex(where: { $0.id == id }) else { return (nil, []) }
      let waiter = queue.remove(at: index).waiter
      // It may have been a large one at the head that held up smaller ones behind it.
      return (waiter, grantWaiting())
    }

    mutating func release(_ bytes: Int64) -> [Waiter] {
      figures.reserved -= bytes
      return grantWaiting()
    }

    private mutating func grantWaiting() -> [Waiter] {
      var granted: [Waiter] = []
      while let first = queue.first, fits(first.bytes) {
        take(first.bytes)
        granted.append(first.waiter)
        queue.removeFirst()
      }
      figures.waiting = queue.count
      return granted
    }
  }
}
