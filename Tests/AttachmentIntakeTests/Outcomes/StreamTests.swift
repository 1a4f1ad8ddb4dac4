import AttachmentIntake
import IntakeTesting
import Testing

/// Streams of any common chunk, of any size, and with a declared size that need not be true.
@Suite(.timeLimit(.minutes(5))) struct StreamTests {
  static let content = SampleContent.jpeg(bytes: 300_000)

  private static func expectStored<Chunk: Sequence<UInt8> & Sendable>(
    _ chunks: [Chunk], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await withPipeline(.with { $0.copyBufferSize = .kibibytes(64) }) { fixture in
      let attachment = Attachment(chunks: CountingSequence(chunks), type: "public.jpeg")
      let outcome = try await fixture.ingest(attachment)
      #expect(outcome.refusal == nil, sourceLocation: sourceLocation)
      #expect(try await fixture.bytes(outcome) == content.bytes, sourceLocation: sourceLocation)
      try await fixture.expectSettled(stored: 1, sourceLocation: sourceLocation)
    }
  }

  private static func ranges(of size: Int) -> [Range<Int>] {
    stride(from: 0, to: content.count, by: size).map { $0..<min($0 + size, content.count) }
  }

  @Test(arguments: [1_000, 4_096, 65_536, 100_001, 300_000])
  func `chunks of arrays`(_ size: Int) async throws {
    try await Self.expectStored(Self.ranges(of: size).map { Self.content.bytes(in: $0) })
  }

  @Test
  func `single bytes`() async throws {
    try await Self.expectStored(Self.content.bytes.map { CollectionOfOne($0) })
  }

  @Test
  func `chunks of slices`() async throws {
    let bytes = Self.content.bytes
    try await Self.expectStored(Self.ranges(of: 10_007).map { bytes[$0] })
  }

  @Test(arguments: [10_007, 65_536, 200_000])
  func `chunks without storage of one piece`(_ size: Int) async throws {
    let flipped = Self.content.bytes.map { ~$0 }
    try await Self.expectStored(
      Self.ranges(of: size).map { range in Scattered(bytes: flipped[range]) })
  }

  @Test
  func `empty chunks among others`() async throws {
    let chunks = Self.ranges(of: 50_000).flatMap { [[], Self.content.bytes(in: $0), []] }
    try await Self.expectStored(chunks)
  }

  @Test
  func `one chunk of two megabytes is copied and counts in the budget`() async throws {
    try await withPipeline { fixture in
      let content = SampleContent.jpeg(bytes: 2_000_000)
      let chunks = ChunkSource(content, chunk: 2_000_000)
      let outcome = try await fixture.ingest(Attachment(chunks: chunks, type: "public.jpeg"))
      #expect(try await fixture.bytes(outcome) == content.bytes)
      #expect(fixture.pipeline.counters.memoryPeak >= .bytes(2_000_000))
      try await fixture.expectSettled(stored: 1)
    }
  }

  @Test(arguments: [0, 1, 5])
  func `a stream of nothing is empty content`(_ count: Int) async throws {
    try await withPipeline { fixture in
      let chunks = CountingSequence([[UInt8]](repeating: [], count: count))
      let outcome = try await fixture.ingest(Attachment(chunks: chunks, type: "public.data"))
      #expect(outcome.refusal?.code == .emptyContent)
      try await fixture.expectSettled(stored: 0)
    }
  }

  @Test
  func `a declared size that is true is no matter`() async throws {
    try await withPipeline { fixture in
      let outcome = try await fixture.ingest(
        Attachment(chunks: ChunkSource(Self.content), type: "public.jpeg", size: Self.content.size))
      #expect(outcome.stored?.size == Self.content.size)
      try await fixture.expectSettled(stored: 1)
    }
  }

  @Test(arguments: [0, 1, 299_999, 300_001, 10_000_000])
  func `a declared size that is wrong is a changed source`(_ declared: Int) async throws {
    try await withPipeline { fixture in
      let chunks = ChunkSource(Self.content, chunk: 1_000)
      let outcome = try await fixture.ingest(
        Attachment(chunks: chunks, type: "public.jpeg", size: .bytes(declared)))
      #expect(outcome.refusal?.code == .sourceChanged)
      if declared < 1_000 { #expect(chunks.pulls.count == 1) }
      try await fixture.expectSettled(stored: 0)
    }
  }

  @Test
  func `a stream that fails in the middle leaves nothing`() async throws {
    struct ConnectionLost: Error {}
    try await withPipeline { fixture in
      let chunks = ChunkSource(Self.content, chunk: 10_000).failing(with: ConnectionLost(), at: 7)
      let outcome = try await fixture.ingest(Attachment(chunks: chunks, type: "public.jpeg"))
      #expect(outcome.refusal?.code == .loadFailed)
      #expect(outcome.refusal?.cause is ConnectionLost)
      try await fixture.expectSettled(stored: 0)
    }
  }

  @Test
  func `the next chunk is pulled only when the last one is written`() async throws {
    try await withPipeline { fixture in
      let gate = Gate()
      let chunks = ChunkSource(Self.content, chunk: 10_000).held(by: gate, at: 5)
      async let outcome = fixture.ingest(Attachment(chunks: chunks, type: "public.jpeg"))
      try await gate.arrival(of: 1)
      #expect(fixture.pipeline.counters.diskGranted == .bytes(50_000))
      #expect(chunks.pulls.count == 6)
      gate.open()
      #expect(try await outcome.stored != nil)
    }
  }
}

/// Bytes that are made one by one and lie nowhere.
private struct Scattered: Sequence, Sendable {
  let bytes: ArraySlice<UInt8>

  func makeIterator() -> some IteratorProtocol<UInt8> { bytes.lazy.map { ~$0 }.makeIterator() }
}
