import AttachmentIntake
import Testing

@Suite(
  .timeLimit(.minutes(5)),
  .enabled(if: !Corpus.rows.isEmpty, "the corpus is not beside the checkout"))
struct CorpusVerdictTests {
  @Test(.enabled(if: Build.hasPDF, "built without the trait PDF"))
  func `every document of the corpus has the verdict that is known for it`() async throws {
    try await check { !$0.isImage }
  }

  @Test(.enabled(if: Build.hasImages, "built without the trait Images"))
  func `every image of the corpus has the verdict that is known for it`() async throws {
    try await check { $0.isImage }
  }

  private func check(_ isMeant: (Corpus.Row) -> Bool) async throws {
    let rows = Corpus.rows.filter(isMeant)
    #expect(rows.count > 5)
    try await withValidators { validators async throws in
      for row in rows {
        let verdict = try await validators.verdict(
          onFile: "\(Corpus.folder)/\(row.path)", as: TypeIdentifier(row.type),
          limits: ValidationLimits(time: .seconds(60)))
        #expect(row.accepts(verdict), "\(row.path): \(verdict), not \(row.outcome) \(row.size)")
      }
    }
  }
}

extension Corpus.Row {
  fileprivate var isImage: Bool { path.hasPrefix("images/") || path.hasPrefix("damaged/") }

  fileprivate func accepts(_ verdict: ContentVerdict) -> Bool {
    switch outcome {
    case "valid": verdict == .valid(ContentFacts(pages: Int(size.prefix { $0.isNumber })))
    case "locked": verdict == .locked
    case "invalid", "truncated or damaged": verdict.name == "invalid"
    case "decodes": verdict.name == "valid" && verdict.facts.map(Self.area) == size
    case "not validated (no validator)": verdict == .notValidated(.noValidator)
    case "not validated (untrusted loader blocked)": verdict == .notValidated(.loaderBlocked)
    default: false
    }
  }

  private static func area(_ facts: ContentFacts) -> String {
    "\(facts.width ?? 0)x\(facts.height ?? 0)"
  }
}
