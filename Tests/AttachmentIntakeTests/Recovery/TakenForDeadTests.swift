import AttachmentIntake
import Foundation
import IntakeModel
import IntakeTesting
import Testing

/// An owner that lives, and whose owner file was cleaned away: whoever recovers takes it for dead (P8).
@Suite(.timeLimit(.minutes(5))) struct TakenForDeadTests {
  /// Where the owner is in its commit when it is taken for dead.
  enum Moment: CaseIterable {
    case beforeNames, afterNames, beforeReveal

    /// The copies that have names by then.
    var named: Int { self == .beforeNames ? 0 : 5 }
  }

  /// Holds a commit at a moment.
  private func hooks(_ moment: Moment, _ gate: Gate) -> HookedCatalog.Hooks {
    switch moment {
    case .beforeNames: .after { if $0 == .recordPending { try await gate.wait() } }
    case .afterNames: .before { if $0 == .markStored { try await gate.wait() } }
    case .beforeReveal: .before { if $0 == .reveal { try await gate.wait() } }
    }
  }

  private func removeOwnerFile(_ fixture: PipelineFixture) throws {
    try FileManager.default.removeItem(
      atPath: fixture.folder.path(of: "container/owners/\(fixture.container.store.owner)"))
  }

  @Test(arguments: [Moment.beforeNames, .afterNames], [Durability.group, .none])
  func `what was recovered under its hands is refused, and leaves neither file nor row`(
    moment: Moment, durability: Durability
  ) async throws {
    let gate = Gate()
    let configuration = IntakePipeline.Configuration.with {
      $0.durability = durability
      $0.groupCount = 5
      $0.groupDelay = .seconds(60)
    }
    try await withPipeline(configuration, hooks: hooks(moment, gate)) { fixture in
      async let ingested = fixture.pipeline.ingest(Attachment.photos(5))
      try await gate.arrival(of: 1)
      #expect(try fixture.copies().count == moment.named)
      try removeOwnerFile(fixture)
      let other = try await SharedContainer.open(at: fixture.folder.path(of: "container"))
      #expect(other.recovery.unfinished == 5)
      #expect(try fixture.copies().isEmpty)
      gate.open()
      let outcomes = try await ingested
      #expect(outcomes.compactMap(\.refusal?.code) == Array(repeating: .catalogFailed, count: 5))
      #expect(outcomes.allSatisfy { $0.refusal?.message.contains("for dead") == true })
      try await fixture.expectSettled(stored: 0)
      #expect(try await Inbox(other).sweep(by: RetentionRule()).recovery.isClean)

      // It is seen to be alive again, and goes on as before.
      #expect(
        try await fixture.pipeline.ingest(Attachment.photos(5)).compactMap(\.stored).count == 5)
      let owner = fixture.container.store.owner
      #expect(try await other.store.deadOwners(among: [owner]).isEmpty)
      await other.close()
      try await fixture.expectSettled(stored: 5)
    }
  }

  @Test
  func `a hidden batch that was recovered under its hands is not revealed in part`() async throws {
    let gate = Gate()
    try await withPipeline(hooks: hooks(.beforeReveal, gate)) { fixture in
      let batch = Task {
        try await fixture.pipeline.ingest(Attachment.photos(5), policy: .allOrNothing)
      }
      try await gate.arrival(of: 1)
      #expect(try fixture.copies().count == 5)
      let hidden = try await fixture.container.catalog.records(
        in: [.hidden], batch: nil, after: nil, limit: 10)
      // One page of the other's recovery.
      let claimed = try await fixture.container.catalog.claimUnfinished(
        of: [fixture.container.store.owner], limit: 2)
      #expect(claimed.count == 2 && hidden.count == 5)
      gate.open()
      let error = await #expect(throws: IntakeError.self) { try await batch.value }
      #expect(error?.code == .catalogFailed)
      #expect(error?.message.contains("for dead") == true)
      #expect(try await fixture.inbox.list().isEmpty)
      try await fixture.container.store.remove(claimed.map(\.storedName), durable: false)
      try await fixture.container.catalog.forget(claimed.map(\.id), durability: .none)
      try await fixture.expectRowsAndCopies(0)
    }
  }

  @Test
  func `recoveries in turn with commits lose no copy that was reported`() async throws {
    try await withPipeline(
      .with {
        $0.groupCount = 3
        $0.groupDelay = .seconds(60)
      }
    ) { fixture in
      let path = fixture.folder.path(of: "container")
      let done = Gate()
      // Also where something throws, since leaving this scope waits for the other task.
      defer { done.open() }
      async let disturbing: Void = {
        while !done.isOpen {
          try? removeOwnerFile(fixture)
          await (try await SharedContainer.open(at: path)).close()
        }
      }()
      var stored: Set<AttachmentID> = []
      for _ in 0..<20 {
        for outcome in try await fixture.pipeline.ingest(Attachment.photos(6, bytes: 200)) {
          if let id = outcome.stored?.id { stored.insert(id) }
        }
      }
      done.open()
      try await disturbing
      _ = try await fixture.inbox.sweep(by: RetentionRule())
      #expect(Set(try await fixture.rows().map(\.id)) == stored)
      try await fixture.expectRowsAndCopies(stored.count)
    }
  }
}

extension PipelineFixture {
  /// Expects that each row has its file, and each file its row.
  fileprivate func expectRowsAndCopies(_ count: Int) async throws {
    let rows = try await container.catalog.records(
      in: Set(CatalogRecord.State.allCases), batch: nil, after: nil, limit: 10_000)
    #expect(rows.count == count)
    #expect(Set(rows.map { "container/attachments/\($0.storedName)" }) == Set(try copies()))
  }
}
