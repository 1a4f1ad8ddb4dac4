import AttachmentIntake
import IntakeTesting
import Testing

@Suite(.timeLimit(.minutes(5)), .enabled(if: Build.hasPDF, "built without the trait PDF"))
struct PDFTests {
  private static let pdf: TypeIdentifier = "com.adobe.pdf"

  @Test func `a PDF opens and its pages are counted`() async throws {
    try await withValidators { validators async throws in
      for count in [1, 7] {
        #expect(
          try await validators.verdict(on: PDFText.pages(count), as: Self.pdf)
            == .valid(ContentFacts(pages: count)))
      }
    }
  }

  @Test func `a PDF whose password fits nothing is locked`() async throws {
    try await withValidators { validators async throws in
      #expect(try await validators.verdict(on: PDFText.locked(), as: Self.pdf) == .locked)
    }
  }

  @Test func `a PDF that lost its end can be repaired`() async throws {
    let bytes = PDFText.pages(2)
    try await withValidators { validators async throws in
      #expect(
        try await validators.verdict(on: Array(bytes.dropLast(15)), as: Self.pdf)
          == .repairable(ContentFacts(pages: 2)))
    }
  }

  @Test func `a PDF of which nothing can be saved does not open`() async throws {
    try await withValidators { validators async throws in
      #expect(
        try await validators.verdict(on: Array(PDFText.pages(2).prefix(60)), as: Self.pdf)
          == .invalid(.damaged))
      #expect(
        try await validators.verdict(
          on: "%PDF-1.7\n" + String(repeating: "x", count: 5000), as: Self.pdf)
          == .invalid(.damaged))
    }
  }

  @Test func `a PDF without a page does not open`() async throws {
    try await withValidators { validators async throws in
      #expect(
        try await validators.verdict(on: PDFText.pages(0), as: Self.pdf) == .invalid(.noPages))
    }
  }

  @Test func `what follows the document or stands before it does no harm`() async throws {
    try await withValidators { validators async throws in
      #expect(
        try await validators.verdict(on: PDFText.pages(1) + Array("\n\n\n".utf8), as: Self.pdf)
          == .valid(ContentFacts(pages: 1)))
    }
  }
}

@Suite(.timeLimit(.minutes(5)), .enabled(if: !Build.hasPDF, "built with the trait PDF"))
struct WithoutPDFTests {
  @Test func `without the trait a PDF is not validated`() async throws {
    try await withValidators { validators async throws in
      #expect(
        try await validators.verdict(on: PDFText.pages(1), as: "com.adobe.pdf")
          == .notValidated(.noValidator))
      #expect(validators.pool.statistics.greeting?.validators.contains("pdf") == false)
    }
  }
}
