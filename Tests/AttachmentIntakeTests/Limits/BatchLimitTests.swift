import AttachmentIntake
import IntakeTesting
import Testing

/// P3 for a batch: what its attachments hold together.
@Suite(.timeLimit(.minutes(5))) struct BatchLimitTests {
  private static func configuration(_ limit: Int) -> IntakePipeline.Configuration {
    .with {
      $0.maximumBatchSize = .bytes(limit)
      $0.maximumConcurrentLoads = 1
    }
  }

  @Test
  func `attachments that just fit together are all stored`() async throws {
    try await withPipeline(Self.configuration(3_000)) { fixture in
      let outcomes = try await fixture.pipeline.ingest(Attachment.photos(3, bytes: 1_000))
      #expect(outcomes.compactMap(\.stored).count == 3)
    }
  }

  @Test
  func `the one that crosses the line is refused with the numbers, and a smaller one still fits`()
    async throws
  {
    try await withPipeline(Self.configuration(3_000)) { fixture in
      let outcomes = try await fixture.pipeline.ingest(
        [1_000, 2_001, 2_000, 1].map { .shared(.unknown(bytes: $0), "public.data") })
      #expect(outcomes.map { $0.refusal?.code } == [nil, .overBatchLimit, nil, .overBatchLimit])
      #expect(outcomes[1].refusal?.message.contains("3000 bytes") == true)
      try await fixture.expectSettled(stored: 2)
    }
  }

  @Test
  func `a stream is refused at the chunk that crosses the line`() async throws {
    try await withPipeline(Self.configuration(10_000)) { fixture in
      let chunks = ChunkSource.endless(chunk: 1_000)
      let outcomes = try await fixture.pipeline.ingest([
        .shared(.jpeg(bytes: 5_000)), Attachment(chunks: chunks, type: "public.data"),
        .shared(.jpeg(bytes: 5_000)),
      ])
      #expect(outcomes.map { $0.refusal?.code } == [nil, .overBatchLimit, nil])
      #expect(chunks.pulls.count == 6)
      try await fixture.expectSettled(stored: 2)
    }
  }

  @Test
  func `each batch has the whole limit`() async throws {
    try await withPipeline(Self.configuration(1_000)) { fixture in
      for _ in 0..<3 {
        let outcome = try await fixture.ingest(.shared(.jpeg(bytes: 1_000)))
        #expect(outcome.stored != nil)
      }
    }
  }

  @Test
  func `a ledger takes what fits, and what is given back fits again`() throws {
    let ledger = BatchLedger(limit: .bytes(100))
    try ledger.grant(60)
    try ledger.grant(40)
    #expect(throws: IntakeError.self) { try ledger.grant(1) }
    ledger.giveBack(40)
    try ledger.grant(40)
    #expect(throws: IntakeError.self) { try ledger.grant(1) }
  }

  @Test
  func `without a limit a ledger takes everything`() throws {
    let ledger = BatchLedger(limit: nil)
    try ledger.grant(.max / 2)
    try ledger.grant(.max / 2)
  }
}
