internal import Synchronization

/// Names and rows of failed commits that could not be removed at once, as on a disk that is full.
///
/// They would count against the container's limits until the process ends.
final class CommitRemains: Sendable {
  private let names = Mutex<[StoredName]>([])

  func add(_ names: [StoredName]) { self.names.withLock { $0 += names } }

  /// Takes all out; who cannot remove them adds them again.
  func take() -> [StoredName] {
    names.withLock { names in
      defer { names = [] }
      return names
    }
  }
}
