import AttachmentIntake
import IntakeTesting
import Testing

/// P4 in a pipeline: memory is reserved before a provider is called, and debt holds new loads back.
@Suite(.timeLimit(.minutes(5))) struct BudgetInPipelineTests {
  private static func configuration(buffers: Int, loads: Int = 8) -> IntakePipeline.Configuration {
    .with {
      $0.copyBufferSize = .kibibytes(4)
      $0.memoryBudget = .kibibytes(4 * buffers)
      $0.maximumConcurrentLoads = loads
      $0.loadTimeout = nil
    }
  }

  @Test
  func `no provider is called and nothing is pulled while the budget is used up`() async throws {
    try await withPipeline(Self.configuration(buffers: 2)) { fixture in
      let gate = Gate()
      let providers = (0..<4).map { index in
        ScriptedProvider([
          .init(
            "public.jpeg", .file(.jpeg(bytes: 20_000, seed: UInt64(index))), when: .afterGate(gate))
        ])
      }
      let sequence = CountingSequence(providers.map { Attachment($0) })
      async let summary = fixture.pipeline.ingest(sequence) { _ in }
      try await gate.arrival(of: 2)
      await settle()
      #expect(sequence.pulls.count == 2)
      #expect(providers.map(\.loads.count) == [1, 1, 0, 0])
      #expect(fixture.pipeline.counters.memoryReserved == .kibibytes(8))
      #expect(fixture.pipeline.counters.waitingForMemory == 1)
      gate.open()
      #expect(try await summary.stored == 4)
      let counters = fixture.pipeline.counters
      #expect(counters.memoryPeak == .kibibytes(8))
      #expect(counters.memoryWaits >= 1)
      try await fixture.expectSettled(stored: 4)
    }
  }

  @Test(arguments: [(16, 8), (15, 4), (8, 4), (7, 1), (1, 1)])
  func `a large file has more buffers where half of the budget is left, and gives them back`(
    buffers: Int, peak: Int
  ) async throws {
    try await withPipeline(Self.configuration(buffers: buffers)) { fixture in
      // Mostly without blocks.
      let path = fixture.folder.path(of: "large.jpg")
      try fixture.folder.write(SampleContent.jpeg(bytes: 100).bytes, to: "large.jpg")
      try Files.extend(path, to: 32 << 20)
      let outcome = try await fixture.ingest(Attachment(fileAt: path))
      #expect(outcome.stored?.size == .mebibytes(32))
      #expect(fixture.pipeline.counters.memoryPeak == .kibibytes(4 * peak))
      try await fixture.expectSettled(stored: 1)
    }
  }

  @Test
  func `bytes that a provider hands over unasked hold new loads back`() async throws {
    try await withPipeline(Self.configuration(buffers: 4)) { fixture in
      let (copying, gate) = (Tally(), Gate())
      var options = BatchOptions()
      options.progressInterval = .zero
      options.progress = { progress in
        guard progress.bytesDone > .zero, !progress.isFinal else { return }
        copying.add()
        gate.waitBlocking()
      }
      let content = SampleContent.jpeg(bytes: 100_000)
      let heavy = Attachment(ScriptedProvider([.init("public.jpeg", .data(content))]))
      async let first = fixture.pipeline.ingest([heavy], options: options) { _ in }
      try await copying.reaches(1)
      #expect(fixture.pipeline.counters.memoryReserved == .bytes(100_000 + 4_096))
      let provider = ScriptedProvider([.init("public.jpeg", .file(.jpeg(bytes: 900)))])
      async let second = fixture.ingest(Attachment(provider))
      try await eventually { fixture.pipeline.counters.waitingForMemory == 1 }
      await settle()
      #expect(provider.loads.count == 0)
      gate.open()
      #expect(try await first.stored == 1)
      #expect(try await second.stored != nil)
      #expect(fixture.pipeline.counters.memoryPeak == .bytes(100_000 + 4_096))
      try await fixture.expectSettled(stored: 2)
    }
  }

  @Test
  func `sixty-four streams that stall starve nobody`() async throws {
    try await withPipeline(Self.configuration(buffers: 1, loads: 64)) { fixture in
      let gate = Gate()
      let streams = (0..<64).map { index in
        Attachment(
          chunks: ChunkSource(.jpeg(bytes: 9_000, seed: UInt64(index)), chunk: 4_000)
            .held(by: gate, at: 1), type: "public.jpeg")
      }
      async let stalled = fixture.pipeline.ingest(streams)
      try await gate.arrival(of: 64)
      #expect(fixture.pipeline.counters.memoryReserved == .zero)
      let outcome = try await fixture.ingest(.shared(.jpeg(bytes: 50_000)))
      #expect(outcome.stored != nil)
      gate.open()
      #expect(try await stalled.compactMap(\.stored).count == 64)
      try await fixture.expectSettled(stored: 65)
    }
  }

  @Test
  func `a file that is tried after a stream has its buffer reserved again`() async throws {
    try await withPipeline(Self.configuration(buffers: 1)) { fixture in
      let source = ScriptedSource([
        Representation("public.heic", delivery: .stream),
        Representation("public.jpeg", delivery: .file),
      ]) { representation, receiver in
        if representation.delivery == .stream {
          try await receiver.receiveChunks(ChunkSource(.empty))
        } else {
          #expect(fixture.pipeline.counters.memoryReserved == .kibibytes(4))
          try withTemporaryFolder { folder in
            try receiver.receiveFile(at: folder.write(SampleContent.jpeg(bytes: 9_000), to: "a"))
          }
        }
      }
      let outcome = try await fixture.ingest(Attachment(source))
      #expect(outcome.stored != nil)
      #expect(outcome.trail.map(\.error.code) == [.emptyContent])
      try await fixture.expectSettled(stored: 1)
    }
  }
}
