import AttachmentIntake
import IntakeModel
import IntakeTesting
import Testing

/// A document whose file is not there is missing, and nothing is removed until somebody says so.
@Suite(.timeLimit(.minutes(5))) struct MissingFileTests {
  private func fill(_ fixture: LibraryFixture, _ count: Int) async throws -> [ImportedDocument] {
    for seed in 0..<count {
      fixture.time.advance(by: .seconds(1))
      let document = try ScriptedDocument(.pdf(bytes: 900, seed: UInt64(seed)))
      _ = try await fixture.library.importDocument(document.picked(as: "com.adobe.pdf"))
    }
    return try await fixture.library.documents()
  }

  @Test
  func `an empty folder in the place of the copies costs no document`() async throws {
    try await withLibrary { fixture in
      let entries = try await fill(fixture, 9)
      await fixture.container.close()
      try Files.rename("\(fixture.path)/attachments", to: "\(fixture.path)-elsewhere")
      try fixture.folder.makeFolder("container/attachments")

      let without = try await fixture.reopen()
      #expect(without.recovery.missing == entries.map(\.id))
      #expect(try await without.documents().map(\.state) == Array(repeating: .missing, count: 9))
      let report = try await without.recover()
      #expect(report.library.missing == entries.map(\.id) && report.library.forgotten.isEmpty)
      #expect(report.container.isClean && !report.library.isClean)
      await without.container.close()

      try Files.removeAll("\(fixture.path)/attachments")
      try Files.rename("\(fixture.path)-elsewhere", to: "\(fixture.path)/attachments")
      let again = try await fixture.reopen()
      fixture.time.advance(by: DocumentLibrary.gracePeriod * 2)
      let later = try await again.recover()
      #expect(later.container.isClean && later.library.isClean)
      #expect(try await again.documents() == entries)
      #expect(try await again.verify().isSound)
      await again.container.close()
    }
  }

  @Test
  func `one that is missing is said to be, wherever it is met, and goes when told to`() async throws
  {
    try await withLibrary { fixture in
      let entries = try await fill(fixture, 3)
      let lost = entries[1].id
      try Files.remove("\(fixture.path)/\(entries[1].location)")
      let again = try await fixture.reopen()
      #expect(again.recovery.missing == [lost])
      #expect(try await again.documents().map(\.state) == [.available, .missing, .available])
      #expect(try await again.document(lost).state == .missing)
      let error = await #expect(throws: IntakeError.self) { _ = try await again.open(lost) }
      #expect(error?.code == .copyMissing && error?.message.contains("\(lost)") == true)
      let found = try await again.verify()
      #expect(found.missing == 1 && found.findings.map(\.error.code) == [.copyMissing])
      #expect(found.findings.map(\.document.state) == [.missing])

      try await again.remove(lost)
      #expect(try await again.documents() == [entries[0], entries[2]])
      #expect(try await again.recover().library.isClean)
      await again.container.close()
    }
  }

  @Test
  func `a recovery that is told to forget removes the entries, with a record`() async throws {
    try await withLibrary { fixture in
      let entries = try await fill(fixture, 3)
      try Files.remove("\(fixture.path)/\(entries[1].location)")
      let report = try await fixture.library.recover(forgettingMissing: true).library
      #expect(report.forgotten == [entries[1].id] && report.missing.isEmpty)
      let removals = try await Inbox(fixture.container).removals()
      #expect(removals.map(\.id) == [entries[1].id] && removals.map(\.reason) == [.damaged])
      try await fixture.expectSettled(documents: 2)
    }
  }

  @Test
  func `a library may open without looking for files, and look when it is told to`() async throws {
    try await withLibrary { fixture in
      let entries = try await fill(fixture, 1)
      try Files.remove("\(fixture.path)/\(entries[0].location)")
      var configuration = DocumentLibrary.Configuration()
      configuration.checksEntries = false
      let again = try await fixture.reopen(configuration)
      #expect(again.recovery.isClean)
      #expect(await failureCode { _ = try await again.open(entries[0].id) } == .copyMissing)
      #expect(try await again.recover().library.missing == [entries[0].id])
      await again.container.close()
    }
  }

  @Test(arguments: ["link", "folder", "pipe"])
  func `something else in the place of a file is damage, and no file that is missing`(
    kind: String
  ) async throws {
    try await withLibrary { fixture in
      let entry = try await fill(fixture, 1)[0]
      let place = "\(fixture.path)/\(entry.location)"
      try Files.rename(place, to: "\(fixture.path)-copy")
      switch kind {
      case "link":
        try fixture.folder.link("container/\(entry.location)", to: "\(fixture.path)-copy")
      case "folder": try fixture.folder.makeFolder("container/\(entry.location)")
      default: try Files.makePipe(place)
      }
      let again = try await fixture.reopen()
      #expect(again.recovery.isClean)
      #expect(try await again.documents() == [entry])
      #expect(await failureCode { _ = try await again.open(entry.id) } == .digestMismatch)
      #expect(try await again.verify().findings.map(\.error.code) == [.digestMismatch])
      await again.container.close()
    }
  }

  @Test
  func `a document that a restart damaged stays, and says so`() async throws {
    var configuration = DocumentLibrary.Configuration()
    configuration.intake.durability = .none
    try await withLibrary(configuration) { fixture in
      let entry = try await fill(fixture, 1)[0]
      await fixture.container.close()
      try fixture.folder.write([1, 2], to: "container/\(entry.location)")
      let again = try await DocumentLibrary(
        try await SharedContainer.open(
          at: fixture.path, time: fixture.time, systemRun: "another run"))
      #expect(await failureCode { _ = try await again.open(entry.id) } == .digestMismatch)
      #expect(try await again.documents() == [entry])
      await again.container.close()
    }
  }
}
