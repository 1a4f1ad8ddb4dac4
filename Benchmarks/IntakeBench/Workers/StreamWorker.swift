import AttachmentIntake
import IntakeModel
import IntakeTesting

/// Takes in many small attachments that come one by one, as a server's requests do.
enum StreamWorker {
  static func run(_ arguments: WorkerArguments) async throws {
    let count = try arguments.number("count")
    let configuration = try arguments.configuration()
    let attachments = SmallAttachments(
      count: count, bytes: SampleContent.jpeg(bytes: try arguments.number("size"), seed: 5).bytes)
    try await SharedContainer.withContainer(at: try arguments.text("container")) { container in
      let pipeline = try IntakePipeline(into: container, configuration: configuration)
      let start = ContinuousClock.now
      let summary = try await pipeline.ingest(attachments) { _ in }
      Worker.tell("seconds", Worker.seconds(since: start))
      Worker.tell("reserved", Double(pipeline.counters.memoryPeak.bytes))
      guard summary.stored == count else {
        throw BenchError("\(summary.stored) of \(count) were stored: \(summary.refusals)")
      }
    }
  }
}

/// Attachments of one chunk each, which are made when they are pulled.
private struct SmallAttachments: AsyncSequence, Sendable {
  let count: Int
  let bytes: [UInt8]

  func makeAsyncIterator() -> Iterator { Iterator(bytes: bytes, left: count) }

  struct Iterator: AsyncIteratorProtocol {
    let bytes: [UInt8]
    var left: Int

    mutating func next() async -> Attachment? {
      guard left > 0 else { return nil }
      left -= 1
      return Attachment(chunks: OneChunk(bytes: bytes), type: "public.jpeg")
    }
  }
}

/// A body that comes at once.
private struct OneChunk: AsyncSequence, Sendable {
  let bytes: [UInt8]

  func makeAsyncIterator() -> Iterator { Iterator(bytes: bytes) }

  struct Iterator: AsyncIteratorProtocol {
    var bytes: [UInt8]?

    mutating func next() async -> [UInt8]? { bytes.take() }
  }
}
