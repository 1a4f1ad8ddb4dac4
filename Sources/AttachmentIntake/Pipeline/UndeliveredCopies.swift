internal import Synchronization

/// Copies that were stored, and whose outcome was never delivered: nobody knows of them, and they go.
///
/// What cannot be removed at once is tried again with the next commit.
final class UndeliveredCopies: Sendable {
  private let ids = Mutex<[AttachmentID]>([])

  func add(_ ids: [AttachmentID]) { self.ids.withLock { $0 += ids } }

  /// Removes them from `container`, but for those that a reader has taken meanwhile.
  func remove(from container: SharedContainer) async {
    let ids = ids.withLock { ids in
      defer { ids = [] }
      return ids
    }
    guard !ids.isEmpty else { return }
    do {
      try await container.remove(ids, reason: .abandoned, from: [.available, .kept])
      try await finishRemovals(of: ids, in: container)
    } catch {
      add(ids)
    }
  }

  /// An earlier try may have got as far as the rows.
  private func finishRemovals(
    of ids: [AttachmentID], in container: SharedContainer
  ) async throws {
    var left: [CatalogRecord] = []
    for id in ids {
      guard let record = try await container.catalog.record(id), record.state == .removing else {
        continue
      }
      left.append(record)
    }
    guard !left.isEmpty else { return }
    try await container.store.remove(
      left.map(\.storedName), durable: left.contains { $0.durability != .none })
    try await container.catalog.forget(left.map(\.id), durability: .none)
  }
}
