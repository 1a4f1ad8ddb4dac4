import AttachmentIntake
import IntakeTesting
import Testing

/// Many batches at once, on one pipeline and on several of one folder.
@Suite(.timeLimit(.minutes(5))) struct ConcurrentBatchTests {
  private static func texts(_ batch: Int, _ count: Int) -> [Attachment] {
    (0..<count).map { index in
      let bytes = Array("batch \(batch), attachment \(index)".utf8)
      switch index % 4 {
      case 0: return Attachment(bytes: bytes, type: "public.plain-text", name: "\(batch)/\(index)")
      case 1:
        return Attachment(
          chunks: CountingSequence(bytes.map { [$0] }), type: "public.plain-text",
          name: "\(batch)/\(index)")
      case 2:
        return Attachment(
          ScriptedProvider(
            name: "\(batch)/\(index)", [.init("public.plain-text", .file(bytes), when: .atOnce)]))
      default:
        return Attachment(
          ScriptedProvider(name: "\(batch)/\(index)", [.init("public.plain-text", .data(bytes))]))
      }
    }
  }

  @Test
  func `eight batches of two hundred at once have their own outcomes each`() async throws {
    try await withPipeline { fixture in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for batch in 0..<8 {
          group.addTask {
            let policy: BatchPolicy = batch % 2 == 0 ? .keep : .allOrNothing
            let outcomes = try await fixture.pipeline.ingest(
              Self.texts(batch, 200), policy: policy)
            #expect(outcomes.map(\.position) == Array(0..<200))
            #expect(outcomes.map(\.name) == (0..<200).map { "\(batch)/\($0)" })
            #expect(outcomes.compactMap(\.stored).count == 200)
            for outcome in outcomes.prefix(3) {
              let text = String(decoding: try await fixture.bytes(outcome), as: UTF8.self)
              #expect(text == "batch \(batch), attachment \(outcome.position)")
            }
          }
        }
        try await group.waitForAll()
      }
      try await fixture.expectSettled(stored: 1_600)
      #expect(fixture.pipeline.counters.memoryPeak <= .mebibytes(5))
    }
  }

  @Test
  func `two pipelines on one folder take in at the same time, and each sees all`() async throws {
    try await withPipeline { fixture in
      let other = try await SharedContainer.open(at: fixture.folder.path(of: "container"))
      let neighbour = try IntakePipeline(into: other)
      try await withThrowingTaskGroup(of: Int.self) { group in
        for batch in 0..<6 {
          group.addTask {
            let pipeline = batch % 2 == 0 ? fixture.pipeline : neighbour
            let policy: BatchPolicy = batch < 3 ? .keep : .allOrNothing
            let outcomes = try await pipeline.ingest(Self.texts(batch, 100), policy: policy)
            return outcomes.compactMap(\.stored).count
          }
        }
        for try await count in group { #expect(count == 100) }
      }
      #expect(try await Inbox(other).list().count == 600)
      #expect(neighbour.counters.diskGranted == .zero)
      await other.close()
      try await fixture.expectSettled(stored: 600)
    }
  }

  @Test
  func `a batch that is cancelled among others takes nothing from them`() async throws {
    try await withPipeline { fixture in
      let gate = Gate()
      let cancelled = (0..<4).map { _ in
        let sequence = CountingSequence(Self.texts(9, 100)).held(by: gate, at: 50)
        return Task { try await fixture.pipeline.ingest(sequence) { _ in } }
      }
      async let kept = [
        fixture.pipeline.ingest(Self.texts(0, 200)), fixture.pipeline.ingest(Self.texts(1, 200)),
      ]
      try await gate.arrival(of: 4)
      for batch in cancelled { batch.cancel() }
      for batch in cancelled {
        await #expect(throws: CancellationError.self) { try await batch.value }
      }
      for outcomes in try await kept { #expect(outcomes.compactMap(\.stored).count == 200) }
      // Fifty of each cancelled batch were delivered or undone; the counters know how many.
      try await fixture.expectSettled(stored: fixture.pipeline.counters.stored)
    }
  }
}
