import AttachmentIntake
import IntakeModel
import IntakeTesting

/// Cancels a batch in its middle, and tells how long the call takes to return, and what is left then.
enum CancelWorker {
  static func run(_ arguments: WorkerArguments) async throws {
    let folder = LocalPath(try arguments.text("folder"))
    let configuration = try arguments.configuration()
    let middle = try arguments.number("middle")
    let options = BatchOptions(
      policy: try arguments.text("policy") == "keep" ? .keep : .allOrNothing)
    let path = try arguments.text("container")
    try await SharedContainer.withContainer(at: path) { container in
      let pipeline = try IntakePipeline(into: container, configuration: configuration)
      let descriptors = Files.openCount(below: [folder.description, path])
      let delivered = Tally()
      let ended = Tally()
      let batch = Task {
        defer { ended.add() }
        _ = try await pipeline.ingest(FolderAttachments(at: folder), options: options) { _ in
          delivered.add()
        }
      }
      // An all-or-nothing batch delivers nothing before its end, but rows are in the catalog.
      while ended.count == 0, try await container.totals().count < middle {
        try await Task.sleep(for: .milliseconds(1))
      }
      let start = ContinuousClock.now
      batch.cancel()
      let result = await batch.result
      Worker.tell("return", Worker.seconds(since: start) * 1000)
      if case .success = result {
        throw BenchError("the batch was complete before it was cancelled")
      }
      let counters = pipeline.counters
      let rows = try await container.totals().count
      Worker.tell("rows-undelivered", Double(rows - delivered.count))
      Worker.tell("reserved", Double(counters.memoryReserved.bytes + counters.diskGranted.bytes))
      let left = Files.openCount(below: [folder.description, path]) - descriptors
      Worker.tell("descriptors", Double(left))
    }
  }
}
