import AttachmentIntake
import IntakeTesting
import Testing

/// P3 for one attachment: refused at the byte, before the first byte where its size is declared.
@Suite(.timeLimit(.minutes(5))) struct FileLimitTests {
  static let limit = 100_000
  static let deliveries: [Representation.Delivery] = [.file, .inPlaceFile, .data, .stream]

  static let configuration = IntakePipeline.Configuration.with {
    $0.maximumFileSize = .bytes(limit)
    $0.copyBufferSize = .kibibytes(4)
  }

  @Test(arguments: deliveries, [true, false])
  func `as many bytes as the limit are stored, and one more is refused`(
    _ delivery: Representation.Delivery, _ isDeclared: Bool
  ) async throws {
    try await withPipeline(Self.configuration) { fixture in
      let sources = [Self.limit - 1, Self.limit, Self.limit + 1].map { size in
        ScriptedSource(
          "public.jpeg", .jpeg(bytes: size), delivery: delivery,
          declaredSize: isDeclared ? .bytes(size) : nil)
      }
      let outcomes = try await fixture.pipeline.ingest(sources.map { Attachment($0) })
      #expect(outcomes.map { $0.stored?.size } == [.bytes(99_999), .bytes(100_000), nil])
      let error = try #require(outcomes[2].refusal)
      #expect(error.code == .overFileLimit)
      #expect(error.stage == .copying)
      #expect(error.message.contains("100000 bytes"))
      #expect(error.message.contains("100001 bytes"))
      try await fixture.expectSettled(stored: 2)
    }
  }

  @Test
  func `a declared size over the limit is refused before anything is pulled`() async throws {
    try await withPipeline(Self.configuration) { fixture in
      let chunks = ChunkSource.endless(chunk: 1_000)
      let outcome = try await fixture.ingest(
        Attachment(chunks: chunks, type: "public.data", size: .bytes(Self.limit + 1)))
      #expect(outcome.refusal?.code == .overFileLimit)
      #expect(chunks.iterations.count == 0)
      #expect(chunks.pulls.count == 0)
      try await fixture.expectSettled(stored: 0)
    }
  }

  @Test
  func `a stream without a size is refused at the chunk that crosses the limit`() async throws {
    try await withPipeline(Self.configuration) { fixture in
      let chunks = ChunkSource.endless(chunk: 1_000)
      let outcome = try await fixture.ingest(Attachment(chunks: chunks, type: "public.data"))
      #expect(outcome.refusal?.code == .overFileLimit)
      #expect(outcome.refusal?.message.contains("at least") == true)
      #expect(chunks.pulls.count == Self.limit / 1_000 + 1)
      #expect(chunks.droppedIterators.count == 1)
      try await fixture.expectSettled(stored: 0)
    }
  }

  @Test
  func `a file over the limit is refused by its size, whatever time reading it would take`()
    async throws
  {
    try await withPipeline { fixture in
      // Larger than the limit by default, and all holes.
      let path = try fixture.folder.write([], to: "huge")
      let child = try ChildProcess("truncate", ["-s", "17G", path])
      #expect(try await child.wait().status == .exited(0))
      let progress = Delivered()
      var options = BatchOptions()
      options.progressInterval = .zero
      options.progress = { #expect($0.bytesDone == .zero) }
      try await fixture.pipeline.ingest(
        [Attachment(fileAt: path, type: "public.data")], options: options
      ) { progress.add($0) }
      #expect(progress.outcomes[0].refusal?.code == .overFileLimit)
      try await fixture.expectSettled(stored: 0)
    }
  }

  @Test(arguments: [0, 1, 3, 10])
  func `attachments beyond the count are refused one by one and never loaded`(
    _ maximum: Int
  ) async throws {
    try await withPipeline(.with { $0.maximumCount = maximum }) { fixture in
      let providers = (0..<6).map {
        ScriptedProvider([.init("public.jpeg", .file(.jpeg(bytes: 900, seed: UInt64($0))))])
      }
      let outcomes = try await fixture.pipeline.ingest(providers.map { Attachment($0) })
      let stored = min(maximum, 6)
      #expect(outcomes.map { $0.stored != nil } == (0..<6).map { $0 < stored })
      #expect(outcomes.compactMap(\.refusal).allSatisfy { $0.code == .overCountLimit })
      #expect(outcomes.compactMap(\.refusal).allSatisfy { $0.stage == .selection })
      #expect(providers.map(\.loads.count) == (0..<6).map { $0 < stored ? 1 : 0 })
      try await fixture.expectSettled(stored: stored)
    }
  }
}
