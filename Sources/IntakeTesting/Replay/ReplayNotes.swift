import Synchronization

/// What has to be said about the replay of one share. Loads add to it while they run.
final class ReplayNotes: Sendable {
  private let state = Mutex((obstacles: [String](), remarks: [String]()))

  /// Why the share cannot be replayed, in the order in which it was met.
  var obstacles: [String] { state.withLock { $0.obstacles } }

  /// What was not known, and how it was filled in.
  var remarks: [String] { state.withLock { $0.remarks } }

  /// Something stands in the way of the replay.
  func meet(_ obstacle: String) {
    state.withLock { if !$0.obstacles.contains(obstacle) { $0.obstacles.append(obstacle) } }
  }

  func remark(_ text: String) {
    state.withLock { if !$0.remarks.contains(text) { $0.remarks.append(text) } }
  }
}

/// Stops a load that cannot be replayed. What the pipeline makes of it is not looked at.
struct ReplayObstacle: Error, Hashable {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
