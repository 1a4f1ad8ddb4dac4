import AttachmentIntake
import IntakeModel
import IntakeTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct RetentionRuleTests {
  /// Stores `count` copies of 1,000 bytes, reads and finishes each a second after the other, and returns them.
  private func storeAndRead(
    _ count: Int, in fixture: HandoffFixture, keepsCopy: Bool = true
  ) async throws -> [AttachmentID] {
    var ids: [AttachmentID] = []
    for seed in 0..<count {
      let id = try await fixture.storePhoto(bytes: 1_000, seed: UInt64(seed)).id
      let taken = try #require(try await fixture.inbox.take(id))
      try await taken.finish(keepsCopy: keepsCopy)
      fixture.time.advance(by: .seconds(1))
      ids.append(id)
    }
    return ids
  }

  @Test
  func `what a rule keeps after reading stays, can be opened, and can be taken again by its name`()
    async throws
  {
    try await withHandoff { fixture in
      let id = try await storeAndRead(1, in: fixture)[0]
      #expect(try await fixture.inbox.entry(id).state == .finished)
      #expect(try await fixture.inbox.open(id).bytes(limit: .mebibytes(1)).count == 1_000)
      #expect(try await fixture.inbox.take() == nil)
      #expect(try await fixture.inbox.take(id)?.id == id)
      #expect(try await fixture.inbox.sweep(by: RetentionRule()).removed.isEmpty)
    }
  }

  @Test
  func `by age, what was read so long ago goes, and no more`() async throws {
    try await withHandoff { fixture in
      let rule = RetentionRule(age: .seconds(3))
      let ids = try await storeAndRead(5, in: fixture)
      // Read 5, 4, 3, 2 and 1 seconds ago.
      let report = try await fixture.inbox.sweep(by: rule)
      #expect(report.removed.map(\.id) == Array(ids[..<3]))
      #expect(report.removed.allSatisfy { $0.reason == .age })
      #expect(try fixture.copies().count == 2)
    }
  }

  @Test
  func `by count, the last read stay`() async throws {
    try await withHandoff { fixture in
      let rule = RetentionRule(count: 2)
      let ids = try await storeAndRead(5, in: fixture)
      let report = try await fixture.inbox.sweep(by: rule)
      #expect(report.removed.map(\.id) == Array(ids[..<3]))
      #expect(report.removed.allSatisfy { $0.reason == .count })
      #expect(try await fixture.inbox.list().map(\.id) == Array(ids[3...]))
    }
  }

  @Test
  func `by bytes, the last read that fit stay`() async throws {
    try await withHandoff { fixture in
      let rule = RetentionRule(bytes: .bytes(2_999))
      let ids = try await storeAndRead(5, in: fixture)
      let report = try await fixture.inbox.sweep(by: rule)
      #expect(report.removed.map(\.id) == Array(ids[..<3]))
      #expect(report.removed.allSatisfy { $0.reason == .bytes })
      #expect(try await fixture.container.totals().bytes == .bytes(2_000))
    }
  }

  @Test
  func `limits on what was read never touch what nobody has taken`() async throws {
    try await withHandoff { fixture in
      try await fixture.store((0..<10).map { .jpeg(bytes: 1_000, seed: $0) })
      fixture.time.advance(by: .seconds(1_000_000))
      let rule = RetentionRule(age: .zero, bytes: .zero, count: 0, untakenAge: nil)
      #expect(try await fixture.inbox.sweep(by: rule).removed.isEmpty)
      #expect(try fixture.copies().count == 10)
    }
  }

  @Test
  func `what nobody took goes by its own age, also after it was given back`() async throws {
    try await withHandoff { fixture in
      let ids = try await fixture.store((0..<3).map { .jpeg(bytes: 1_000, seed: $0) }).map(\.id)
      fixture.time.advance(by: .seconds(59))
      try await fixture.inbox.take(ids[0])?.giveBack()
      let rule = RetentionRule(untakenAge: .seconds(60))
      #expect(try await fixture.inbox.sweep(by: rule).removed.isEmpty)
      fixture.time.advance(by: .seconds(1))
      let kept = try await fixture.storePhoto(seed: 7).id
      let report = try await fixture.inbox.sweep(by: rule)
      #expect(Set(report.removed.map(\.id)) == Set(ids))
      #expect(report.removed.allSatisfy { $0.reason == .untaken })
      #expect(try await fixture.inbox.list().map(\.id) == [kept])
    }
  }

  @Test
  func `a sweep leaves what is taken, however old`() async throws {
    try await withHandoff { fixture in
      try await fixture.storePhoto()
      let taken = try #require(try await fixture.inbox.take())
      fixture.time.advance(by: .seconds(1_000_000))
      let rule = RetentionRule(age: .zero, count: 0, untakenAge: .zero)
      #expect(try await fixture.inbox.sweep(by: rule).removed.isEmpty)
      #expect(try await taken.open().bytes(limit: .mebibytes(1)).count == 5_000)
      try await taken.finish()
    }
  }

  @Test
  func `a dry run says what would go, and removes nothing`() async throws {
    try await withHandoff { fixture in
      let ids = try await fixture.store((0..<3).map { .jpeg(bytes: 1_000, seed: $0) }).map(\.id)
      let rule = RetentionRule(untakenAge: .zero)
      let trial = try await fixture.inbox.sweep(by: rule, dryRun: true)
      #expect(Set(trial.removed.map(\.id)) == Set(ids))
      #expect(try fixture.copies().count == 3)
      #expect(try await fixture.inbox.removals().isEmpty)
      let report = try await fixture.inbox.sweep(by: rule)
      #expect(Set(report.removed) == Set(trial.removed))
    }
  }

  @Test
  func `more than one page of a sweep goes in one call`() async throws {
    try await withHandoff { fixture in
      try await fixture.store((0..<600).map { .jpeg(bytes: 100, seed: $0) }, durability: .none)
      let report = try await fixture.inbox.sweep(by: RetentionRule(untakenAge: .zero))
      #expect(report.removed.count == 600)
      #expect(try fixture.copies().isEmpty)
      #expect(try await fixture.container.totals() == ContainerTotals())
    }
  }
}
