import AttachmentIntake
import IntakeTesting
import Testing

/// P2: a shared name never touches a path, and nothing is ever overwritten.
@Suite(.timeLimit(.minutes(5))) struct NamesTests {
  static let hostile = [
    "..", ".", "/", "", " ", "../../etc/passwd", "/etc/passwd", "a/b/c.jpg", "C:\\x.jpg", "a:b.jpg",
    "zero\u{0}.jpg", "new\nline.jpg", String(repeating: "ü", count: 150) + ".jpg",
    "\u{202E}gpj.exe", "Cafe\u{301}.jpg", "Caf\u{E9}.jpg", "👩‍👩‍👧‍👦.jpg", "#", "%23", "%2e%2e%2f.jpg",
    "IMG 1.jpg", ".jpg", "-rf", "~", "$HOME", "con.jpg", "report 2025.10", "v1.2.3",
    "Screenshot 2026-05-22 at 14.49.40", "a.jpg.exe", "x.'; drop table attachments; --",
  ]

  @Test
  func `hostile names come back as they were and are nowhere in the container`() async throws {
    try await withPipeline { fixture in
      let attachments = Self.hostile.enumerated().map { index, name in
        Attachment.shared(.jpeg(bytes: 2_000, seed: UInt64(index)), name: name)
      }
      let outcomes = try await fixture.pipeline.ingest(attachments)
      // By their bytes: composed and decomposed characters are equal as text.
      #expect(
        outcomes.map { $0.name.map { Array($0.utf8) } } == Self.hostile.map { Array($0.utf8) })
      #expect(outcomes.compactMap(\.stored).count == Self.hostile.count)
      let rows = try await fixture.rows().sorted { $0.position < $1.position }
      #expect(
        rows.map { $0.displayName.map { Array($0.utf8) } } == Self.hostile.map { Array($0.utf8) })
      try Self.expectGeneratedNames(fixture, outcomes)
      // Nothing was made anywhere else.
      #expect(try fixture.folder.list() == ["container"])
      try await fixture.expectSettled(stored: Self.hostile.count)
    }
  }

  @Test
  func `a name too long for a row is cut at a character, and the outcome has all of it`()
    async throws
  {
    try await withPipeline { fixture in
      let name = String(repeating: "é", count: 2_000) + ".jpg"
      let outcome = try await fixture.pipeline.ingest([.shared(.jpeg(bytes: 900), name: name)])[0]
      #expect(outcome.name == name)
      let displayed = try #require(try await fixture.rows().first?.displayName)
      #expect(displayed.utf8.count <= 1_024)
      #expect(name.hasPrefix(displayed))
    }
  }

  @Test
  func `files that share a name, as those of one second do, are all stored`() async throws {
    try await withPipeline { fixture in
      let name = "PHOTO-2024-08-20-14-39-53.jpg"
      let contents = (0..<6).map { SampleContent.jpeg(bytes: 4_000, seed: $0) }
      let outcomes = try await fixture.pipeline.ingest(
        contents.map { Attachment.shared($0, name: name) })
      #expect(Set(outcomes.compactMap(\.stored?.id)).count == 6)
      #expect(outcomes.map(\.name) == [String](repeating: name, count: 6))
      for (outcome, content) in zip(outcomes, contents) {
        let stored = try #require(outcome.stored)
        let bytes = try await fixture.inbox.open(stored.id).bytes(limit: .mebibytes(1))
        #expect(bytes == content.bytes)
      }
      try Self.expectGeneratedNames(fixture, outcomes)
    }
  }

  @Test
  func `the same content twice is two copies`() async throws {
    try await withPipeline { fixture in
      let content = SampleContent.jpeg(bytes: 4_000)
      let outcomes = try await fixture.pipeline.ingest([.shared(content), .shared(content)])
      #expect(outcomes[0].stored?.digest == outcomes[1].stored?.digest)
      #expect(outcomes[0].stored?.id != outcomes[1].stored?.id)
      try await fixture.expectSettled(stored: 2)
    }
  }

  @Test
  func `files of the system with such names are found by their path and stored the same way`()
    async throws
  {
    try await withPipeline { fixture in
      let names = Self.hostile.filter {
        !["", ".", "..", "/"].contains($0) && !$0.contains("/") && !$0.contains("\0")
          && $0.utf8.count <= 255
      }
      let paths = try names.map { try fixture.folder.write(.jpeg(bytes: 900), to: "in/\($0)") }
      let outcomes = try await fixture.pipeline.ingest(paths.map { Attachment(fileAt: $0) })
      #expect(outcomes.map(\.name) == names)
      #expect(outcomes.map { $0.stored?.contentType } == names.map { _ in "public.jpeg" })
      try Self.expectGeneratedNames(fixture, outcomes)
    }
  }

  /// Expects that each copy is named by its identifier and the extension of its type.
  private static func expectGeneratedNames(
    _ fixture: PipelineFixture, _ outcomes: [Outcome],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let expected = outcomes.compactMap(\.stored).map { "container/attachments/\($0.id).jpeg" }
    #expect(try fixture.copies() == expected.sorted(), sourceLocation: sourceLocation)
  }
}
