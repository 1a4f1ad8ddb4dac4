import AttachmentIntake
import IntakeModel
import IntakeTesting

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

  /// The same task beside another program that copies the folder with as many threads as there are cores: how late the
  /// machine itself makes it.
  static func beside(_ arguments: WorkerArguments) async throws {
    let program = try arguments.text("program")
    let folder = try arguments.text("folder")
    let output = try arguments.text("container")
    let ticker = Ticker()
    let ending = try await withTicks(ticker) {
      try await ChildProcess(program, [folder, output]).wait()
    }
    guard ending.status == .exited(0) else {
      throw BenchError("\(program) \(ending.status): \(ending.errorOutput)")
    }
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
