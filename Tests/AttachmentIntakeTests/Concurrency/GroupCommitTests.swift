import AttachmentIntake
import IntakeTesting
import Testing

/// P8's groups: many files share one commit, and none waits for the end of a batch.
@Suite(.timeLimit(.minutes(5))) struct GroupCommitTests {
  /// Time stands still, so that a group is due for other reasons only.
  private static func configuration(
    _ clock: ManualClock, _ change: (inout IntakePipeline.Configuration) -> Void = { _ in }
  ) -> IntakePipeline.Configuration {
    .with {
      $0.clock = clock
      $0.loadTimeout = nil
      change(&$0)
    }
  }

  @Test(arguments: [(64, 64, 1), (16, 4, 4), (17, 4, 5), (3, 64, 1), (1, 1, 1), (5, 1, 5)])
  func `files share commits by the count`(_ count: Int, _ group: Int, _ commits: Int) async throws {
    let configuration = Self.configuration(ManualClock()) { $0.groupCount = group }
    try await withPipeline(configuration) { fixture in
      let outcomes = try await fixture.pipeline.ingest(Attachment.photos(count))
      #expect(outcomes.compactMap(\.stored).count == count)
      #expect(fixture.pipeline.counters.commits == commits)
    }
  }

  @Test
  func `files share commits by their bytes`() async throws {
    let configuration = Self.configuration(ManualClock()) {
      $0.groupBytes = .bytes(10_000)
      $0.maximumConcurrentLoads = 1
    }
    try await withPipeline(configuration) { fixture in
      let outcomes = try await fixture.pipeline.ingest(Attachment.photos(9, bytes: 5_000))
      #expect(outcomes.compactMap(\.stored).count == 9)
      #expect(fixture.pipeline.counters.commits == 5)
    }
  }

  @Test(arguments: Durability.allCases)
  func `with durability each, every file has a commit of its own`(
    _ durability: Durability
  ) async throws {
    let configuration = Self.configuration(ManualClock()) { $0.durability = durability }
    try await withPipeline(configuration) { fixture in
      let outcomes = try await fixture.pipeline.ingest(Attachment.photos(12))
      #expect(outcomes.compactMap(\.stored).count == 12)
      #expect(fixture.pipeline.counters.commits == (durability == .each ? 12 : 1))
      #expect(try await fixture.rows().allSatisfy { $0.durability == durability })
    }
  }

  @Test
  func `a group is committed when it has waited long enough, and not before`() async throws {
    let clock = ManualClock()
    try await withPipeline(Self.configuration(clock)) { fixture in
      let gate = Gate()
      let sequence = CountingSequence(Attachment.photos(5)).held(by: gate, at: 3)
      let delivered = Delivered()
      async let summary = fixture.pipeline.ingest(sequence) { delivered.add($0) }
      try await clock.waitForSleepers(1)
      try await eventually { fixture.pipeline.counters.waitingForCommit == 3 }
      clock.advance(by: .milliseconds(49))
      await settle()
      #expect(fixture.pipeline.counters.commits == 0)
      clock.advance(by: .milliseconds(1))
      try await delivered.tally.reaches(3)
      #expect(fixture.pipeline.counters.commits == 1)
      gate.open()
      #expect(try await summary.stored == 5)
    }
  }

  @Test(arguments: [1, 2, 4, 9])
  func `a window that stalls commits what it has, whatever the time`(_ window: Int) async throws {
    let configuration = Self.configuration(ManualClock()) { $0.window = window }
    try await withPipeline(configuration) { fixture in
      let outcomes = try await fixture.pipeline.ingest(Attachment.photos(20))
      #expect(outcomes.compactMap(\.stored).count == 20)
    }
  }

  @Test
  func `a caller that has outcomes to take is no reason to commit`() async throws {
    let configuration = Self.configuration(ManualClock()) {
      $0.window = 4
      $0.maximumConcurrentLoads = 1
    }
    try await withPipeline(configuration) { fixture in
      let (gates, delivered) = ([Gate(), Gate()], Delivered())
      async let summary = fixture.pipeline.ingest(Attachment.photos(20)) { outcome in
        delivered.add(outcome)
        let count = delivered.outcomes.count
        if count <= gates.count { await gates[count - 1].pass() }
      }
      try await gates[0].arrival(of: 1)
      try await eventually { fixture.pipeline.counters.inFlight == 0 }
      #expect(fixture.pipeline.counters.commits == 1)
      gates[0].open()
      // Its place in the window is another's now, which fills the window again; two outcomes are still to be taken.
      try await gates[1].arrival(of: 1)
      try await eventually { fixture.openCopies.count == 1 }
      await settle()
      #expect(fixture.pipeline.counters.commits == 1)
      gates[1].open()
      #expect(try await summary.stored == 20)
    }
  }

  @Test
  func `what is loaded during a commit shares the next one, whoever asks for it`() async throws {
    let gate = Gate()
    try await withPipeline(
      Self.configuration(ManualClock()),
      hooks: .before { if $0 == .recordPending { await gate.pass() } }
    ) { fixture in
      async let first = fixture.pipeline.ingest(Attachment.photos(1))
      try await gate.arrival(of: 1)
      // Each of these ends, and so wants what it has to be committed.
      async let second = fixture.pipeline.ingest(Attachment.photos(1))
      async let third = fixture.pipeline.ingest(Attachment.photos(2))
      async let fourth = fixture.pipeline.ingest(Attachment.photos(3))
      try await eventually { fixture.pipeline.counters.waitingForCommit == 6 }
      gate.open()
      let outcomes = try await first + second + third + fourth
      #expect(outcomes.compactMap(\.stored).count == 7)
      #expect(fixture.pipeline.counters.commits == 2)
    }
  }

  @Test
  func `a window that stalls on a refused one commits what it has`() async throws {
    let configuration = Self.configuration(ManualClock()) { $0.window = 3 }
    try await withPipeline(configuration) { fixture in
      let gate = Gate()
      let bad = Attachment(ScriptedSource("public.jpeg", .empty, delivery: .data, gate: gate))
      let good = Attachment.photos(8)
      async let summary = fixture.pipeline.ingest(
        good[..<2] + [bad] + good[2...], options: BatchOptions(order: .asGiven)
      ) { _ in }
      try await gate.arrival(of: 1)
      await settle()
      gate.open()
      #expect(try await summary.stored == 8)
    }
  }

  @Test
  func `two batches share a group, and the end of one commits it for both`() async throws {
    let clock = ManualClock()
    try await withPipeline(Self.configuration(clock)) { fixture in
      let gate = Gate()
      let sequence = CountingSequence(Attachment.photos(4)).held(by: gate, at: 3)
      let delivered = Delivered()
      async let first = fixture.pipeline.ingest(sequence) { delivered.add($0) }
      try await eventually { fixture.pipeline.counters.waitingForCommit == 3 }
      let second = try await fixture.pipeline.ingest(Attachment.photos(2))
      #expect(second.compactMap(\.stored).count == 2)
      try await delivered.tally.reaches(3)
      #expect(fixture.pipeline.counters.commits == 1)
      gate.open()
      #expect(try await first.stored == 4)
      #expect(fixture.pipeline.counters.commits == 2)
    }
  }

  @Test
  func `a batch that is cancelled takes its own out of a shared group, and no others`()
    async throws
  {
    let clock = ManualClock()
    try await withPipeline(Self.configuration(clock)) { fixture in
      let (gates, delivered) = ([Gate(), Gate()], Delivered())
      let cancelled = CountingSequence(Attachment.photos(3)).held(by: gates[0], at: 2)
      let kept = CountingSequence(Attachment.photos(4)).held(by: gates[1], at: 3)
      let first = Task { try await fixture.pipeline.ingest(cancelled) { _ in } }
      try await eventually { fixture.pipeline.counters.waitingForCommit == 2 }
      async let second = fixture.pipeline.ingest(kept) { delivered.add($0) }
      try await eventually { fixture.pipeline.counters.waitingForCommit == 5 }
      first.cancel()
      await #expect(throws: CancellationError.self) { try await first.value }
      // Who opened the group has gone, and nobody else would close it in time.
      clock.advance(by: .milliseconds(50))
      try await delivered.tally.reaches(3)
      #expect(try await fixture.rows().count == 3)
      gates[1].open()
      #expect(try await second.stored == 4)
      try await fixture.expectSettled(stored: 4)
    }
  }
}
