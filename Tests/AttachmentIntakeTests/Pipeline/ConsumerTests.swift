import AttachmentIntake
import IntakeTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct ConsumerTests {
  struct Enough: Error {}
  @Test
  func `a consumer that throws ends the call`() async throws {
    try await withPipeline { fixture in
      let attachments = (0..<60).map {
        Attachment(
          bytes: SampleContent.jpeg(bytes: 5_000, seed: UInt64($0)).bytes, type: "public.jpeg")
      }
      var count = 0
      await #expect(throws: Enough.self) {
        try await fixture.pipeline.ingest(attachments) { _ in
          count += 1
          if count == 3 { throw Enough() }
        }
      }
      let rows = try await fixture.rows()
      #expect(rows.count == 3)
    }
  }
}
