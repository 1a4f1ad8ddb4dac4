import AttachmentIntake
import IntakeModel

/// Takes in the files of a folder, and tells what only the pipeline knows: the bytes reserved at peak, and how late
/// another task of the process is meanwhile.
enum FilesWorker {
  static func run(_ arguments: WorkerArguments) async throws {
    let folder = LocalPath(try arguments.text("folder"))
    let configuration = try arguments.configuration()
    let path = try arguments.text("container")
    let ticker = arguments.has("tick") ? Ticker() : nil
    try await SharedContainer.withContainer(at: path) { container in
      let pipeline = try IntakePipeline(into: container, configuration: configuration)
      let start = ContinuousClock.now
      let summary = try await withTicks(ticker) {
        try await pipeline.ingest(FolderAttachments(at: folder)) { _ in }
      }
      Worker.tell("seconds", Worker.seconds(since: start))
      Worker.tell("stored", Double(summary.stored))
      Worker.tell("reserved", Double(pipeline.counters.memoryPeak.bytes))
      Worker.tell("commits", Double(pipeline.counters.commits))
    }
    ticker?.tell()
  }

  /// The same task beside nothing at all, for a second: how late the machine itself makes it.
  static func idle(_ arguments: WorkerArguments) async throws {
    let ticker = Ticker()
    try await withTicks(ticker) { try await Task.sleep(for: .seconds(1)) }
    ticker.tell()
  }

  private static func withTicks<Result: Sendable>(
    _ ticker: Ticker?, _ body: () async throws -> Result
  ) async throws -> Result {
    guard let ticker else { return try await body() }
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await ticker.run() }
      let result = try await body()
      group.cancelAll()
      return result
    }
  }
}
