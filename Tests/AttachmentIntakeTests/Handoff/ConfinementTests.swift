import AttachmentIntake
import IntakeModel
import IntakeTesting
import Testing

/// Somebody with access to the folder plants something in the place of a copy.
@Suite(.timeLimit(.minutes(5))) struct ConfinementTests {
  @Test
  func `a link in the place of a copy is not followed`() async throws {
    try await withHandoff { fixture in
      let id = try await fixture.storePhoto().id
      let file = try await fixture.fileName(of: id)
      // To an exact copy, so that the digest would not tell.
      try fixture.folder.write(try fixture.folder.read(file), to: "outside.jpeg")
      try Files.remove(fixture.folder.path(of: file))
      try fixture.folder.link(file, to: fixture.folder.path(of: "outside.jpeg"))
      #expect(await failureCode { _ = try await fixture.inbox.open(id) } == .digestMismatch)
      #expect(fixture.folder.contains("outside.jpeg"))
    }
  }

  @Test
  func `discarding a copy whose place a link took removes the link, not what it leads to`()
    async throws
  {
    try await withHandoff { fixture in
      let id = try await fixture.storePhoto().id
      let file = try await fixture.fileName(of: id)
      try fixture.folder.write([1], to: "outside")
      try Files.remove(fixture.folder.path(of: file))
      try fixture.folder.link(file, to: fixture.folder.path(of: "outside"))
      try await fixture.inbox.discard(id)
      #expect(try fixture.folder.read("outside") == [1])
      #expect(try fixture.copies().isEmpty)
    }
  }

  @Test
  func `another file that was linked into the place of a copy is not taken for it`() async throws {
    try await withHandoff { fixture in
      let id = try await fixture.storePhoto(bytes: 5_000, seed: 1).id
      let path = fixture.folder.path(of: try await fixture.fileName(of: id))
      let other = try fixture.folder.write(.jpeg(bytes: 5_000, seed: 2), to: "other.jpeg")
      try Files.remove(path)
      try Files.hardLink(other, as: path)
      let code = await failureCode {
        _ = try await fixture.inbox.open(id).bytes(limit: .mebibytes(1))
      }
      #expect(code == .digestMismatch)
      try await fixture.inbox.discard(id)
      #expect(fixture.folder.contains("other.jpeg"))
    }
  }

  @Test
  func `a pipe in the place of a copy is not waited for`() async throws {
    try await withHandoff { fixture in
      let id = try await fixture.storePhoto().id
      let path = fixture.folder.path(of: try await fixture.fileName(of: id))
      try Files.remove(path)
      try Files.makePipe(path)
      let code = await failureCode { _ = try await fixture.inbox.open(id) }
      #expect(code != nil)
    }
  }

  @Test
  func `a copy has one name and is open to nobody but its owner and group`() async throws {
    try await withHandoff { fixture in
      let id = try await fixture.storePhoto().id
      let status = try Files.status(fixture.folder.path(of: try await fixture.fileName(of: id)))
      #expect(status.linkCount == 1)
      #expect(status.permissions & 0o007 == 0)
    }
  }

  @Test
  func `moving the folder of copies away and a link into its place leads no reader out`()
    async throws
  {
    try await withHandoff { fixture in
      let content = SampleContent.jpeg(bytes: 3_000, seed: 9)
      let id = try await fixture.store([content])[0].id
      let copies = fixture.folder.path(of: "container/attachments")
      try Files.rename(copies, to: fixture.folder.path(of: "moved"))
      try fixture.folder.makeFolder("elsewhere")
      try fixture.folder.link("container/attachments", to: fixture.folder.path(of: "elsewhere"))
      let bytes = try await fixture.inbox.open(id).bytes(limit: .mebibytes(1))
      #expect(bytes == content.bytes)
    }
  }

  @Test
  func `files that are none of ours stay, and are never listed`() async throws {
    try await withHandoff { fixture in
      try fixture.folder.write([1], to: "container/attachments/note.txt")
      try fixture.folder.write([1], to: "container/attachments/.hidden")
      let report = try await fixture.inbox.sweep(by: RetentionRule())
      #expect(report.recovery.orphans == 0)
      #expect(try fixture.copies() == [".hidden", "note.txt"])
      #expect(try await fixture.inbox.list().isEmpty)
    }
  }
}
