import AttachmentIntake
import IntakeModel
import IntakeTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct InboxListingTests {
  @Test(arguments: [1, 7, 100])
  func `pages join to everything that was handed over, each once, in the order of time`(
    size: Int
  ) async throws {
    try await withHandoff { fixture in
      let stored = try await fixture.store((0..<50).map { .jpeg(bytes: 1_000, seed: $0) })
      var rows: [CatalogRecord] = []
      while true {
        let page = try await fixture.inbox.list(after: rows.last, limit: size)
        if page.isEmpty { break }
        #expect(page.count <= size)
        rows += page
      }
      #expect(rows.map(\.id) == stored.map(\.id).sorted())
    }
  }

  @Test(arguments: [CatalogRecord.State.pending, .hidden])
  func `what was not handed over is not listed, opened, taken or discarded`(
    state: CatalogRecord.State
  ) async throws {
    try await withHandoff { fixture in
      let inbox = fixture.inbox
      let id = try await fixture.recordUnfinished(as: state).id
      #expect(try await inbox.list().isEmpty)
      #expect(try await inbox.list(in: [state]).isEmpty)
      #expect(await failureCode { _ = try await inbox.entry(id) } == .notFound)
      #expect(await failureCode { _ = try await inbox.open(id) } == .notFound)
      #expect(await failureCode { _ = try await inbox.take(id) } == .notFound)
      #expect(await failureCode { try await inbox.discard(id) } == .notFound)
      #expect(try await inbox.take() == nil)
      #expect(try await fixture.container.catalog.record(id)?.state == state)
    }
  }

  @Test
  func `an identifier that was never handed over is not found, by any call`() async throws {
    try await withHandoff { fixture in
      let inbox = fixture.inbox
      let id = AttachmentID(milliseconds: 0)
      let lease = LeaseID(milliseconds: 0)
      #expect(await failureCode { _ = try await inbox.entry(id) } == .notFound)
      #expect(await failureCode { _ = try await inbox.open(id) } == .notFound)
      #expect(await failureCode { _ = try await inbox.take(id) } == .notFound)
      #expect(await failureCode { try await inbox.finish(id, lease: lease) } == .notFound)
      #expect(await failureCode { try await inbox.giveBack(id, lease: lease) } == .notFound)
      #expect(await failureCode { try await inbox.discard(id) } == .notFound)
    }
  }

  @Test(
    arguments: [
      "", "..", "../../etc/passwd", "0190163d-8694-739b-aea5-966c26f8ad91/../x",
      "/0190163d-8694-739b-aea5-966c26f8ad91", "0190163d-8694-739b-aea5-966c26f8ad91\0",
      "0190163d-8694-739b-aea5-966c26f8ad91.jpeg", "{190163d-8694-739b-aea5-966c26f8ad9}",
      "０190163d-8694-739b-aea5-966c26f8ad91", " 190163d-8694-739b-aea5-966c26f8ad91",
    ])
  func `nothing but a UUID is an identifier`(text: String) {
    #expect(AttachmentID(text) == nil)
  }

  @Test
  func `a second share in the same process joins the first, and neither removes the other`()
    async throws
  {
    try await withHandoff { fixture in
      let first = try await fixture.storePhoto(seed: 1)
      let second = try await fixture.storePhoto(seed: 2)
      #expect(try await fixture.inbox.list().map(\.id) == [first.id, second.id].sorted())
      let another = try await fixture.reopen()
      #expect(another.recovery.isClean)
      #expect(try await Inbox(another).list().count == 2)
      await another.close()
    }
  }
}
