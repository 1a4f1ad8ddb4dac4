import AttachmentIntake
import IntakeModel
import IntakeTesting
import Testing

/// What a dead owner left goes, and what a live one is doing stays (P8).
@Suite(.timeLimit(.minutes(5))) struct RecoveryTests {
  /// A container that cannot undo anything, as one that is killed in the middle.
  private func openWithoutUndo(
    _ fixture: HandoffFixture, failing calls: Set<CatalogWithFaults.Call>
  ) async throws -> SharedContainer {
    try await SharedContainer.open(
      at: fixture.path, time: fixture.time,
      storeFaults: { call in
        if call == .remove { throw IntakeError(.writeFailed, at: .retention, "killed") }
      },
      catalogFaults: { call in
        if calls.contains(call) { throw IntakeError(.catalogFailed, at: .commit, "killed") }
      })
  }

  private func ingest(
    _ count: Int, into container: SharedContainer, policy: BatchPolicy = .keep
  ) async throws -> [Outcome] {
    let photos = (0..<count).map { Attachment.shared(.jpeg(bytes: 500, seed: UInt64($0))) }
    return try await IntakePipeline(into: container).ingest(photos, policy: policy)
  }

  @Test
  func `copies with names and pending rows stay while their owner lives, and go when it is dead`()
    async throws
  {
    try await withHandoff { fixture in
      let kept = try await fixture.storePhoto().id
      let writer = try await openWithoutUndo(fixture, failing: [.markStored])
      #expect(try await ingest(3, into: writer).compactMap(\.stored).isEmpty)
      #expect(try fixture.copies().count == 4)

      let beside = try await fixture.reopen()
      #expect(beside.recovery.isClean)
      #expect(try fixture.copies().count == 4)
      #expect(try await Inbox(beside).list().map(\.id) == [kept])
      _ = try await Inbox(beside).sweep(by: RetentionRule())
      #expect(try fixture.copies().count == 4)
      await beside.close()

      writer.die()
      let after = try await fixture.reopen()
      #expect(after.recovery.unfinished == 3)
      #expect(after.recovery.deadOwners == 1)
      #expect(try fixture.copies().count == 1)
      #expect(try await after.totals().count == 1)
      #expect(try await Inbox(after).open(kept).bytes(limit: .mebibytes(1)).count == 5_000)
      await after.close()

      let second = try await fixture.reopen()
      #expect(second.recovery.isClean)
      await second.close()
    }
  }

  @Test
  func `a hidden batch of a dead owner goes whole`() async throws {
    try await withHandoff { fixture in
      let writer = try await openWithoutUndo(fixture, failing: [.reveal])
      _ = try? await ingest(70, into: writer, policy: .allOrNothing)
      #expect(try fixture.copies().count == 70)
      #expect(try await fixture.inbox.list().isEmpty)
      writer.die()
      let after = try await fixture.reopen()
      #expect(after.recovery.unfinished == 70)
      #expect(try fixture.copies().isEmpty)
      #expect(try await after.totals() == ContainerTotals())
      await after.close()
    }
  }

  @Test(arguments: [true, false])
  func `a removal that was cut short is finished by a sweep, also while its owner lives`(
    fileIsGone: Bool
  ) async throws {
    try await withHandoff { fixture in
      let id = try await fixture.storePhoto().id
      let host = try await SharedContainer.open(
        at: fixture.path, time: fixture.time,
        storeFaults: { call in
          guard !fileIsGone, call == .remove else { return }
          throw IntakeError(.writeFailed, at: .retention, "killed")
        },
        catalogFaults: { call in
          if call == .forget { throw IntakeError(.catalogFailed, at: .retention, "killed") }
        })
      #expect(await failureCode { try await Inbox(host).discard(id) } != nil)
      host.die()
      #expect(try fixture.copies().isEmpty == fileIsGone)
      #expect(try await fixture.inbox.list().isEmpty)

      // The one that stored it is this fixture, which is still alive.
      let report = try await fixture.inbox.sweep(by: RetentionRule())
      #expect(report.recovery.unfinished == 1)
      #expect(try fixture.copies().isEmpty)
      #expect(try await fixture.container.totals() == ContainerTotals())
      #expect(try await fixture.inbox.removals().count == 1)
      #expect(try await fixture.inbox.sweep(by: RetentionRule()).recovery.isClean)
    }
  }

  @Test
  func `a file without a row goes in a sweep, and no other`() async throws {
    try await withHandoff { fixture in
      let kept = try await fixture.storePhoto().id
      let orphan = StoredName(id: AttachmentID(milliseconds: 1), filenameExtension: "jpeg")
      try fixture.folder.write([1, 2], to: "container/attachments/\(orphan)")
      #expect(try await fixture.inbox.sweep(by: RetentionRule()).recovery.orphans == 1)
      #expect(try fixture.copies().count == 1)
      #expect(try await fixture.inbox.open(kept).bytes(limit: .mebibytes(1)).count == 5_000)
    }
  }

  @Test
  func `files that an older catalog does not know stay for a day, also where it knows of none`()
    async throws
  {
    try await withHandoff { fixture in
      let parts = ["", "-wal", "-shm"].map { "container/catalog.sqlite\($0)" }
      await fixture.container.close()
      let old = try parts.map { try fixture.folder.read($0) }
      let writer = try await fixture.reopen()
      #expect(try await ingest(5, into: writer).compactMap(\.stored).count == 5)
      await writer.close()
      let copies = try fixture.copies()
      for (part, bytes) in zip(parts, old) { try fixture.folder.write(bytes, to: part) }

      let after = try await fixture.reopen()
      let early = try await Inbox(after).sweep(by: RetentionRule()).recovery
      #expect(early.youngOrphans == 5 && early.orphans == 0 && early.isClean)
      #expect(try fixture.copies() == copies)
      fixture.time.advance(by: DocumentLibrary.gracePeriod + .seconds(3600))
      let late = try await Inbox(after).sweep(by: RetentionRule()).recovery
      #expect(late.youngOrphans == 0 && late.orphans == 5)
      await after.close()
    }
  }

  @Test
  func `what cannot be removed is passed over and named, and goes once it can be`() async throws {
    try await withHandoff { fixture in
      let kept = try await fixture.storePhoto().id
      let writer = try await openWithoutUndo(fixture, failing: [.markStored])
      _ = try await ingest(3, into: writer)
      writer.die()
      let unknown = StoredName(id: AttachmentID(milliseconds: 1), filenameExtension: "jpeg")
      try fixture.folder.makeFolder("container/attachments/\(unknown)")
      let unfinished = try await fixture.container.catalog.records(
        in: [.pending], batch: nil, after: nil, limit: 10)
      let place = "container/attachments/\(unfinished[1].storedName)"
      try Files.rename(fixture.folder.path(of: place), to: fixture.folder.path(of: "aside"))
      try fixture.folder.makeFolder(place)

      for round in 0..<2 {
        let again = try await fixture.reopen()
        let recovery =
          round == 0
          ? again.recovery : try await Inbox(again).sweep(by: RetentionRule()).recovery
        #expect(recovery.unfinished == (round == 0 ? 2 : 0))
        #expect(Set(recovery.failures.map(\.id)) == [unfinished[1].id, unknown.id])
        #expect(recovery.failures.map(\.code) == [.writeFailed, .writeFailed])
        #expect(recovery.failures.map(\.message).allSatisfy { $0.contains("unlinkat") })
        #expect(try await Inbox(again).open(kept).bytes(limit: .mebibytes(1)).count == 5_000)
        await again.close()
      }

      try Files.removeAll(fixture.folder.path(of: place))
      try Files.removeAll(fixture.folder.path(of: "container/attachments/\(unknown)"))
      let last = try await fixture.inbox.sweep(by: RetentionRule()).recovery
      #expect(last.unfinished == 1 && last.failures.isEmpty)
      #expect(try await fixture.container.totals().count == 1)
    }
  }

  @Test
  func `something else in the place of an owner file keeps nobody out`() async throws {
    try await withHandoff { fixture in
      let kept = try await fixture.storePhoto().id
      let writer = try await openWithoutUndo(fixture, failing: [.markStored])
      _ = try await ingest(1, into: writer)
      let owner = writer.store.owner
      writer.die()
      try fixture.folder.makeFolder("container/owners/\(owner)")
      let again = try await fixture.reopen()
      #expect(again.recovery.isClean)
      #expect(try await Inbox(again).list().map(\.id) == [kept])
      await again.close()
      try Files.removeAll(fixture.folder.path(of: "container/owners/\(owner)"))
      let after = try await fixture.reopen()
      #expect(after.recovery.unfinished == 1)
      await after.close()
    }
  }

  @Test
  func `a staged file with a hidden name goes with its owner, and stays while that lives`()
    async throws
  {
    try await withHandoff { fixture in
      let writer = try await fixture.reopen()
      let id = AttachmentID(milliseconds: 1)
      let name = "container/staging/.\(writer.store.owner)-\(id)"
      try fixture.folder.write([1, 2, 3], to: name)
      let beside = try await fixture.reopen()
      #expect(beside.recovery.isClean)
      #expect(fixture.folder.contains(name))
      await beside.close()
      writer.die()
      let after = try await fixture.reopen()
      #expect(after.recovery.staged == 1)
      #expect(!fixture.folder.contains(name))
      await after.close()
    }
  }

  @Test
  func `the number of a dead process that was given out again keeps nothing alive`() async throws {
    try await withHandoff { fixture in
      let writer = try await openWithoutUndo(fixture, failing: [.markStored])
      _ = try await ingest(1, into: writer)
      let owner = writer.store.owner
      writer.die()
      // An owner file with the number of a live process in it, and no lock on it.
      try fixture.folder.write(Array("process 1\n".utf8), to: "container/owners/\(owner)")
      let after = try await fixture.reopen()
      #expect(after.recovery.unfinished == 1)
      #expect(try !fixture.folder.list("container/owners").contains("\(owner)"))
      await after.close()
    }
  }

  @Test
  func `several that open at once all recover, and none disturbs another`() async throws {
    try await withHandoff { fixture in
      let kept = try await fixture.storePhoto().id
      let writer = try await openWithoutUndo(fixture, failing: [.markStored])
      _ = try await ingest(100, into: writer)
      writer.die()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<6 {
          group.addTask {
            let container = try await fixture.reopen()
            #expect(try await Inbox(container).list().map(\.id) == [kept])
            await container.close()
          }
        }
        try await group.waitForAll()
      }
      #expect(try fixture.copies().count == 1)
      #expect(try await fixture.container.totals().count == 1)
    }
  }

  @Test
  func `sweeps beside a writer delete nothing of it`() async throws {
    try await withHandoff { fixture in
      let writer = try await fixture.reopen()
      let done = Gate()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          defer { done.open() }
          let outcomes = try await ingest(300, into: writer)
          #expect(outcomes.compactMap(\.stored).count == 300)
        }
        group.addTask {
          while !done.isOpen {
            let report = try await fixture.inbox.sweep(by: RetentionRule())
            #expect(report.removed.isEmpty)
            #expect(report.recovery.isClean)
          }
        }
        try await group.waitForAll()
      }
      #expect(try fixture.copies().count == 300)
      #expect(try await fixture.inbox.list().count == 300)
      await writer.close()
    }
  }
}
