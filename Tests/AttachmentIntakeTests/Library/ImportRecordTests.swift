import AttachmentIntake
import IntakeModel
import IntakeTesting
import Testing
import UniformTypes

/// Every import leaves a record that says which step failed for what, and holds no content (P10).
@Suite(.timeLimit(.minutes(5))) struct ImportRecordTests {
  private let pdf = SampleContent.pdf(bytes: 5_000)

  private var configuration: DocumentLibrary.Configuration {
    var configuration = DocumentLibrary.Configuration()
    configuration.labels = .init(system: "iOS 26.1", build: "1.2 (34)")
    return configuration
  }

  @Test
  func `an import that succeeds has all its steps`() async throws {
    try await withLibrary(configuration) { fixture in
      let document = try ScriptedDocument(pdf, named: "secret plan.pdf")
      _ = try await fixture.library.importDocument(document.picked(source: "Files"))
      let record = try #require(try await fixture.library.importRecords().first)
      #expect(record.type == "com.adobe.pdf" && record.source == "Files")
      #expect(record.system == "iOS 26.1" && record.build == "1.2 (34)")
      #expect(record.ending == .imported && record.failedStep == nil)
      let expected: [ImportStep: StepResult] = [
        .select: .done, .authorise: .done, .coordinate: .done, .copy: .done, .move: .done,
        .register: .done,
      ]
      #expect(record.steps.filter { $0.key != .validate } == expected)
      #expect(!"\(record)".contains("secret"))
    }
  }

  @Test(arguments: ["Call Dr. Smith about cancer", "plan.geheim", "a.b c.secretplan"])
  func `what stands behind the last dot of a name is not recorded`(name: String) async throws {
    try await withLibrary(configuration) { fixture in
      let path = try fixture.folder.write([1, 2, 3], to: "originals/\(name)")
      let id = try await fixture.library.importDocument(PickedDocument(fileAt: LocalPath(path))).id
      // As an earlier version has left it.
      let dynamic = TypeRegistry.standard.type(
        filenameExtension: String(name.split(separator: ".").last ?? ""))
      #expect(dynamic.isDynamic)
      let old = ImportRecord(
        id: ImportID(milliseconds: 1), beganAt: 1, type: dynamic, ending: .imported)
      let documents = try #require(fixture.container.documents)
      try await documents.beginImport(old, owner: fixture.container.store.owner)
      let told = dynamic.withoutNames()
      #expect(DynamicType(decoding: told)?.tags.isEmpty != false && told != dynamic)
      #expect(try await documents.imports(limit: 10).map(\.type) == [dynamic, told])
      #expect(try await fixture.library.importRecords().map(\.type) == [told, told])
      #expect(try await fixture.library.document(id).displayName == name)
    }
  }

  /// What a provider does, and the step that fails for it.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let behaviour: ScriptedDocument.Behaviour
    let step: ImportStep
    let code: IntakeError.Code

    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(name: "denies", behaviour: .denies, step: .authorise, code: .sourceDenied),
    Case(
      name: "not downloaded", behaviour: .isNotDownloaded, step: .coordinate, code: .notDownloaded),
    Case(
      name: "fails", behaviour: .fails(ScriptedDocument.CalledOff()), step: .coordinate,
      code: .loadFailed),
    Case(name: "moves", behaviour: .moves, step: .copy, code: .sourceMissing),
  ]

  @Test(arguments: cases)
  func `the step that failed is recorded, and those behind it are not reached`(
    example: Case
  ) async throws {
    try await withLibrary(configuration) { fixture in
      let document = try ScriptedDocument(pdf, named: "plan.pdf")
      document.behaviour = example.behaviour
      _ = await failureCode { _ = try await fixture.library.importDocument(document.picked()) }
      let record = try #require(try await fixture.library.importRecords().first)
      #expect(record.ending == .failed)
      #expect(record.failedStep == example.step)
      #expect(record.steps[example.step] == .failed(example.code))
      for step in [ImportStep.validate, .move, .register] { #expect(record.steps[step] == nil) }
    }
  }

  @Test
  func `a type that is not accepted is recorded with its code, before any other step`()
    async throws
  {
    var configuration = configuration
    configuration.intake.rule = SelectionRule(accepting: ["com.adobe.pdf"])
    try await withLibrary(configuration) { fixture in
      let document = try ScriptedDocument(.jpeg(bytes: 5_000), named: "photo.jpg")
      _ = await failureCode { _ = try await fixture.library.importDocument(document.picked()) }
      let record = try #require(try await fixture.library.importRecords().first)
      #expect(record.ending == .failed && record.steps == [.select: .failed(.noAcceptedType)])
    }
  }

  @Test
  func `a document of an unknown extension that is no content is read once`() async throws {
    try await withLibrary(configuration) { fixture in
      let document = try ScriptedDocument(.empty, named: "plan.acme")
      let code = await failureCode {
        _ = try await fixture.library.importDocument(document.picked())
      }
      #expect(code == .emptyContent)
      #expect(document.readings.count == 1)
    }
  }

  @Test
  func `content that is something else fails in validation`() async throws {
    var configuration = configuration
    configuration.intake.rule = SelectionRule(accepting: ["com.adobe.pdf"])
    try await withLibrary(configuration) { fixture in
      let document = try ScriptedDocument(.jpeg(bytes: 5_000), named: "plan.pdf")
      _ = await failureCode { _ = try await fixture.library.importDocument(document.picked()) }
      let record = try #require(try await fixture.library.importRecords().first)
      #expect(record.steps[.validate] == .failed(.contentMismatch))
    }
  }

  @Test(arguments: [
    (StoreWithFaults.Call.synchronizeContent, ImportStep.move),
    (StoreWithFaults.Call.publish, ImportStep.move),
  ])
  func `a store that fails is recorded at the move`(
    call: StoreWithFaults.Call, step: ImportStep
  ) async throws {
    let fault: StoreWithFaults.Fault = {
      if $0 == call { throw IntakeError(.diskFull, at: .commit, "full") }
    }
    try await withLibrary(storeFaults: fault) { fixture in
      let document = try ScriptedDocument(pdf, named: "plan.pdf")
      _ = await failureCode { _ = try await fixture.library.importDocument(document.picked()) }
      let record = try #require(try await fixture.library.importRecords().first)
      #expect(record.steps[step] == .failed(.diskFull))
      #expect(record.steps[.copy] == .done)
    }
  }

  @Test(arguments: [CatalogWithFaults.Call.recordPending, .markStored])
  func `a catalog that fails is recorded at the registration`(
    call: CatalogWithFaults.Call
  ) async throws {
    let fault: CatalogWithFaults.Fault = {
      if $0 == call { throw IntakeError(.containerBusy, at: .commit, "busy") }
    }
    try await withLibrary(catalogFaults: fault) { fixture in
      let document = try ScriptedDocument(pdf, named: "plan.pdf")
      _ = await failureCode { _ = try await fixture.library.importDocument(document.picked()) }
      let record = try #require(try await fixture.library.importRecords().first)
      #expect(record.steps[.register] == .failed(.containerBusy))
      #expect(record.steps[.move] == (call == .markStored ? .done : nil))
    }
  }

  @Test
  func `the matrix counts which step fails for what`() async throws {
    try await withLibrary(configuration) { fixture in
      for behaviour in [ScriptedDocument.Behaviour.reads, .reads, .denies, .moves] {
        let document = try ScriptedDocument(pdf, named: "plan.pdf")
        document.behaviour = behaviour
        _ = try? await fixture.library.importDocument(document.picked(source: "Files"))
      }
      let photo = try ScriptedDocument(.jpeg(bytes: 900), named: "photo.jpg")
      _ = try await fixture.library.importDocument(photo.picked(source: "Photos"))
      let matrix = try await fixture.library.importMatrix()
      #expect(matrix.rows.map(\.key.type) == ["com.adobe.pdf", "public.jpeg"])
      let files = matrix.rows[0]
      #expect(files.count == 4 && files.key.source == "Files")
      #expect(files.endings == [.imported: 2, .failed: 2])
      #expect(files.steps[.authorise]?.failures == [.sourceDenied: 1])
      #expect(files.steps[.authorise]?.done == 3)
      #expect(files.steps[.copy]?.failures == [.sourceMissing: 1])
      #expect(files.steps[.copy]?.failed == 1 && files.steps[.copy]?.done == 2)
      #expect(files.steps[.register]?.done == 2)
    }
  }
}
