import AttachmentIntake
import IntakeModel
import IntakeTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct RemovalRecordTests {
  @Test
  func `each removal is recorded once, newest first, with its reason, size and time`()
    async throws
  {
    try await withHandoff { fixture in
      let ids = try await fixture.store((0..<3).map { .jpeg(bytes: 1_000 + Int($0), seed: $0) })
        .map(\.id)
      try await fixture.inbox.take(ids[0])?.finish()
      fixture.time.advance(by: .seconds(1))
      try await fixture.inbox.discard(ids[1])
      fixture.time.advance(by: .seconds(1))
      _ = try await fixture.inbox.sweep(by: RetentionRule(untakenAge: .zero))
      let removals = try await fixture.inbox.removals()
      #expect(removals.map(\.id) == [ids[2], ids[1], ids[0]])
      #expect(removals.map(\.reason) == [.untaken, .discarded, .read])
      #expect(removals.map(\.size) == [.bytes(1_002), .bytes(1_001), .bytes(1_000)])
      let now = fixture.time.now
      #expect(removals.map(\.removedAt) == [now, now - 1000, now - 2000])
      #expect(try await fixture.inbox.removals(limit: 1).map(\.id) == [ids[2]])
    }
  }

  @Test
  func `of two that discard the same copy one does, and the other is told that it is gone`()
    async throws
  {
    try await withHandoff { fixture in
      let id = try await fixture.storePhoto().id
      let other = try await fixture.reopen()
      try await fixture.inbox.discard(id)
      #expect(await failureCode { try await Inbox(other).discard(id) } == .notFound)
      #expect(try await Inbox(other).removals().count == 1)
      await other.close()
    }
  }
}
