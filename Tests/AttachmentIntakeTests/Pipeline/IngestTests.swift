import AttachmentIntake
import IntakeTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct IngestTests {
  @Test
  func `a shared file is stored, handed over and read back byte for byte`() async throws {
    try await withPipeline { fixture in
      let content = SampleContent.jpeg(bytes: 300_000)
      let outcomes = try await fixture.pipeline.ingest([.shared(content, name: "IMG_1.jpg")])
      let stored = try #require(outcomes.first?.stored)
      #expect(stored.contentType == "public.jpeg")
      #expect(stored.size == content.size)
      let bytes = try await fixture.inbox.open(stored.id).bytes(limit: .mebibytes(1))
      #expect(bytes == content.bytes)
    }
  }

  @Test
  func `a hundred attachments have a hundred outcomes in their order`() async throws {
    try await withPipeline { fixture in
      let attachments = (0..<100).map {
        Attachment.shared(.jpeg(bytes: 5_000, seed: UInt64($0)), name: "\($0).jpg")
      }
      let outcomes = try await fixture.pipeline.ingest(attachments)
      #expect(outcomes.map(\.position) == Array(0..<100))
      #expect(outcomes.compactMap(\.stored).count == 100)
      #expect(try await fixture.rows().count == 100)
      #expect(try fixture.copies().count == 100)
    }
  }

  @Test
  func `an all-or-nothing batch with one bad attachment leaves nothing behind`() async throws {
    try await withPipeline { fixture in
      var attachments = (0..<20).map { Attachment.shared(.jpeg(bytes: 5_000, seed: UInt64($0))) }
      attachments.append(.shared(.empty))
      let outcomes = try await fixture.pipeline.ingest(attachments, policy: .allOrNothing)
      #expect(outcomes.count == 21)
      #expect(outcomes.compactMap(\.stored).isEmpty)
      #expect(outcomes.last?.refusal?.code == .emptyContent)
      #expect(try await fixture.rows().isEmpty)
      #expect(try fixture.copies().isEmpty)
    }
  }

  @Test
  func `an all-or-nothing batch of good attachments is stored whole`() async throws {
    try await withPipeline { fixture in
      let attachments = (0..<300).map {
        Attachment.shared(.png(bytes: 1_000, seed: UInt64($0)), "public.png")
      }
      let outcomes = try await fixture.pipeline.ingest(attachments, policy: .allOrNothing)
      #expect(outcomes.map(\.position) == Array(0..<300))
      #expect(outcomes.compactMap(\.stored).count == 300)
      #expect(try await fixture.rows().count == 300)
    }
  }
}
