import AttachmentIntake
import IntakeTesting
import Testing

/// P3 for the container and the disk under it.
@Suite(.timeLimit(.minutes(5))) struct ContainerLimitTests {
  private static func configuration(
    bytes: Int? = nil, count: Int = 1_000
  ) -> IntakePipeline.Configuration {
    .with { $0.container = ContainerLimits(bytes: bytes.map { .bytes($0) }, count: count) }
  }

  @Test(arguments: [1, 3, 64])
  func `what just fits is stored whatever the groups, and one byte more is refused`(
    _ groupCount: Int
  ) async throws {
    var configuration = Self.configuration(bytes: 20_000)
    configuration.groupCount = groupCount
    try await withPipeline(configuration) { fixture in
      let outcomes = try await fixture.pipeline.ingest(Attachment.photos(20, bytes: 1_000))
      #expect(outcomes.compactMap(\.stored).count == 20)
      let refused = try await fixture.ingest(.shared(.unknown(bytes: 1), "public.data"))
      #expect(refused.refusal?.code == .containerFull)
      #expect(refused.refusal?.stage == .copying)
      try await fixture.expectSettled(stored: 20)
      // Room that a reader makes is seen by the next batch.
      try await fixture.inbox.discard(try #require(outcomes[3].stored?.id))
      let stored = try await fixture.ingest(.shared(.jpeg(bytes: 1_000)))
      #expect(stored.stored != nil)
      try await fixture.expectSettled(stored: 20)
    }
  }

  @Test
  func `a batch that begins while another one is in commit has the room that is left`()
    async throws
  {
    let (gate, hooked) = (Gate(), Tally())
    try await withPipeline(
      Self.configuration(bytes: 10_000),
      hooks: .before { call in
        guard call == .markStored else { return }
        hooked.add()
        if hooked.count == 1 { await gate.pass() }
      }
    ) { fixture in
      async let first = fixture.ingest(.shared(.jpeg(bytes: 6_000)))
      try await gate.arrival(of: 1)
      async let second = fixture.ingest(.shared(.jpeg(bytes: 4_000, seed: 2)))
      try await eventually {
        fixture.pipeline.counters.diskGranted == .bytes(10_000)
          || fixture.pipeline.counters.refusals != [:]
      }
      gate.open()
      #expect(try await first.stored != nil)
      #expect(try await second.refusal == nil)
      try await fixture.expectSettled(stored: 2)
    }
  }

  @Test
  func `attachments beyond the container's count are refused at the commit and leave nothing`()
    async throws
  {
    try await withPipeline(Self.configuration(count: 3)) { fixture in
      let outcomes = try await fixture.pipeline.ingest(Attachment.photos(5))
      #expect(outcomes.compactMap(\.stored).count == 3)
      #expect(outcomes.compactMap { $0.refusal?.code } == [.containerFull, .containerFull])
      #expect(outcomes.compactMap { $0.refusal?.stage } == [.commit, .commit])
      try await fixture.expectSettled(stored: 3)
    }
  }

  @Test
  func `another pipeline's copies count in the commit's own transaction`() async throws {
    try await withPipeline(Self.configuration(bytes: 10_000)) { fixture in
      let path = fixture.folder.path(of: "container")
      let other = try await SharedContainer.open(at: path)
      let neighbour = try IntakePipeline(
        into: other, configuration: Self.configuration(bytes: 10_000))
      let gate = Gate()
      let source = ScriptedSource("public.jpeg", .jpeg(bytes: 6_000), gate: gate)
      async let held = fixture.ingest(Attachment(source))
      try await gate.arrival(of: 1)
      let stored = try await neighbour.ingest([.shared(.jpeg(bytes: 6_000, seed: 2))])
      #expect(stored[0].stored != nil)
      gate.open()
      #expect(try await held.refusal?.code == .containerFull)
      await other.close()
      try await fixture.expectSettled(stored: 1)
    }
  }

  @Test
  func `a disk with too little free space is refused before a byte is written`() async throws {
    try await withPipeline(.with { $0.minimumFreeSpace = .gibibytes(1 << 30) }) { fixture in
      let outcome = try await fixture.ingest(.shared(.jpeg(bytes: 900)))
      #expect(outcome.refusal?.code == .diskFull)
      #expect(outcome.refusal?.stage == .copying)
      try await fixture.expectSettled(stored: 0)
    }
  }

  @Test(.enabled(if: MountedFileSystem.canMount, "needs to mount"))
  func `a disk that fills up refuses by name, leaves nothing, and takes what fits afterwards`()
    async throws
  {
    try await withTmpfs(size: .mebibytes(4)) { path in
      try await withPipeline(.with { $0.minimumFreeSpace = .zero }, base: path) { fixture in
        let chunks = ChunkSource.endless(chunk: 100_000)
        let outcome = try await fixture.ingest(Attachment(chunks: chunks, type: "public.data"))
        #expect(outcome.refusal?.code == .diskFull)
        try await fixture.expectSettled(stored: 0)
        let next = try await fixture.ingest(.shared(.jpeg(bytes: 1_000_000)))
        #expect(next.stored != nil)
        try await fixture.expectSettled(stored: 1)
      }
    }
  }

  @Test(.enabled(if: MountedFileSystem.canMount, "needs to mount"))
  func `two uploads that do not fit together are one refusal and one copy`() async throws {
    try await withTmpfs(size: .mebibytes(32)) { path in
      try await withPipeline(.with { $0.minimumFreeSpace = .mebibytes(1) }, base: path) { fixture in
        let content = SampleContent.jpeg(bytes: 18 << 20)
        let gate = Gate()
        let first = ChunkSource(content).held(by: gate, at: 1)
        let second = ChunkSource(content)
        async let held = fixture.ingest(
          Attachment(chunks: first, type: "public.jpeg", size: content.size))
        try await gate.arrival(of: 1)
        let refused = try await fixture.ingest(
          Attachment(chunks: second, type: "public.jpeg", size: content.size))
        #expect(refused.refusal?.code == .diskFull)
        #expect(second.pulls.count == 0)
        gate.open()
        #expect(try await held.stored?.size == content.size)
        try await fixture.expectSettled(stored: 1)
      }
    }
  }
}
