import AttachmentIntake
import IntakeModel
import IntakeTesting

/// Takes in request bodies that come at once, in small chunks, from producers that pause.
enum BodiesWorker {
  static func run(_ arguments: WorkerArguments) async throws {
    let count = try arguments.number("count")
    let size = try arguments.number("size")
    let configuration = try arguments.configuration()
    let chunk = SampleContent.jpeg(bytes: 16 << 10, seed: 6).bytes
    try await SharedContainer.withContainer(at: try arguments.text("container")) { container in
      let pipeline = try IntakePipeline(into: container, configuration: configuration)
      let start = ContinuousClock.now
      let stored = try await withThrowingTaskGroup(of: Bool.self) { group in
        for _ in 0..<count {
          group.addTask {
            let body = SlowBody(chunk: chunk, count: size / chunk.count)
            let attachment = Attachment(
              chunks: body, type: "public.jpeg", size: .bytes(size / chunk.count * chunk.count))
            return try await pipeline.ingest(attachment).stored != nil
          }
        }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      Worker.tell("seconds", Worker.seconds(since: start))
      Worker.tell("reserved", Double(pipeline.counters.memoryPeak.bytes))
      guard stored == count else { throw BenchError("\(stored) of \(count) were stored") }
    }
  }
}

/// A body whose producer pauses for two milliseconds behind each 256 KiB.
private struct SlowBody: AsyncSequence, Sendable {
  let chunk: [UInt8]
  let count: Int

  func makeAsyncIterator() -> Iterator { Iterator(chunk: chunk, left: count) }

  struct Iterator: AsyncIteratorProtocol {
    let chunk: [UInt8]
    var left: Int

    mutating func next() async throws -> [UInt8]? {
      guard left > 0 else { return nil }
      left -= 1
      if left % 16 == 0 { try await Task.sleep(for: .milliseconds(2)) }
      return chunk
    }
  }
}
