import AttachmentIntake
import IntakeModel
import IntakeTesting
import Testing

/// What fails or is cancelled creates no entry, leaves no file, and can be tried again.
@Suite(.timeLimit(.minutes(5))) struct ImportFailureTests {
  private let pdf = SampleContent.pdf(bytes: 600_000)

  private struct Fault: SourceError {
    let sourceDomain: String
    let sourceNumber: Int
  }

  /// What a provider does, what comes of it, and whether trying again may help.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let behaviour: ScriptedDocument.Behaviour
    let code: IntakeError.Code
    let mayPassLater: Bool

    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(name: "denies", behaviour: .denies, code: .sourceDenied, mayPassLater: false),
    Case(
      name: "not downloaded", behaviour: .isNotDownloaded, code: .notDownloaded, mayPassLater: true),
    Case(
      name: "not downloaded, by the error of a cloud",
      behaviour: .fails(Fault(sourceDomain: "NSCocoaErrorDomain", sourceNumber: 4353)),
      code: .notDownloaded, mayPassLater: true),
    Case(
      name: "fails", behaviour: .fails(Fault(sourceDomain: "Some", sourceNumber: 1)),
      code: .loadFailed, mayPassLater: true),
    Case(
      name: "delivers nothing", behaviour: .deliversNothing, code: .nothingDelivered,
      mayPassLater: true),
    Case(name: "moves", behaviour: .moves, code: .sourceMissing, mayPassLater: false),
    Case(name: "deletes", behaviour: .deletes, code: .sourceMissing, mayPassLater: false),
  ]

  @Test(arguments: cases)
  func `a failed import leaves nothing, says whether to retry, and gives access up`(
    _ example: Case
  ) async throws {
    try await withLibrary { fixture in
      let document = try ScriptedDocument(pdf, named: "plan.pdf")
      document.behaviour = example.behaviour
      let error = await #expect(throws: IntakeError.self) {
        try await fixture.library.importDocument(document.picked())
      }
      #expect(error?.code == example.code)
      #expect(error?.code.mayPassLater == example.mayPassLater)
      #expect(document.heldAccesses == 0 && document.unbalancedStops == 0)
      try await fixture.expectSettled(documents: 0)
    }
  }

  @Test(
    .enabled(if: ReadInterception.isAvailable),
    arguments: [
      ReadInterception.Change.truncate(to: 1000), .append([1, 2, 3]),
      .overwrite([9, 9], at: 400_000),
    ])
  func `an original that changes while it is read leaves nothing, and a retry imports it`(
    change: ReadInterception.Change
  ) async throws {
    try await withLibrary { fixture in
      let document = try ScriptedDocument(pdf, named: "plan.pdf")
      document.behaviour = .changes(change, atRead: 2)
      let code = await failureCode {
        _ = try await fixture.library.importDocument(document.picked())
      }
      #expect(code == .sourceChanged)
      #expect(code?.mayPassLater == true)
      try await fixture.expectSettled(documents: 0)

      document.behaviour = .reads
      let entry = try await fixture.library.importDocument(document.picked())
      #expect(try await fixture.library.bytes(of: entry.id) == pdf.bytes)
      #expect(document.heldAccesses == 0)
    }
  }

  @Test
  func `what was not downloaded is imported once it is`() async throws {
    try await withLibrary { fixture in
      let document = try ScriptedDocument(pdf, named: "plan.pdf")
      document.behaviour = .isNotDownloaded
      let code = await failureCode {
        _ = try await fixture.library.importDocument(document.picked())
      }
      #expect(code == .notDownloaded)
      // Nothing was waited for.
      #expect(document.readings.count == 0)
      document.behaviour = .reads
      _ = try await fixture.library.importDocument(document.picked())
      try await fixture.expectSettled(documents: 1)
    }
  }

  @Test
  func `an empty original is never an empty entry`() async throws {
    try await withLibrary { fixture in
      let document = try ScriptedDocument(.empty, named: "plan.pdf")
      let code = await failureCode {
        _ = try await fixture.library.importDocument(document.picked())
      }
      #expect(code == .emptyContent)
      #expect(code?.mayPassLater == true)
      try await fixture.expectSettled(documents: 0)
    }
  }

  @Test
  func `the stub of a file in a cloud is not downloaded, by its name and in the file's place`()
    async throws
  {
    try await withLibrary { fixture in
      let stub = SampleContent(Array("bplist00_NSURLNameKey_NSURLFileSizeKey plan.pdf".utf8))
      try fixture.folder.write(stub, to: ".plan.pdf.icloud")
      for name in ["plan.pdf", ".plan.pdf.icloud"] {
        let picked = PickedDocument(fileAt: LocalPath(fixture.folder.path(of: name)))
        let code = await failureCode { _ = try await fixture.library.importDocument(picked) }
        #expect(code == .notDownloaded, "\(name)")
      }
      try await fixture.expectSettled(documents: 0)
    }
  }

  @Test
  func `content of another kind than was declared creates no entry`() async throws {
    var configuration = DocumentLibrary.Configuration()
    configuration.intake.rule = SelectionRule(accepting: ["com.adobe.pdf"])
    try await withLibrary(configuration) { fixture in
      let document = try ScriptedDocument(.jpeg(bytes: 5_000), named: "plan.pdf")
      let error = await #expect(throws: IntakeError.self) {
        try await fixture.library.importDocument(document.picked())
      }
      #expect(error?.code == .contentMismatch)
      #expect(error?.stage == .validation)
      try await fixture.expectSettled(documents: 0)
      #expect(document.heldAccesses == 0)
    }
  }

  @Test(arguments: [StoreWithFaults.Call.stage, .synchronizeContent, .publish])
  func `a store that fails leaves no entry that says imported`(call: StoreWithFaults.Call)
    async throws
  {
    let isFailing = Switch()
    let fault: StoreWithFaults.Fault = {
      if $0 == call, isFailing.isOn { throw IntakeError(.diskFull, at: .commit, "full") }
    }
    try await withLibrary(storeFaults: fault) { fixture in
      let document = try ScriptedDocument(pdf, named: "plan.pdf")
      isFailing.isOn = true
      let code = await failureCode {
        _ = try await fixture.library.importDocument(document.picked())
      }
      #expect(code == .diskFull)
      #expect(code?.mayPassLater == true)
      isFailing.isOn = false
      try await fixture.expectSettled(documents: 0)
      _ = try await fixture.library.importDocument(document.picked())
      try await fixture.expectSettled(documents: 1)
    }
  }

  @Test(arguments: [CatalogWithFaults.Call.recordPending, .markStored])
  func `a catalog that fails leaves no entry that says imported`(
    call: CatalogWithFaults.Call
  ) async throws {
    let isFailing = Switch()
    let fault: CatalogWithFaults.Fault = {
      if $0 == call, isFailing.isOn { throw IntakeError(.containerBusy, at: .commit, "busy") }
    }
    try await withLibrary(catalogFaults: fault) { fixture in
      let document = try ScriptedDocument(pdf, named: "plan.pdf")
      isFailing.isOn = true
      let code = await failureCode {
        _ = try await fixture.library.importDocument(document.picked())
      }
      #expect(code == .containerBusy)
      isFailing.isOn = false
      try await fixture.expectSettled(documents: 0)
      _ = try await fixture.library.importDocument(document.picked())
      try await fixture.expectSettled(documents: 1)
    }
  }

  @Test
  func `an import whose row cannot be read back is told of, and is there`() async throws {
    let fault: CatalogWithFaults.Fault = {
      if $0 == .record { throw IntakeError(.containerBusy, at: .commit, "busy") }
    }
    try await withLibrary(catalogFaults: fault) { fixture in
      let document = try ScriptedDocument(.pdf(bytes: 900), named: "plan.pdf")
      let told = try await fixture.library.importDocument(document.picked())
      let listed = try await fixture.library.documents()
      #expect(listed.map(\.id) == [told.id] && listed.map(\.location) == [told.location])
      #expect(listed.map(\.content) == [told.content] && told.displayName == "plan.pdf")
      try await fixture.expectSettled(documents: 1)
    }
  }
}
