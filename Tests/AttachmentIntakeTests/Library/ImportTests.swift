import AttachmentIntake
import IntakeModel
import IntakeTesting
import Testing

/// A picked document becomes an entry of the library, whole or not at all.
@Suite(.timeLimit(.minutes(5))) struct ImportTests {
  private let pdf = SampleContent.pdf(bytes: 300_000)

  @Test
  func `an imported document opens, with its types, size, name and place`() async throws {
    try await withLibrary { fixture in
      let document = try ScriptedDocument(pdf, named: "Floor plan (2).pdf")
      let entry = try await fixture.library.importDocument(document.picked())
      #expect(entry.displayName == "Floor plan (2).pdf")
      #expect(entry.content.declaredType == "com.adobe.pdf")
      #expect(entry.content.contentType == "com.adobe.pdf")
      #expect(entry.content.size == pdf.size)
      #expect(entry.importedAt == fixture.time.now)
      #expect(entry.location == "attachments/\(entry.id).pdf")
      #expect(try fixture.folder.read("container/\(entry.location)") == pdf.bytes)
      #expect(try await fixture.library.bytes(of: entry.id) == pdf.bytes)
      #expect(try await fixture.library.document(entry.id) == entry)
      #expect(try await fixture.library.documents() == [entry])
      try await fixture.expectSettled(documents: 1)
    }
  }

  @Test
  func `it opens after a restart, also when the original was moved or deleted`() async throws {
    try await withLibrary { fixture in
      let deleted = try ScriptedDocument(pdf, named: "deleted.pdf")
      let entry = try await fixture.library.importDocument(deleted.picked())
      deleted.delete()
      await fixture.container.close()
      let again = try await fixture.reopen()
      #expect(again.container.recovery.isClean && again.recovery.isClean)
      #expect(try await again.documents() == [entry])
      #expect(try await again.bytes(of: entry.id) == pdf.bytes)
      await again.container.close()
    }
  }

  @Test
  func `the original stays as it is`() async throws {
    try await withLibrary { fixture in
      let file = try fixture.folder.write(pdf, to: "plan.pdf")
      _ = try await fixture.library.importDocument(PickedDocument(fileAt: LocalPath(file)))
      #expect(try fixture.folder.read("plan.pdf") == pdf.bytes)
    }
  }

  @Test
  func `two documents with the same name coexist`() async throws {
    try await withLibrary { fixture in
      let contents = [SampleContent.pdf(bytes: 5_000, seed: 1), .pdf(bytes: 5_000, seed: 2)]
      var entries: [ImportedDocument] = []
      for content in contents {
        let document = try ScriptedDocument(content, named: "scan.pdf")
        entries.append(try await fixture.library.importDocument(document.picked()))
      }
      #expect(entries.map(\.displayName) == ["scan.pdf", "scan.pdf"])
      #expect(Set(entries.map(\.location)).count == 2)
      for (entry, content) in zip(entries, contents) {
        #expect(try await fixture.library.bytes(of: entry.id) == content.bytes)
      }
    }
  }

  @Test(arguments: ["../../escape.pdf", "a/b.pdf", "", "..", "x\u{0}y.pdf", "\u{202E}fdp.exe"])
  func `a name never touches a path, and is kept for display`(name: String) async throws {
    try await withLibrary { fixture in
      let document = try ScriptedDocument(pdf)
      let picked = PickedDocument(document, name: name, type: "com.adobe.pdf")
      let entry = try await fixture.library.importDocument(picked)
      #expect(entry.displayName == name)
      #expect(entry.location == "attachments/\(entry.id).pdf")
      try await fixture.expectSettled(documents: 1)
    }
  }

  @Test
  func
    `many are imported at once, each with its outcome, and one bad one does not stop the others`()
    async throws
  {
    try await withLibrary { fixture in
      let documents = try (0..<20).map { number in
        try ScriptedDocument(
          .pdf(bytes: 2_000 + number, seed: UInt64(number)), named: "\(number).pdf")
      }
      documents[7].behaviour = .deletes
      documents[11].behaviour = .isNotDownloaded
      var outcomes: [Int: ImportOutcome] = [:]
      try await fixture.library.importDocuments(documents.map { $0.picked() }) {
        outcomes[$0.position] = $0
      }
      #expect(outcomes.count == 20)
      for (position, outcome) in outcomes {
        #expect(outcome.name == "\(position).pdf")
        switch (position, outcome.result) {
        case (7, .failure(let error)): #expect(error.code == .sourceMissing)
        case (11, .failure(let error)): #expect(error.code == .notDownloaded)
        case (7, _), (11, _): Issue.record("\(position) was imported")
        case (_, .failure(let error)): Issue.record("\(position): \(error)")
        case (_, .success(let entry)):
          #expect(entry.content.size == .bytes(2_000 + position))
        }
      }
      try await fixture.expectSettled(documents: 18)
      #expect(documents.allSatisfy { $0.heldAccesses == 0 && $0.unbalancedStops == 0 })
    }
  }

  @Test
  func `documents are listed in pages, and one that is removed is gone with its file`() async throws
  {
    try await withLibrary { fixture in
      for number in 0..<5 {
        fixture.time.advance(by: .seconds(1))
        let document = try ScriptedDocument(pdf, named: "\(number)")
        _ = try await fixture.library.importDocument(document.picked(as: "com.adobe.pdf"))
      }
      var names: [String?] = []
      var last: ImportedDocument?
      repeat {
        let page = try await fixture.library.documents(after: last, limit: 2)
        names += page.map(\.displayName)
        last = page.last
      } while last != nil
      #expect(names == ["0", "1", "2", "3", "4"])
      let third = try await fixture.library.documents()[2]
      try await fixture.library.remove(third.id)
      #expect(try await fixture.library.documents().count == 4)
      #expect(await failureCode { try await fixture.library.remove(third.id) } == .notFound)
      #expect(
        await failureCode { _ = try await fixture.library.open(third.id) } == .notFound)
      try await fixture.expectSettled(documents: 4)
    }
  }

  @Test
  func `the inbox neither lists, takes nor sweeps documents`() async throws {
    try await withLibrary { fixture in
      let document = try ScriptedDocument(pdf)
      let entry = try await fixture.library.importDocument(document.picked(as: "com.adobe.pdf"))
      let inbox = Inbox(fixture.container)
      #expect(try await inbox.list(in: Set(CatalogRecord.State.allCases)).isEmpty)
      #expect(try await inbox.take() == nil)
      #expect(await failureCode { _ = try await inbox.take(entry.id) } == .notFound)
      #expect(await failureCode { _ = try await inbox.open(entry.id) } == .notFound)
      #expect(await failureCode { try await inbox.discard(entry.id) } == .notFound)
      fixture.time.advance(by: .seconds(365 * 24 * 3600))
      let rule = RetentionRule(afterReading: true, age: .zero, count: 0, untakenAge: .zero)
      #expect(try await inbox.sweep(by: rule).removed.isEmpty)
      #expect(try await fixture.library.bytes(of: entry.id) == pdf.bytes)
    }
  }

  @Test
  func `the library neither opens nor removes what is in the inbox`() async throws {
    try await withLibrary { fixture in
      let pipeline = try IntakePipeline(into: fixture.container)
      let outcomes = try await pipeline.ingest(Attachment.photos(1))
      let photo = try #require(outcomes[0].stored)
      #expect(try await fixture.library.documents().isEmpty)
      #expect(await failureCode { _ = try await fixture.library.open(photo.id) } == .notFound)
      #expect(await failureCode { try await fixture.library.remove(photo.id) } == .notFound)
      #expect(try await Inbox(fixture.container).list().map(\.id) == [photo.id])
    }
  }
}
