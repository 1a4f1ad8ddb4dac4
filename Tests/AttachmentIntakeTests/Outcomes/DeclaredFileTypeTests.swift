import AttachmentIntake
import IntakeTesting
import Testing
import UniformTypes

/// Files whose extension only an app knows, or nobody.
@Suite(.timeLimit(.minutes(5))) struct DeclaredFileTypeTests {
  private static let note: TypeIdentifier = "org.example.note"
  private static let registry = TypeRegistry.standard.adding([
    UniformType(note, conformsTo: ["public.data"], filenameExtensions: ["intakenote"])
  ])
  private static let screenshot = "Screenshot 2026-05-22 at 14.49.40"

  private static func configuration(
    accepting types: [TypeIdentifier], _ registry: TypeRegistry = .standard
  ) -> IntakePipeline.Configuration {
    .with {
      $0.rule = SelectionRule(accepting: types)
      $0.registry = registry
    }
  }

  @Test(arguments: [SampleContent.unknown(bytes: 900), .text(bytes: 900)])
  func `the types of the pipeline are found for a file that does not know them`(
    _ content: SampleContent
  ) async throws {
    let configuration = Self.configuration(accepting: [Self.note], Self.registry)
    try await withPipeline(configuration) { fixture in
      let path = try fixture.folder.write(content, to: "in/a.intakenote")
      let outcome = try await fixture.ingest(Attachment(fileAt: path))
      #expect(outcome.stored?.contentType == Self.note)
      #expect(try fixture.copies().allSatisfy { $0.hasSuffix(".intakenote") })
    }
  }

  @Test
  func `a file and a folder declare the types of their own registry`() async throws {
    let configuration = Self.configuration(accepting: [Self.note], Self.registry)
    try await withPipeline(configuration) { fixture in
      let path = try fixture.folder.write(.unknown(bytes: 900), to: "in/a.intakenote")
      let file = try await fixture.ingest(Attachment(fileAt: path, registry: Self.registry))
      #expect(file.stored?.declaredType == Self.note)
      let folder = FolderAttachments(
        at: LocalPath(fixture.folder.path(of: "in")), registry: Self.registry)
      try await fixture.pipeline.ingest(folder) { outcome in
        #expect(outcome.stored?.declaredType == Self.note)
      }
    }
  }

  @Test(arguments: [["public.data", "public.text"], ["public.image"], ["public.png"]])
  func `an extension that nobody knows leaves the content to tell the type`(
    _ accepted: [TypeIdentifier]
  ) async throws {
    try await withPipeline(Self.configuration(accepting: accepted)) { fixture in
      let path = try fixture.folder.write(.png(bytes: 900), to: "in/\(Self.screenshot)")
      let outcome = try await fixture.ingest(Attachment(fileAt: path))
      #expect(outcome.stored?.contentType == "public.png")
      #expect(outcome.declared.map(\.isDynamic) == [true, false])
      #expect(outcome.trail.isEmpty)
    }
  }

  @Test
  func `text is only taken as data where text is not asked for`() async throws {
    for (accepted, type) in [("public.text", "public.plain-text"), ("public.data", nil)]
      as [(TypeIdentifier, TypeIdentifier?)]
    {
      try await withPipeline(Self.configuration(accepting: [accepted])) { fixture in
        let path = try fixture.folder.write(.text(bytes: 900), to: "in/v1.2.3")
        let outcome = try await fixture.ingest(Attachment(fileAt: path))
        let stored = try #require(outcome.stored)
        #expect(type.map { $0 == stored.contentType } ?? stored.contentType.isDynamic)
      }
    }
  }

  @Test
  func `where neither is accepted the refusal names both`() async throws {
    try await withPipeline(Self.configuration(accepting: ["com.adobe.pdf"])) { fixture in
      let path = try fixture.folder.write(.png(bytes: 900), to: "in/\(Self.screenshot)")
      let outcome = try await fixture.ingest(Attachment(fileAt: path))
      #expect(outcome.refusal != nil)
      #expect(outcome.declared.count == 2 && outcome.declared.last == "public.png")
      #expect(outcome.refusal?.message.contains("public.png") == true)
      try await fixture.expectSettled(stored: 0)
    }
  }
}
