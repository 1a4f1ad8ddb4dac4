import AttachmentIntake
import IntakeModel
import IntakeTesting
import Testing

/// The system was restarted since copies were stored: those without durability are checked first (P8).
@Suite(.timeLimit(.minutes(5))) struct RestartTests {
  private func restart(_ fixture: HandoffFixture) async throws -> SharedContainer {
    try await SharedContainer.open(at: fixture.path, time: fixture.time, systemRun: "another run")
  }

  private func damage(_ id: AttachmentID, in fixture: HandoffFixture) async throws {
    let file = try await fixture.fileName(of: id)
    var bytes = try fixture.folder.read(file)
    bytes[bytes.count / 2] ^= 0xFF
    try fixture.folder.write(bytes, to: file)
  }

  @Test
  func `a copy without durability that survived is checked once, and handed out`() async throws {
    try await withHandoff { fixture in
      let id = try await fixture.storePhoto(durability: .none).id
      let after = try await restart(fixture)
      #expect(try await after.catalog.record(id)?.systemRun != "another run")
      let reader = try await Inbox(after).open(id)
      #expect(try await after.catalog.record(id)?.systemRun == "another run")
      #expect(try await reader.bytes(limit: .mebibytes(1)).count == 5_000)
      await after.close()
    }
  }

  @Test
  func `opening a copy that did not survive fails before a byte, and removes it with a record`()
    async throws
  {
    try await withHandoff { fixture in
      let id = try await fixture.storePhoto(durability: .none).id
      try await damage(id, in: fixture)
      let after = try await restart(fixture)
      #expect(await failureCode { _ = try await Inbox(after).open(id) } == .digestMismatch)
      #expect(try await Inbox(after).list().isEmpty)
      #expect(try await Inbox(after).removals().map(\.reason) == [.damaged])
      #expect(try fixture.copies().isEmpty)
      await after.close()
    }
  }

  @Test
  func `taking passes over what did not survive, and removes it with a record`() async throws {
    try await withHandoff { fixture in
      let lost = try await fixture.storePhoto(seed: 1, durability: .none).id
      fixture.time.advance(by: .seconds(1))
      let gone = try await fixture.storePhoto(seed: 2, durability: .none).id
      fixture.time.advance(by: .seconds(1))
      let whole = try await fixture.storePhoto(seed: 3, durability: .none).id
      try await damage(lost, in: fixture)
      try Files.remove(fixture.folder.path(of: try await fixture.fileName(of: gone)))
      let after = try await restart(fixture)
      #expect(try await Inbox(after).take()?.id == whole)
      #expect(try await Inbox(after).take() == nil)
      #expect(Set(try await Inbox(after).removals().map(\.id)) == [lost, gone])
      #expect(try await Inbox(after).removals().allSatisfy { $0.reason == .damaged })
      await after.close()
    }
  }

  @Test
  func `naming one that did not survive to take it says that it is damaged, and removes it`()
    async throws
  {
    try await withHandoff { fixture in
      let id = try await fixture.storePhoto(durability: .none).id
      try await damage(id, in: fixture)
      let after = try await restart(fixture)
      #expect(await failureCode { _ = try await Inbox(after).take(id) } == .digestMismatch)
      #expect(try await after.totals() == ContainerTotals())
      await after.close()
    }
  }

  @Test(arguments: [Durability.group, .each])
  func `copies that were synced are not read twice`(durability: Durability) async throws {
    try await withHandoff { fixture in
      let id = try await fixture.storePhoto(durability: durability).id
      try await damage(id, in: fixture)
      let after = try await restart(fixture)
      let reader = try await Inbox(after).open(id)
      #expect(
        await failureCode { _ = try await reader.bytes(limit: .mebibytes(1)) } == .digestMismatch)
      #expect(try await Inbox(after).list().count == 1)
      await after.close()
    }
  }

  @Test
  func `what cannot be checked now is given back, not removed`() async throws {
    try await withHandoff { fixture in
      let id = try await fixture.storePhoto(durability: .none).id
      let after = try await SharedContainer.open(
        at: fixture.path, time: fixture.time, systemRun: "another run",
        storeFaults: { if $0 == .open { throw IntakeError(.tooManyOpenFiles, at: .handoff, "") } })
      #expect(await failureCode { _ = try await Inbox(after).take() } == .tooManyOpenFiles)
      #expect(try await fixture.inbox.entry(id).state == .available)
      #expect(try fixture.copies().count == 1)
      await after.close()
    }
  }
}
