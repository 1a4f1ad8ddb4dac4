import AttachmentIntake
import IntakeModel
import IntakeTesting
import Testing

/// Verifying reads every document, and says which is not what was stored.
@Suite(.timeLimit(.minutes(5))) struct VerificationTests {
  private func fill(_ fixture: LibraryFixture, _ count: Int) async throws -> [ImportedDocument] {
    for number in 0..<count {
      fixture.time.advance(by: .seconds(1))
      let document = try ScriptedDocument(.pdf(bytes: 10_000, seed: UInt64(number)))
      _ = try await fixture.library.importDocument(document.picked(as: "com.adobe.pdf"))
    }
    return try await fixture.library.documents()
  }

  @Test
  func `a sound library is read to the end, with progress`() async throws {
    try await withLibrary { fixture in
      _ = try await fill(fixture, 5)
      var last: VerificationProgress?
      let report = try await fixture.library.verify { last = $0 }
      #expect(report.isSound && report.checked == 5 && report.bytes == .bytes(50_000))
      #expect(last?.documentsDone == 5 && last?.bytesDone == .bytes(50_000))
      #expect(last?.documentsExpected == 5 && last?.bytesExpected == .bytes(50_000))
    }
  }

  @Test
  func `progress expects documents alone, where an inbox lies in the same container`() async throws
  {
    try await withLibrary { fixture in
      _ = try await fill(fixture, 2)
      let outcome = try await fixture.library.pipeline.ingest(Attachment.photos(1)[0])
      #expect(outcome.stored != nil)
      var last: VerificationProgress?
      let report = try await fixture.library.verify { last = $0 }
      #expect(report.checked == 2)
      #expect(last?.documentsExpected == 2 && last?.bytesExpected == .bytes(20_000))
    }
  }

  @Test
  func `what is damaged, cut, longer or gone is found, and nothing is removed`() async throws {
    try await withLibrary { fixture in
      let entries = try await fill(fixture, 5)
      let places = entries.map { "container/\($0.location)" }
      let bytes = try fixture.folder.read(places[0])
      var damaged = bytes
      damaged[5_000] ^= 1
      try fixture.folder.write(damaged, to: places[0])
      try fixture.folder.write(bytes[..<9_999], to: places[1])
      try fixture.folder.write(try fixture.folder.read(places[2]) + [0], to: places[2])
      try Files.remove(fixture.folder.path(of: places[3]))
      let report = try await fixture.library.verify()
      #expect(report.checked == 5)
      #expect(report.findings.map(\.document.id) == entries[..<4].map(\.id))
      #expect(
        report.findings.map(\.error.code)
          == [.digestMismatch, .digestMismatch, .digestMismatch, .copyMissing])
      #expect(try await fixture.library.documents().count == 5)
    }
  }

  @Test
  func `links are followed, and counted by what they lead to`() async throws {
    try await withLibrary { fixture in
      for name in ["a", "b"] {
        let path = try fixture.folder.write([1], to: "\(name)/\(name).txt")
        try await fixture.library.link(PickedDocument(fileAt: LocalPath(path)))
      }
      try Files.remove(fixture.folder.path(of: "b/b.txt"))
      #expect(try await fixture.library.verify().links == [.valid: 1, .broken: 1])
      #expect(try await fixture.library.verify(followsLinks: false).links.isEmpty)
    }
  }

  @Test
  func `cancelling ends it between chunks`() async throws {
    try await withLibrary { fixture in
      _ = try await fill(fixture, 5)
      let library = fixture.library
      let seen = Tally()
      let task = Task {
        try await library.verify { progress in
          seen.add()
          if progress.documentsDone == 2 { withUnsafeCurrentTask { $0?.cancel() } }
        }
      }
      await #expect(throws: CancellationError.self) { _ = try await task.value }
      // Two documents have a chunk and an end each.
      #expect(seen.count == 4)
    }
  }
}
