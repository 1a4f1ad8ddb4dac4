import AttachmentIntake
import IntakeModel
import IntakeTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct LeaseTests {
  @Test
  func `taking without an identifier takes what has been available longest`() async throws {
    try await withHandoff { fixture in
      var ids: [AttachmentID] = []
      for seed in 0..<3 {
        ids.append(try await fixture.storePhoto(seed: UInt64(seed)).id)
        fixture.time.advance(by: .seconds(1))
      }
      for id in ids { #expect(try await fixture.inbox.take()?.id == id) }
      #expect(try await fixture.inbox.take() == nil)
    }
  }

  @Test
  func `finishing removes the copy, the row and the bytes, and records that it was read`()
    async throws
  {
    try await withHandoff { fixture in
      let id = try await fixture.storePhoto().id
      let taken = try #require(try await fixture.inbox.take(id))
      try await taken.finish()
      #expect(try await fixture.inbox.list().isEmpty)
      #expect(try fixture.copies().isEmpty)
      #expect(try await fixture.container.totals() == ContainerTotals())
      #expect(try await fixture.inbox.removals().map(\.reason) == [.read])
    }
  }

  @Test
  func `what is given back is available again, and goes to the end of the queue`() async throws {
    try await withHandoff { fixture in
      let first = try await fixture.storePhoto(seed: 1).id
      fixture.time.advance(by: .seconds(1))
      let second = try await fixture.storePhoto(seed: 2).id
      fixture.time.advance(by: .seconds(1))
      let taken = try #require(try await fixture.inbox.take(first))
      try await taken.giveBack()
      #expect(try await fixture.inbox.entry(first).state == .available)
      #expect(try await fixture.inbox.take()?.id == second)
      #expect(try await fixture.inbox.take()?.id == first)
    }
  }

  @Test
  func `what is taken cannot be taken again or discarded, and can be opened`() async throws {
    try await withHandoff { fixture in
      let id = try await fixture.storePhoto().id
      _ = try await fixture.inbox.take(id)
      #expect(await failureCode { _ = try await fixture.inbox.take(id) } == .alreadyTaken)
      #expect(await failureCode { try await fixture.inbox.discard(id) } == .alreadyTaken)
      #expect(try await fixture.inbox.take() == nil)
      #expect(try await fixture.inbox.open(id).bytes(limit: .mebibytes(1)).count == 5_000)
    }
  }

  @Test
  func `ending a lease twice, or with another's, is a lost lease`() async throws {
    try await withHandoff { fixture in
      let id = try await fixture.storePhoto().id
      let taken = try #require(try await fixture.inbox.take(id))
      let other = LeaseID(milliseconds: 0)
      #expect(
        await failureCode { try await fixture.inbox.finish(id, lease: other) } == .leaseLost)
      #expect(
        await failureCode { try await fixture.inbox.giveBack(id, lease: other) } == .leaseLost)
      try await taken.giveBack()
      #expect(await failureCode { try await taken.giveBack() } == .leaseLost)
      #expect(await failureCode { try await taken.finish() } == .leaseLost)
      #expect(try fixture.copies().count == 1)
    }
  }

  @Test
  func `who holds the lease may discard, and nobody with another lease`() async throws {
    try await withHandoff { fixture in
      let id = try await fixture.storePhoto().id
      let taken = try #require(try await fixture.inbox.take(id))
      let other = LeaseID(milliseconds: 0)
      #expect(
        await failureCode { try await fixture.inbox.discard(id, lease: other) } == .leaseLost)
      try await fixture.inbox.discard(id, lease: taken.lease)
      #expect(try fixture.copies().isEmpty)
      #expect(try await fixture.inbox.removals().map(\.reason) == [.discarded])
    }
  }

  @Test
  func `a lease with a duration ends by itself, and then its holder has lost it`() async throws {
    try await withHandoff { fixture in
      let id = try await fixture.storePhoto().id
      let taken = try #require(try await fixture.inbox.take(id, for: .seconds(60)))
      fixture.time.advance(by: .seconds(59))
      #expect(await failureCode { _ = try await fixture.inbox.take(id) } == .alreadyTaken)
      fixture.time.advance(by: .seconds(1))
      #expect(await failureCode { try await taken.finish() } == .leaseLost)
      let next = try #require(try await fixture.inbox.take())
      #expect(next.id == id)
      #expect(await failureCode { try await taken.giveBack() } == .leaseLost)
      try await next.finish()
    }
  }

  @Test
  func `of many takers of one attachment, in two containers, exactly one gets it`() async throws {
    try await withHandoff { fixture in
      let id = try await fixture.storePhoto().id
      let other = try await fixture.reopen()
      let inboxes = [fixture.inbox, Inbox(other)]
      let winners = try await withThrowingTaskGroup(of: Bool.self) { group in
        for index in 0..<40 {
          group.addTask {
            do {
              return try await inboxes[index % 2].take(id) != nil
            } catch let error as IntakeError where error.code == .alreadyTaken {
              return false
            }
          }
        }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(winners == 1)
      await other.close()
    }
  }

  @Test
  func `many takers in two containers share what there is, and none gets what another has`()
    async throws
  {
    try await withHandoff { fixture in
      let stored = try await fixture.store((0..<30).map { .jpeg(bytes: 500, seed: $0) })
      let other = try await fixture.reopen()
      let inboxes = [fixture.inbox, Inbox(other)]
      let taken = try await withThrowingTaskGroup(of: AttachmentID?.self) { group in
        for index in 0..<60 { group.addTask { try await inboxes[index % 2].take()?.id } }
        return try await group.reduce(into: [AttachmentID]()) { if let id = $1 { $0.append(id) } }
      }
      #expect(taken.sorted() == stored.map(\.id).sorted())
      await other.close()
    }
  }
}
