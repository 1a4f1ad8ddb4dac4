import AttachmentIntake
import IntakeModel
import IntakeTesting
import Testing

/// At start entries that were not completed are finished or removed, and none points to nothing (P8).
@Suite(.timeLimit(.minutes(5))) struct LibraryRecoveryTests {
  private let content = SampleContent.pdf(bytes: 20_000).bytes

  private func dead(_ fixture: LibraryFixture) async throws -> SharedContainer {
    try await SharedContainer.open(at: fixture.path, time: fixture.time)
  }

  @Test
  func `an import that lacked its last step is finished, and the document is whole`() async throws {
    try await withLibrary { fixture in
      let dead = try await dead(fixture)
      let record = try await fixture.leaveUnfinished(content, recorded: content, by: dead)
      dead.die()
      let again = try await fixture.reopen()
      #expect(again.container.recovery.completed == 1)
      #expect(again.container.recovery.unfinished == 0)
      #expect(try await again.documents().map(\.id) == [record.id])
      #expect(try await again.bytes(of: record.id) == content)
      try await fixture.expectSettled(documents: 1)
      await again.container.close()
    }
  }

  @Test(arguments: [nil, SampleContent.pdf(bytes: 20_000, seed: 9).bytes, []])
  func `one whose file is missing or not whole is removed, row and file`(found: [UInt8]?)
    async throws
  {
    try await withLibrary { fixture in
      let dead = try await dead(fixture)
      _ = try await fixture.leaveUnfinished(found, recorded: content, by: dead)
      dead.die()
      let again = try await fixture.reopen()
      #expect(again.container.recovery.completed == 0)
      #expect(again.container.recovery.unfinished == 1)
      try await fixture.expectSettled(documents: 0)
      await again.container.close()
    }
  }

  @Test
  func `what a live process is importing is left alone`() async throws {
    try await withLibrary { fixture in
      let other = try await dead(fixture)
      let record = try await fixture.leaveUnfinished(content, recorded: content, by: other)
      let again = try await fixture.reopen()
      let report = try await again.recover()
      #expect(report.container.isClean && report.library.isClean)
      #expect(try await again.container.catalog.record(record.id)?.state == .importing)
      #expect(try await again.documents().isEmpty)
      // And it completes.
      let kept = try await other.catalog.markStored([record.id], as: .kept, durability: .group)
      #expect(kept == [record.id])
      await other.close()
      await again.container.close()
    }
  }

  @Test
  func `an owner that was taken for dead finds its import completed, and keeps it`() async throws {
    try await withLibrary { fixture in
      let owner = try await dead(fixture)
      let record = try await fixture.leaveUnfinished(content, recorded: content, by: owner)
      try Files.remove("\(fixture.path)/owners/\(owner.store.owner)")
      let again = try await fixture.reopen()
      #expect(again.container.recovery.completed == 1)
      let kept = try await owner.catalog.markStored([record.id], as: .kept, durability: .group)
      #expect(kept == [record.id])
      #expect(try await again.bytes(of: record.id) == content)
      await owner.close()
      await again.container.close()
    }
  }

  @Test
  func `a file that cannot be read now is no reason to remove its import`() async throws {
    try await withLibrary { fixture in
      let dead = try await dead(fixture)
      _ = try await fixture.leaveUnfinished(content, recorded: content, by: dead)
      dead.die()
      let code = await failureCode {
        _ = try await SharedContainer.open(
          at: fixture.path, time: fixture.time,
          storeFaults: {
            if $0 == .open { throw IntakeError(.tooManyOpenFiles, at: .handoff, "") }
          })
      }
      #expect(code == .tooManyOpenFiles)
      let again = try await fixture.reopen()
      #expect(again.container.recovery.completed == 1)
      await again.container.close()
    }
  }

  @Test
  func `an import whose file cannot be read waits, with what else its owner left`() async throws {
    try await withLibrary { fixture in
      let dead = try await dead(fixture)
      let record = try await fixture.leaveUnfinished(content, recorded: content, by: dead)
      dead.die()
      let beside = try await SharedContainer.open(
        at: fixture.path, time: fixture.time,
        storeFaults: { if $0 == .open { throw IntakeError(.readFailed, at: .handoff, "EIO") } })
      #expect(beside.recovery.failures == [.init(id: record.id, code: .readFailed, message: "EIO")])
      #expect(beside.recovery.completed == 0 && beside.recovery.unfinished == 0)
      #expect(try fixture.copies().count == 1)
      await beside.close()
      let again = try await fixture.reopen()
      #expect(again.container.recovery.completed == 1)
      #expect(try await again.bytes(of: record.id) == content)
      await again.container.close()
    }
  }

  @Test
  func `a file without an entry stays for a day, and then goes`() async throws {
    try await withLibrary { fixture in
      let document = try ScriptedDocument(.pdf(bytes: 900))
      _ = try await fixture.library.importDocument(document.picked(as: "com.adobe.pdf"))
      let id = AttachmentID(milliseconds: fixture.time.now)
      try fixture.folder.write(content, to: "container/attachments/\(id).pdf")
      let early = try await fixture.library.recover().container
      #expect(early.orphans == 0 && early.youngOrphans == 1 && early.isClean)
      #expect(try fixture.copies().count == 2)
      fixture.time.advance(by: DocumentLibrary.gracePeriod + .seconds(1))
      let late = try await fixture.library.recover().container
      #expect(late.orphans == 1 && late.youngOrphans == 0)
      try await fixture.expectSettled(documents: 1)
    }
  }

  @Test
  func `imports whose process died are recorded as interrupted`() async throws {
    try await withLibrary { fixture in
      let dead = try await dead(fixture)
      let documents = try #require(dead.documents)
      let record = ImportRecord(id: ImportID(milliseconds: 1), beganAt: 1, type: "com.adobe.pdf")
      try await documents.beginImport(record, owner: dead.store.owner)
      let beside = try await fixture.reopen()
      #expect(beside.recovery.interrupted == 0)
      dead.die()
      let again = try await fixture.reopen()
      #expect(again.recovery.interrupted == 1)
      #expect(try await again.importRecords().map(\.ending) == [.interrupted])
      await beside.container.close()
      await again.container.close()
    }
  }
}
