import AttachmentIntake
import IntakeTesting
import Testing

/// What arrives is checked against what was declared, by its first bytes. Names and types are claims.
@Suite(.timeLimit(.minutes(5))) struct ContentTests {
  /// What became of one delivery: the content type and extension, or the reason.
  enum Expected: Sendable {
    case stored(TypeIdentifier, String?)
    case refused(IntakeError.Code)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let what: String
    let declared: TypeIdentifier
    let name: String
    let content: SampleContent
    let expected: Expected

    init(
      _ what: String, _ declared: TypeIdentifier, _ name: String, _ content: SampleContent,
      _ expected: Expected
    ) {
      (self.what, self.declared, self.name) = (what, declared, name)
      (self.content, self.expected) = (content, expected)
    }

    var testDescription: String { what }
  }

  static let stub = SampleContent(
    Array("bplist00".utf8) + Array("_NSURLNameKey_NSURLFileSizeKey_NSURLFileResourceTypeKey".utf8)
      + [UInt8](repeating: 8, count: 112))

  static let cases: [Case] = [
    Case("a JPEG", "public.jpeg", "a.jpg", .jpeg(bytes: 9_000), .stored("public.jpeg", "jpeg")),
    Case(
      "a JPEG named .HEIC", "public.heic", "IMG_1.HEIC", .jpeg(bytes: 9_000),
      .stored("public.jpeg", "jpeg")),
    Case(
      "a HEIC named .jpg", "public.jpeg", "IMG_1.jpg", .heic(bytes: 9_000),
      .stored("public.heic", "heic")),
    Case("a sole image", "public.image", "x", .png(bytes: 900), .stored("public.png", "png")),
    Case("any data", "public.data", "x", .pdf(bytes: 900), .stored("com.adobe.pdf", "pdf")),
    Case("nothing", "public.jpeg", "a.jpg", .empty, .refused(.emptyContent)),
    Case("no text", "public.plain-text", "a.txt", .empty, .refused(.emptyContent)),
    Case(
      "a stub of a file in a cloud", "public.heic", ".IMG_1.HEIC.icloud", stub,
      .refused(.notDownloaded)),
    Case(
      "a stub without its name", "com.adobe.pdf", "x.pdf", stub, .refused(.notDownloaded)),
    Case(
      "a property list for a picture", "public.png", "a.png", .binaryPropertyList(bytes: 900),
      .refused(.contentMismatch)),
    Case(
      "unknown bytes for a picture", "public.jpeg", "a.jpg", .unknown(bytes: 900),
      .refused(.contentMismatch)),
    Case("unknown bytes", "public.data", "a", .unknown(bytes: 900), .stored("public.data", nil)),
    Case(
      "text", "public.plain-text", "a.txt", .text(bytes: 900), .stored("public.plain-text", "txt")),
    Case("JSON", "public.json", "a.json", .json(bytes: 900), .stored("public.json", "json")),
    Case("a contact", "public.vcard", "a.vcf", .vCard(bytes: 900), .stored("public.vcard", "vcf")),
    Case(
      "a drawing", "public.svg-image", "a.svg", .svg(bytes: 900), .stored("public.svg-image", "svg")
    ),
    Case(
      "an archive", "public.zip-archive", "a.zip", .zip(bytes: 900),
      .stored("public.zip-archive", "zip")),
    Case(
      "a Word document, of which the prefix tells only the archive",
      "org.openxmlformats.wordprocessingml.document", "a.docx", .zip(bytes: 900),
      .stored("org.openxmlformats.wordprocessingml.document", "docx")),
    Case(
      "a film", "com.apple.quicktime-movie", "a.mov", .quickTime(bytes: 900),
      .stored("com.apple.quicktime-movie", "mov")),
    Case(
      "a film of the other kind", "com.apple.quicktime-movie", "a.mov", .mp4(bytes: 900),
      .stored("public.mpeg-4", "mp4")),
  ]

  /// Those whose content contradicts what was declared, and does not only say it more exactly.
  static let lies: Set = ["a JPEG named .HEIC", "a HEIC named .jpg", "a film of the other kind"]

  @Test(arguments: cases, [Representation.Delivery.file, .data, .stream])
  func `content is stored as what it is, or refused by name`(
    _ row: Case, _ delivery: Representation.Delivery
  ) async throws {
    try await withPipeline { fixture in
      let source = ScriptedSource(row.declared, row.content, delivery: delivery)
      let outcome = try await fixture.ingest(Attachment(source, name: row.name))
      #expect(outcome.name == row.name)
      #expect(outcome.declared == [row.declared])
      switch row.expected {
      case .stored(let type, let filenameExtension):
        let stored = try #require(outcome.stored)
        #expect(stored.contentType == type)
        #expect(stored.declaredType == row.declared)
        #expect(stored.isRelabelled == Self.lies.contains(row.what))
        let suffix = filenameExtension.map { ".\($0)" } ?? ""
        #expect(try fixture.copies() == ["container/attachments/\(stored.id)\(suffix)"])
        #expect(try await fixture.bytes(outcome) == row.content.bytes)
        try await fixture.expectSettled(stored: 1)
      case .refused(let code):
        #expect(outcome.refusal?.code == code)
        #expect(outcome.stage == .validation)
        try await fixture.expectSettled(stored: 0)
      }
    }
  }

  static let files: [(String, SampleContent, TypeIdentifier)] = [
    ("Screenshot 2026-05-22 at 14.49.40", .png(bytes: 900), "public.png"),
    ("report 2025.10", .pdf(bytes: 900), "com.adobe.pdf"),
    ("v1.2.3", .text(bytes: 900), "public.plain-text"),
    ("#", .jpeg(bytes: 900), "public.jpeg"),
    ("%23", .jpeg(bytes: 900), "public.jpeg"),
    ("IMG_1.jpg", .heic(bytes: 900), "public.heic"),
    ("IMG_1.HEIC", .jpeg(bytes: 900), "public.jpeg"),
    ("IMG_1.JPG", .jpeg(bytes: 900), "public.jpeg"),
    ("noext", .unknown(bytes: 900), "public.data"),
    (".hidden", .text(bytes: 900), "public.plain-text"),
    ("trailing.", .gif(bytes: 900), "com.compuserve.gif"),
  ]

  @Test(arguments: files)
  func `a file's type is found whatever its name says`(
    _ name: String, _ content: SampleContent, _ type: TypeIdentifier
  ) async throws {
    try await withPipeline { fixture in
      let path = try fixture.folder.write(content, to: "in/\(name)")
      let outcome = try await fixture.ingest(Attachment(fileAt: path))
      #expect(outcome.refusal == nil)
      #expect(outcome.stored?.contentType == type)
      #expect(outcome.name == name)
    }
  }

  @Test
  func `content that is accepted only as something else is refused by a narrow rule`()
    async throws
  {
    try await withPipeline(.init(accepting: ["public.heic"])) { fixture in
      let outcome = try await fixture.ingest(.shared(.jpeg(bytes: 900), "public.heic"))
      #expect(outcome.refusal?.code == .contentMismatch)
      try await fixture.expectSettled(stored: 0)
    }
  }
}
