import AttachmentIntake
import IntakeTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct BridgeTests {
  @Test
  func `outcomes reach a logger without a name of what was shared`() async throws {
    let book = LogBook()
    let stored = try await withPipeline(.init(accepting: ["public.jpeg"])) { fixture in
      let outcomes = try await fixture.pipeline.ingest([
        Attachment(
          ScriptedProvider(name: "Secret.jpg", [.init("public.jpeg", .file(.jpeg(bytes: 900)))])),
        Attachment(bytes: [1, 2, 3], type: "public.png", name: "Secret.png"),
      ])
      for outcome in outcomes { Logger(book: book).log(outcome) }
      return try #require(outcomes[0].stored)
    }
    #expect(
      book.lines == [
        "info stored bytes=900 id=\(stored.id)",
        "warning refused code=no-accepted-type stage=selection",
      ])
  }

  @Test
  func `counters reach a metrics façade`() async throws {
    let book = MetricsBook()
    try await withPipeline(.init(accepting: ["public.jpeg"])) { fixture in
      _ = try await fixture.pipeline.ingest([
        .shared(.jpeg(bytes: 900)), Attachment(bytes: [1], type: "public.png"),
      ])
      MetricsBook.$current.withValue(book) { fixture.pipeline.counters.report() }
    }
    #expect(
      book.recorded == [
        "intake_in_flight": 0, "intake_memory_reserved_bytes": 0, "intake_stored": 1,
        "intake_refused code=no-accepted-type": 1,
      ])
  }
}
