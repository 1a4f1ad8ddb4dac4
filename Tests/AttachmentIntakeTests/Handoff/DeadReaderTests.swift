import AttachmentIntake
import IntakeModel
import IntakeTesting
import Testing

/// The lease of a dead owner returns; that of a live one stays (P9).
@Suite(.timeLimit(.minutes(5))) struct DeadReaderTests {
  @Test
  func `closing a container gives back what it took and did not finish`() async throws {
    try await withHandoff { fixture in
      let id = try await fixture.storePhoto().id
      let reader = try await fixture.reopen()
      _ = try await Inbox(reader).take(id)
      await reader.close()
      #expect(try await fixture.inbox.entry(id).state == .available)
    }
  }

  @Test
  func `the lease of a dead reader returns when a container is opened`() async throws {
    try await withHandoff { fixture in
      let id = try await fixture.storePhoto().id
      let reader = try await fixture.reopen()
      _ = try await Inbox(reader).take(id)
      reader.die()
      let next = try await fixture.reopen()
      #expect(next.recovery.leases == 1)
      #expect(try await Inbox(next).take(id)?.id == id)
      await next.close()
    }
  }

  @Test
  func `the lease of a dead reader returns to a host that was there all the time`() async throws {
    try await withHandoff { fixture in
      let id = try await fixture.storePhoto().id
      let reader = try await fixture.reopen()
      _ = try await Inbox(reader).take()
      #expect(try await fixture.inbox.take() == nil)
      #expect(await failureCode { _ = try await fixture.inbox.take(id) } == .alreadyTaken)
      reader.die()
      let taken = try #require(try await fixture.inbox.take())
      #expect(taken.id == id)
      try await taken.giveBack()
    }
  }

  @Test
  func `naming the attachment that a dead reader had taken takes it`() async throws {
    try await withHandoff { fixture in
      let id = try await fixture.storePhoto().id
      let reader = try await fixture.reopen()
      _ = try await Inbox(reader).take(id)
      reader.die()
      #expect(try await fixture.inbox.take(id)?.id == id)
    }
  }

  @Test
  func `a live reader keeps its lease while others open, sweep and take`() async throws {
    try await withHandoff { fixture in
      let id = try await fixture.storePhoto().id
      let taken = try #require(try await fixture.inbox.take(id))
      let other = try await fixture.reopen()
      #expect(other.recovery.isClean)
      _ = try await Inbox(other).sweep(by: RetentionRule(untakenAge: .zero))
      #expect(try await Inbox(other).take() == nil)
      try await taken.finish()
      await other.close()
    }
  }

  @Test
  func `a lease with a duration outlives its reader, and ends in its time`() async throws {
    try await withHandoff { fixture in
      let id = try await fixture.storePhoto().id
      let reader = try await fixture.reopen()
      let taken = try #require(try await Inbox(reader).take(id, for: .seconds(60)))
      reader.die()
      #expect(try await fixture.inbox.take() == nil)
      let next = try await fixture.reopen()
      #expect(next.recovery.leases == 0)
      try await Inbox(next).finish(id, lease: taken.lease)
      #expect(try fixture.copies().isEmpty)
      await next.close()
    }
  }
}
