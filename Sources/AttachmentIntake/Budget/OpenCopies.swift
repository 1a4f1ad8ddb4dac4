internal import Synchronization

/// The places of copies that hold a descriptor, from before their source is asked to the end of their commit;
/// first come, first served.
///
/// Every batch of a pipeline shares them, so that any number of calls at once cannot open too many files.
final class OpenCopies: Sendable {
  /// One for each place: bytes are no more than a number to it.
  private let places: MemoryBudget
  private let state = Mutex(State())

  private struct State {
    /// Loads that have a place, and are not staged yet.
    var loading = 0
    /// Loads that wait, or are about to.
    var waiting = 0
  }

  init(capacity: Int) { places = MemoryBudget(capacity: .bytes(capacity)) }

  /// Loads that wait for a place now.
  var waiting: Int { places.figures.waiting }

  /// Waits until there could be a place, and takes none.
  func waitForPlace(stalled: () -> Void) async throws {
    try await take(stalled: stalled)
    release()
  }

  /// Waits for a place for a load. Whoever gets one has to call ``endLoad()`` and then ``release()``.
  ///
  /// - Parameter stalled: Called before waiting, if all places are taken by copies that wait for a commit.
  /// - Throws: `CancellationError` if the task is cancelled while it waits; then no place is taken.
  func beginLoad(stalled: () -> Void) async throws {
    try await take(stalled: stalled)
    state.withLock { $0.loading += 1 }
  }

  /// Says that a copy is handed over to a commit, or has come to nothing.
  ///
  /// - Returns: Whether others wait, and only commits can help them.
  func endLoad() -> Bool {
    state.withLock { state in
      state.loading -= 1
      return state.loading == 0 && state.waiting > 0
    }
  }

  /// Gives a place back, when the copy has no descriptor any more.
  func release() { places.release(1) }

  private func take(stalled: () -> Void) async throws {
    if places.reserveNow(1) { return }
    // Counted before anybody can end without noticing that somebody waits.
    let isStalled = state.withLock { state in
      state.waiting += 1
      return state.loading == 0
    }
    defer { state.withLock { $0.waiting -= 1 } }
    if isStalled { stalled() }
    try await places.reserve(1)
  }
}
