import AttachmentIntake
import IntakeTesting
import Testing

/// P7: the next candidate is tried where a load fails, and the trail says what was tried.
@Suite(.timeLimit(.minutes(5))) struct FallbackTests {
  struct Unreachable: Error {}

  @Test
  func `the second type is stored where the first fails, with the trail`() async throws {
    try await withPipeline { fixture in
      let provider = ScriptedProvider([
        .init("public.heic", .error(Unreachable())),
        .init("public.jpeg", .file(.jpeg(bytes: 9_000))),
        .init("public.png", .file(.png(bytes: 9_000))),
      ])
      let outcome = try await fixture.ingest(Attachment(provider))
      #expect(outcome.stored?.declaredType == "public.jpeg")
      #expect(outcome.trail.map(\.type) == ["public.heic"])
      #expect(outcome.trail.map(\.error.code) == [.loadFailed])
      #expect(outcome.declared == ["public.heic", "public.jpeg", "public.png"])
      #expect(provider.loads.count == 2)
    }
  }

  @Test
  func `where all fail, the error is that of the best, and the trail has them all`() async throws {
    try await withPipeline { fixture in
      let provider = ScriptedProvider([
        .init("public.heic", .file(.empty)), .init("public.jpeg", .nothing),
        .init("public.png", .removedFile), .init("public.url", .data([1])),
      ])
      let outcome = try await fixture.ingest(Attachment(provider))
      #expect(outcome.refusal?.code == .emptyContent)
      #expect(
        outcome.trail.map(\.error.code) == [.emptyContent, .nothingDelivered, .sourceMissing])
      #expect(outcome.declared == ["public.heic", "public.jpeg", "public.png", "public.url"])
      #expect(!provider.events.contains(.loadStarted("public.url", .data)))
      try await fixture.expectSettled(stored: 0)
    }
  }

  @Test
  func `a property list where an image was promised is a mismatch, and the next type is stored`()
    async throws
  {
    try await withPipeline { fixture in
      let provider = ScriptedProvider([
        .init("public.png", .file(.binaryPropertyList(bytes: 5_000))),
        .init("public.jpeg", .data(.jpeg(bytes: 7_000))),
      ])
      let outcome = try await fixture.ingest(Attachment(provider))
      #expect(outcome.stored?.contentType == "public.jpeg")
      #expect(outcome.trail.map(\.error.code) == [.contentMismatch])
      #expect(outcome.trail.map(\.error.stage) == [.validation])
      try await fixture.expectSettled(stored: 1)
    }
  }

  @Test
  func `a mismatch is refused before the rest is copied`() async throws {
    try await withPipeline { fixture in
      let chunks = ChunkSource(.binaryPropertyList(bytes: 1 << 20), chunk: 4_096)
      let outcome = try await fixture.ingest(Attachment(chunks: chunks, type: "public.png"))
      #expect(outcome.refusal?.code == .contentMismatch)
      #expect(chunks.pulls.count == 1)
    }
  }

  @Test
  func `a failure that every candidate would meet ends the attachment at once`() async throws {
    try await withPipeline(.with { $0.maximumBatchSize = .bytes(1_000) }) { fixture in
      let provider = ScriptedProvider([
        .init("public.heic", .file(.heic(bytes: 5_000))),
        .init("public.jpeg", .file(.jpeg(bytes: 500))),
      ])
      let outcome = try await fixture.ingest(Attachment(provider))
      #expect(outcome.refusal?.code == .overBatchLimit)
      #expect(provider.loads.count == 1)
      try await fixture.expectSettled(stored: 0)
    }
  }

  @Test
  func `a smaller representation is stored where the best is too large`() async throws {
    try await withPipeline(.with { $0.maximumFileSize = .bytes(6_000) }) { fixture in
      let provider = ScriptedProvider([
        .init("public.heic", .file(.heic(bytes: 6_001))),
        .init("public.jpeg", .file(.jpeg(bytes: 6_000))),
      ])
      let outcome = try await fixture.ingest(Attachment(provider))
      #expect(outcome.stored?.size == .bytes(6_000))
      #expect(outcome.trail.map(\.error.code) == [.overFileLimit])
      try await fixture.expectSettled(stored: 1)
    }
  }

  @Test
  func `what is not accepted is refused with the types that were declared`() async throws {
    try await withPipeline(.init(accepting: ["public.image"])) { fixture in
      let provider = ScriptedProvider(
        name: "x",
        [
          .init("com.adobe.pdf", .file(.pdf(bytes: 100))), .init("public.url", .data([1])),
        ])
      let outcome = try await fixture.ingest(Attachment(provider))
      #expect(outcome.refusal?.code == .noAcceptedType)
      #expect(outcome.stage == .selection)
      #expect(outcome.declared == ["com.adobe.pdf", "public.url"])
      #expect(outcome.name == "x")
      #expect(provider.loads.count == 0)
    }
  }
}
