import AttachmentIntake
import IntakeTesting
import Testing

@Suite(.timeLimit(.minutes(5)), .enabled(if: Build.hasPDF, "built without the trait PDF"))
struct HostilePDFTests {
  private static let pdf: TypeIdentifier = "com.adobe.pdf"

  /// Every one ends as something that was found out, within the limit of time, and the process lives on.
  private func expectEnd(
    _ bytes: [UInt8], _ accepted: Set<String>, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await withValidators { validators async throws in
      let verdict = try await validators.verdict(on: bytes, as: Self.pdf)
      #expect(accepted.contains(verdict.text), "\(verdict)", sourceLocation: sourceLocation)
      #expect(validators.pool.statistics.answered == 1, sourceLocation: sourceLocation)
    }
  }

  @Test func `a PDF with a million objects is refused before it is parsed`() async throws {
    try await withValidators { validators in
      let path = try await ManyObjects.write(1_000_000, in: validators.folder)
      let verdict = try await validators.verdict(onFile: path, as: Self.pdf)
      Figures.note("PDF with a million objects", verdict, validators)
      #expect(verdict == .refused(.objects, found: 500_001, limit: 500_000))
    }
  }

  @Test func `where a million objects are allowed they cost bounded memory and their process goes`()
    async throws
  {
    try await withValidators(memory: .mebibytes(200)) { validators in
      let path = try await ManyObjects.write(1_000_000, in: validators.folder)
      let verdict = try await validators.verdict(
        onFile: path, as: Self.pdf, limits: ValidationLimits(objects: 2_000_000, time: .seconds(60))
      )
      Figures.note("the same, all read", verdict, validators)
      #expect(verdict == .valid(ContentFacts(pages: 1)))
      #expect(validators.pool.statistics.peakMemory < .mebibytes(200))
      // More than half of what it may have was resident once.
      #expect(validators.pool.statistics.running == 0)
    }
  }

  @Test func `objects that streams claim to hold are counted too`() async throws {
    var pdf = PDFText()
    pdf.add("<< /Type /Catalog /Pages 2 0 R >>")
    pdf.add("<< /Type /ObjStm /N 9000000 /First 10 /Length 4 >>\nstream\n1234\nendstream")
    let bytes = pdf.finish()
    try await withValidators { validators async throws in
      #expect(
        try await validators.verdict(on: bytes, as: Self.pdf)
          == .refused(.objects, found: 9_000_002, limit: 500_000))
    }
  }

  @Test func `a limit that no document reaches is none`() async throws {
    try await withValidators { validators async throws in
      #expect(
        try await validators.verdict(
          on: PDFText.pages(1), as: Self.pdf,
          limits: ValidationLimits(
            contentSize: ByteCount(bytes: .max), decodedSize: ByteCount(bytes: .max), frames: .max,
            objects: .max, entries: .max, expandedSize: ByteCount(bytes: .max), ratio: .max,
            time: .seconds(Int64.max)))
          == .valid(ContentFacts(pages: 1)))
    }
  }

  @Test func `a tree of pages that holds itself comes to an end`() async throws {
    var pdf = PDFText()
    pdf.add("<< /Type /Catalog /Pages 2 0 R >>")
    pdf.add("<< /Type /Pages /Kids [2 0 R 3 0 R] /Count 2 >>")
    pdf.add("<< /Type /Pages /Kids [2 0 R 3 0 R] /Count 2 /Parent 2 0 R >>")
    try await expectEnd(pdf.finish(), ["invalid damaged", "invalid no-pages"])
  }

  @Test func `a table of objects that refers to itself comes to an end`() async throws {
    var pdf = PDFText()
    pdf.add("<< /Type /Catalog /Pages 2 0 R >>")
    pdf.add("<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
    pdf.add("<< /Type /Page /Parent 2 0 R >>")
    let place = pdf.bytes.count
    try await expectEnd(
      pdf.finish(trailer: "/Prev \(place)"), ["repairable pages=1", "valid pages=1"])
  }

  @Test func `objects that stand for each other come to an end`() async throws {
    var pdf = PDFText()
    pdf.add("<< /Type /Catalog /Pages 2 0 R >>")
    pdf.add("<< /Type /Pages /Kids [3 0 R] /Count 4 0 R >>")
    pdf.add("<< /Type /Page /Parent 2 0 R /Contents 6 0 R >>")
    pdf.add("5 0 R")
    pdf.add("4 0 R")
    pdf.add("<< /Length 6 0 R >>\nstream\nabc\nendstream")
    try await expectEnd(
      pdf.finish(),
      ["valid pages=1", "repairable pages=1", "invalid damaged", "invalid no-pages"])
  }

  @Test(arguments: [100, 5000, 1_000_000])
  func `values that lie deep in each other come to an end`(depth: Int) async throws {
    var pdf = PDFText()
    pdf.add("<< /Type /Catalog /Pages 2 0 R >>")
    pdf.add("<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
    let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    pdf.add("<< /Type /Page /Parent 2 0 R /Deep \(deep) >>")
    try await expectEnd(
      pdf.finish(),
      ["valid pages=1", "repairable pages=1", "invalid damaged", "invalid no-pages"])
  }

  @Test func `a tree of pages ten thousand deep comes to an end`() async throws {
    var pdf = PDFText()
    pdf.add("<< /Type /Catalog /Pages 2 0 R >>")
    for level in 0..<10_000 { pdf.add("<< /Type /Pages /Kids [\(level + 3) 0 R] /Count 1 >>") }
    pdf.add("<< /Type /Page >>")
    let bytes = pdf.finish()
    try await withValidators { validators async throws in
      let verdict = try await validators.verdict(on: bytes, as: Self.pdf)
      // A parser that runs out of stack is a crash of the process, and no more than that.
      #expect(verdict != .locked)
      #expect(
        try await validators.verdict(on: PDFText.pages(1), as: Self.pdf)
          == .valid(ContentFacts(pages: 1)))
    }
  }

  @Test func `a document that needs more memory than there is takes its process and nothing else`()
    async throws
  {
    try await withValidators(memory: .mebibytes(24)) { validators in
      let path = try await ManyObjects.write(300_000, in: validators.folder)
      let verdict = try await validators.verdict(onFile: path, as: Self.pdf)
      #expect(verdict == .notValidated(.outOfMemory))
      #expect(
        try await validators.verdict(on: PDFText.pages(1), as: Self.pdf)
          == .valid(ContentFacts(pages: 1)))
      #expect(validators.pool.statistics.started == 2)
    }
  }
}
