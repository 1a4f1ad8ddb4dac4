internal import Synchronization

/// One stretch of access to a document: begun on a thread of its own, and given up on every path, once.
///
/// The thread may wait for other programs as long as they like. Whoever waits for the section leaves when
/// cancelled, and access is given up then, also where the thread never comes back.
final class AccessSection: LoadCancellation {
  private let access: any DocumentAccess
  private let steps: ImportSteps?
  private let state = Mutex(State())

  private struct State {
    var isHeld = false
    /// Whether the reading was called off, which is told to a reading that has begun.
    var isCalledOff = false
    var hasEnded = false
  }

  private init(_ access: any DocumentAccess, _ steps: ImportSteps?) {
    self.access = access
    self.steps = steps
  }

  /// Calls `body` with a path that can be read, in a coordinated reading, on a thread of ours.
  ///
  /// Returns when `body` has returned. When the task is cancelled it returns at once, unless `body` is running.
  ///
  /// - Throws: `notDownloaded` where the content is not on this device; `nothingDelivered` where the reading
  ///   ends without a path; what the access and `body` throw; `CancellationError`.
  static func read(
    _ access: any DocumentAccess, steps: ImportSteps? = nil,
    _ body: @escaping @Sendable (LocalPath) throws -> Void
  ) async throws {
    let section = AccessSection(access, steps)
    defer { section.end() }
    try await CallbackLoad.run { callback in
      do throws(IntakeError) {
        try OwnThread.start { section.run(callback, body) }
      } catch {
        callback.deliver(error: error) { nil }
      }
      return section
    }
  }

  /// The same, and gives up where `body` has not been called after `limit`.
  ///
  /// - Throws: Besides, `loadTimedOut`.
  static func read(
    _ access: any DocumentAccess, waitingAtMost limit: Duration?, clock: any Clock<Duration>,
    _ body: @escaping @Sendable (LocalPath) throws -> Void
  ) async throws {
    guard let limit else { return try await read(access, body) }
    let hasBegun = ReadResult<Bool>()
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        try await read(access) { path in
          guard hasBegun.setFirst(true) else { throw CancellationError() }
          try body(path)
        }
        return true
      }
      group.addTask {
        try await clock.sleep(for: limit)
        return false
      }
      defer { group.cancelAll() }
      while let isDone = try await group.next(), !isDone {
        guard hasBegun.setFirst(false) else { continue }
        throw IntakeError(
          .loadTimedOut, at: .loading,
          "nothing could be read for \(limit), since other programs are at it; try again")
      }
    }
  }

  /// Called when the load is cancelled.
  func cancel() {
    state.withLock { $0.isCalledOff = true }
    access.cancelReading()
  }

  // MARK: On the section's own thread

  private func run(_ callback: CallbackLoad, _ body: (LocalPath) throws -> Void) {
    guard begin() else { return }
    defer { end() }
    var step = ImportStep.coordinate
    do {
      if try access.isDownloaded() == false { throw Self.notDownloaded }
      // Called off meanwhile, when there was no reading yet that could be.
      if state.withLock({ $0.hasEnded || $0.isCalledOff }) { return }
      try access.coordinateReading { path in
        steps?.set(.coordinate, .done)
        step = .copy
        callback.deliver(error: nil) {
          do {
            try body(path)
          } catch {
            self.failed(at: step, error)
            throw error
          }
        }
      }
      // Not heard where the body was called.
      callback.deliver(error: nil) { nil }
    } catch {
      if step == .coordinate { failed(at: step, error) }
      callback.deliver(error: error) { nil }
    }
  }

  /// - Returns: Whether anybody still waits.
  private func begin() -> Bool {
    if state.withLock(\.hasEnded) { return false }
    let isGranted = access.startAccess()
    steps?.set(.authorise, isGranted ? .done : .unconfirmed)
    let isLate = state.withLock { state in
      if !state.hasEnded { state.isHeld = isGranted }
      return state.hasEnded
    }
    if isLate, isGranted { access.stopAccess() }
    return !isLate
  }

  private func end() {
    let isHeld = state.withLock { state in
      defer { (state.isHeld, state.hasEnded) = (false, true) }
      return state.isHeld
    }
    if isHeld { access.stopAccess() }
  }

  private func failed(at step: ImportStep, _ error: any Error) {
    let error = IntakeError(loading: error)
    switch error.code {
    // Now it is clear what the system meant when it granted nothing.
    case .sourceDenied: steps?.set(.authorise, .failed(error.code))
    default: steps?.fail(error.stage == .validation ? .validate : step, error)
    }
  }

  private static var notDownloaded: IntakeError {
    IntakeError(
      .notDownloaded, at: .loading,
      "it is not on this device yet; download it, or wait for the network, and try again")
  }
}
