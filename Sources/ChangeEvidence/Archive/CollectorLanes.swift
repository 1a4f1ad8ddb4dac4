import SystemCalls

/// Runs the collectors of an export, several at once. Each lane has a spool of its own, since the bytes of a member stand
/// in one piece.
enum CollectorLanes {
  /// Two for each processor: reading a log keeps one busy, and a lane waits for a thread between two of them. At most
  /// eight, as each holds a line of a log, which may have a megabyte.
  private static var width: Int { min(8, 2 * Processors.count) }

  /// - Parameter folder: Where the spools take their room, with `/` at the end.
  /// - Returns: What became of the collectors, in their order.
  /// - Throws: ``EvidenceError`` where there can be no spool; `CancellationError`.
  static func run(
    _ collectors: [Collector], spoolingIn folder: String
  ) async throws -> [CollectorRun.Result] {
    var spools: [Spool] = []
    for _ in 0..<min(width, collectors.count) { spools.append(try Spool(in: folder)) }
    return try await withThrowingTaskGroup(of: Ended.self) { group in
      var results = [CollectorRun.Result?](repeating: nil, count: collectors.count)
      var waiting = collectors.indices.makeIterator()
      func start(_ index: Int, _ spool: Spool) {
        group.addTask {
          try Task.checkCancellation()
          let result = try await CollectorRun.run(collectors[index], spool: spool)
          return Ended(index: index, spool: spool, result: result)
        }
      }
      for spool in spools {
        if let index = waiting.next() { start(index, spool) }
      }
      while let ended = try await group.next() {
        results[ended.index] = ended.result
        if let index = waiting.next() { start(index, ended.spool) }
      }
      return results.compactMap(\.self)
    }
  }

  private struct Ended: Sendable {
    let index: Int
    /// Free for the next.
    let spool: Spool
    let result: CollectorRun.Result
  }
}
