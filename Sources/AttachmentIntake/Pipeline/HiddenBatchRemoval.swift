/// Removes what an all-or-nothing batch stored before it failed.
///
/// Nobody was told of it, so that it costs one wait for the disk, however much it is: files first, then their
/// folder synced, then rows. A power cut on the way leaves hidden rows, which go in the recovery.
struct HiddenBatchRemoval: Sendable {
  let services: PipelineServices
  let names: [StoredName]

  private static let pageSize = 4096

  /// Does not notice cancellation.
  ///
  /// What cannot be removed now goes with the next commit, or in the recovery after this process.
  func run() async throws {
    do {
      try await removeFiles()
      try await forgetRows()
    } catch {
      services.remains.add(names)
      throw error
    }
  }

  private func removeFiles() async throws {
    let isDurable = services.configuration.durability != .none
    try await forEachPage { page, isLast in
      try await services.store.remove(page, durable: isDurable && isLast)
    }
  }

  private func forgetRows() async throws {
    let durability = services.configuration.durability
    try await forEachPage { page, isLast in
      try await services.catalog.forget(page.map(\.id), durability: isLast ? durability : .none)
    }
  }

  private func forEachPage(
    _ body: (_ page: [StoredName], _ isLast: Bool) async throws -> Void
  ) async throws {
    for start in stride(from: 0, to: names.count, by: Self.pageSize) {
      let end = min(start + Self.pageSize, names.count)
      try await body(Array(names[start..<end]), end == names.count)
    }
  }
}
