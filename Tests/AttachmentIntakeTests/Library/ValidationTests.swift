import AttachmentIntake
import IntakeModel
import IntakeTesting
import Synchronization
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Content has to open before it is stored, in the library and in the inbox, where that is asked for.
@Suite(.timeLimit(.minutes(5))) struct ValidationTests {
  private let pdf = SampleContent.pdf(bytes: 50_000)

  private func configuration(
    _ validation: ContentValidation
  ) -> IntakePipeline.Configuration { .with { $0.validation = validation } }

  /// A verdict, the doubts that are refused, and what becomes of the content.
  struct Case: Sendable, CustomTestStringConvertible {
    let verdict: ContentVerdict
    let refused: Set<ContentDoubt>
    let code: IntakeError.Code?

    var testDescription: String { "\(verdict), \(refused.map(\.rawValue).sorted())" }
  }

  static let cases: [Case] = [
    Case(
      verdict: .valid(ContentFacts(pages: 3)), refused: [.locked, .repairable, .notValidated],
      code: nil),
    Case(verdict: .invalid(.damaged), refused: [], code: .contentInvalid),
    Case(verdict: .refused(.objects, found: 9, limit: 3), refused: [], code: .contentOverLimit),
    Case(verdict: .locked, refused: [], code: nil),
    Case(verdict: .locked, refused: [.locked], code: .contentLocked),
    Case(verdict: .locked, refused: [.repairable, .notValidated], code: nil),
    Case(verdict: .repairable(ContentFacts()), refused: [.locked], code: nil),
    Case(verdict: .repairable(ContentFacts()), refused: [.repairable], code: .contentRepairable),
    Case(verdict: .notValidated(.timedOut), refused: [.locked], code: nil),
    Case(verdict: .notValidated(.noValidator), refused: [.notValidated], code: .notValidated),
  ]

  @Test(arguments: cases)
  func `what does not open is refused by rule, and what is stored keeps its verdict`(
    example: Case
  ) async throws {
    let validator = ScriptedValidator(example.verdict)
    let validation = ContentValidation(validator, refusing: example.refused)
    try await withPipeline(configuration(validation)) { fixture in
      let outcome = try await fixture.ingest(.shared(pdf, "com.adobe.pdf"))
      #expect(outcome.refusal?.code == example.code)
      if let code = example.code {
        #expect(outcome.stage == .validation)
        #expect(outcome.trail.map(\.error.code) == [code])
      } else {
        #expect(outcome.stored?.verdict == example.verdict)
        let row = try await fixture.rows().first
        #expect(row?.attachment.verdict == example.verdict)
      }
      try await fixture.expectSettled(stored: example.code == nil ? 1 : 0)
    }
  }

  @Test
  func `the validator gets all that was copied, as what its first bytes say it is`() async throws {
    let validator = ScriptedValidator(.valid(ContentFacts()))
    try await withPipeline(configuration(ContentValidation(validator))) { fixture in
      let png = SampleContent.png(bytes: 9_000)
      _ = try await fixture.ingest(.shared(png, "public.image"))
      #expect(validator.types == ["public.png"])
      #expect(validator.contents == [png.bytes])
    }
  }

  @Test
  func `what is lent can be read and not written`() async throws {
    let validator = WritingValidator()
    try await withPipeline(configuration(ContentValidation(validator))) { fixture in
      let outcome = try await fixture.ingest(.shared(pdf, "com.adobe.pdf"))
      #expect(validator.result.withLock { $0 } == -1)
      #expect(try await fixture.bytes(outcome) == pdf.bytes)
    }
  }

  @Test
  func `without a validator nothing is looked at, and there is no verdict`() async throws {
    try await withPipeline { fixture in
      let outcome = try await fixture.ingest(.shared(pdf, "com.adobe.pdf"))
      #expect(outcome.stored != nil && outcome.stored?.verdict == nil)
    }
  }

  @Test
  func `where the best candidate does not open, the next one is tried`() async throws {
    let validator = ScriptedValidator { type in
      type == "public.heic" ? .invalid(.damaged) : .valid(ContentFacts())
    }
    try await withPipeline(configuration(ContentValidation(validator))) { fixture in
      let provider = ScriptedProvider([
        .init("public.heic", .file(.heic(bytes: 900))),
        .init("public.jpeg", .file(.jpeg(bytes: 900))),
      ])
      let outcome = try await fixture.ingest(Attachment(provider))
      #expect(outcome.stored?.declaredType == "public.jpeg")
      #expect(outcome.trail.map(\.error.code) == [.contentInvalid])
      try await fixture.expectSettled(stored: 1)
    }
  }

  @Test
  func `cancelling reaches a validator that takes its time, and nothing is left`() async throws {
    let gate = Gate()
    let validator = ScriptedValidator(.valid(ContentFacts()), gate: gate)
    try await withPipeline(configuration(ContentValidation(validator))) { fixture in
      let pipeline = fixture.pipeline
      let task = Task { try await pipeline.ingest([.shared(pdf, "com.adobe.pdf")]) }
      try await gate.arrival(of: 1)
      // Waiting for a verdict holds no memory.
      #expect(pipeline.counters.memoryReserved == .zero)
      task.cancel()
      await #expect(throws: CancellationError.self) { _ = try await task.value }
      try await fixture.expectSettled(stored: 0)
    }
  }

  @Test
  func `a slow validator holds up the source, within the window`() async throws {
    let gate = Gate()
    let validator = ScriptedValidator(.valid(ContentFacts()), gate: gate)
    var settings = configuration(ContentValidation(validator))
    settings.maximumConcurrentLoads = 3
    try await withPipeline(settings) { fixture in
      let pulled = Tally()
      let pdf = pdf
      let source = CountingSequence<Attachment> { index in
        guard index < 10 else { return nil }
        pulled.add()
        return .shared(pdf, "com.adobe.pdf")
      }
      let pipeline = fixture.pipeline
      let stored = Tally()
      let task = Task { try await pipeline.ingest(source) { _ in stored.add() } }
      try await gate.arrival(of: 3)
      #expect(validator.askings.count == 3)
      #expect(pulled.count <= 4)
      #expect(stored.count == 0)
      gate.open()
      _ = try await task.value
      #expect(stored.count == 10)
      try await fixture.expectSettled(stored: 10)
    }
  }

  @Test
  func `the record of a share tells how long the validation took`() async throws {
    let clock = ManualClock()
    let gate = Gate()
    let validator = ScriptedValidator(.valid(ContentFacts()), gate: gate)
    var settings = configuration(ContentValidation(validator))
    settings.clock = clock
    settings.loadTimeout = nil
    try await withPipeline(settings) { fixture in
      let written = WrittenRecord()
      var options = BatchOptions()
      options.recording = ShareRecording { written.keep($0) }
      let pipeline = fixture.pipeline
      let task = Task { [pdf, options] in
        try await pipeline.ingest([.shared(pdf, "com.adobe.pdf")], options: options) { _ in }
      }
      try await gate.arrival(of: 1)
      clock.advance(by: .seconds(7))
      gate.open()
      _ = try await task.value
      let attachment = written.record?.attachments.first
      #expect(attachment?.durations[.validation] == .seconds(7))
      #expect(attachment?.durations[.copying] == .zero)
    }
  }

  @Test
  func `a store without local files lets the validator read all the same`() async throws {
    let validator = ScriptedValidator(.valid(ContentFacts()))
    let container = try await SharedContainer(
      store: InMemoryContainer(), catalog: InMemoryCatalog(),
      documents: InMemoryDocumentCatalog())
    let settings = configuration(ContentValidation(validator))
    let pipeline = try IntakePipeline(into: container, configuration: settings)
    let large = SampleContent.pdf(bytes: 300_000)
    let outcomes = try await pipeline.ingest([.shared(large, "com.adobe.pdf")])
    #expect(outcomes[0].stored?.verdict == .valid(ContentFacts()))
    #expect(validator.contents == [large.bytes])
    #expect(pipeline.counters.memoryReserved == .zero)
    await container.close()
  }

  @Test
  func `a library works in memory too`() async throws {
    let container = try await SharedContainer(
      store: InMemoryContainer(), catalog: InMemoryCatalog(),
      documents: InMemoryDocumentCatalog())
    let library = try await DocumentLibrary(container)
    let document = try ScriptedDocument(pdf, named: "plan.pdf")
    let entry = try await library.importDocument(document.picked())
    #expect(try await library.bytes(of: entry.id) == pdf.bytes)
    #expect(try await library.verify().isSound)
    try await library.remove(entry.id)
    #expect(try await library.documents().isEmpty)
    await container.close()
  }

  @Test(arguments: [
    (ContentVerdict.valid(ContentFacts()), StepResult.done, ImportRecord.Ending.imported),
    (.notValidated(.noValidator), .unconfirmed, .imported),
    (.invalid(.damaged), .failed(.contentInvalid), .failed),
  ])
  func `an import that does not open creates no entry, and its record says so`(
    verdict: ContentVerdict, result: StepResult, ending: ImportRecord.Ending
  ) async throws {
    var settings = DocumentLibrary.Configuration()
    let validator = ScriptedValidator(verdict)
    settings.intake.validation = ContentValidation(validator)
    try await withLibrary(settings) { fixture in
      let document = try ScriptedDocument(pdf, named: "plan.pdf")
      let entry = try? await fixture.library.importDocument(document.picked())
      #expect((entry != nil) == (ending == .imported))
      #expect(entry == nil || entry?.content.verdict == verdict)
      try await fixture.expectSettled(documents: ending == .imported ? 1 : 0)
      let record = try await fixture.library.importRecords().first
      #expect(record?.ending == ending && record?.steps[.validate] == result)
      #expect(document.heldAccesses == 0)
      // And it can be tried again.
      validator.set(.valid(ContentFacts()))
      _ = try await fixture.library.importDocument(document.picked())
    }
  }
}

private final class WrittenRecord: Sendable {
  private let state = Mutex<ShareRecord?>(nil)

  var record: ShareRecord? { state.withLock { $0 } }

  func keep(_ record: ShareRecord) { state.withLock { $0 = record } }
}

/// Tries to change what it is given.
private final class WritingValidator: DocumentValidator {
  let result = Mutex(0)

  func validate(
    _ content: any LocalContent, as type: TypeIdentifier, limits: ValidationLimits
  ) async throws(CancellationError) -> ContentVerdict {
    let count = try? content.withDescriptor { write($0, "x", 1) }
    result.withLock { $0 = count ?? 0 }
    return .valid(ContentFacts())
  }
}
