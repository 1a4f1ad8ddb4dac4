import AttachmentIntake
import IntakeTesting
import Testing

/// P6 from the complete copy on: what waits for its group is undone, what is being committed completes.
@Suite(.timeLimit(.minutes(5))) struct CommitCancellationTests {
  @Test
  func `copies that wait for their group are dropped`() async throws {
    let clock = ManualClock()
    let configuration = IntakePipeline.Configuration.with {
      $0.clock = clock
      $0.loadTimeout = nil
    }
    try await withPipeline(configuration) { fixture in
      let gate = Gate()
      let sequence = CountingSequence(Attachment.photos(4)).held(by: gate, at: 3)
      let delivered = try await fixture.ingestCancelled(sequence) {
        try await clock.waitForSleepers(1)
        try await eventually { fixture.pipeline.counters.waitingForCommit == 3 }
        #expect(fixture.pipeline.counters.diskGranted == .bytes(15_000))
      }
      #expect(delivered.isEmpty)
      #expect(fixture.pipeline.counters.commits == 0)
      try await fixture.expectSettled(stored: 0)
    }
  }

  @Test
  func `a group whose commit has begun completes and is reported`() async throws {
    let gate = Gate()
    let configuration = IntakePipeline.Configuration.with {
      $0.groupCount = 3
      $0.groupDelay = .seconds(60)
    }
    try await withPipeline(
      configuration, hooks: .before { if $0 == .markStored { await gate.pass() } }
    ) { fixture in
      let end = Gate()
      let sequence = CountingSequence(Attachment.photos(5)).held(by: end, at: 4)
      let delivered = try await fixture.ingestCancelled(sequence) {
        try await gate.arrival(of: 1)
        try await end.arrival(of: 1)
      } then: {
        gate.open()
      }
      #expect(delivered.compactMap(\.stored).count == 3)
      #expect(delivered.count == 3)
      try await fixture.expectSettled(stored: 3)
    }
  }

  @Test
  func `groups that are due behind one in commit are dropped when everything is pulled`()
    async throws
  {
    let gate = Gate()
    let configuration = IntakePipeline.Configuration.with {
      $0.groupCount = 2
      $0.groupDelay = .seconds(60)
      // Time stands still, so that no group is due before it is full.
      $0.clock = ManualClock()
      $0.loadTimeout = nil
    }
    try await withPipeline(
      configuration, hooks: .before { if $0 == .recordPending { await gate.pass() } }
    ) { fixture in
      let sequence = CountingSequence(Attachment.photos(5))
      let delivered = try await fixture.ingestCancelled(sequence) {
        try await gate.arrival(of: 1)
        try await sequence.pulls.reaches(6)
        try await eventually { fixture.pipeline.counters.waitingForCommit == 3 }
        #expect(fixture.pipeline.counters.diskGranted == .bytes(25_000))
        // Time for the workers to end, so that only the commits are left.
        for _ in 0..<100 { await Task(executorPreference: BlockingExecutor.shared) {}.value }
      } then: {
        gate.open()
      }
      #expect(delivered.compactMap(\.stored).count == 2)
      #expect(delivered.count == 2)
      try await fixture.expectSettled(stored: 2)
    }
  }

  @Test
  func `a cancelled batch whose sequence does not notice holds no other batch up`() async throws {
    let configuration = IntakePipeline.Configuration.with {
      // Time stands still, so that nothing is due by time.
      $0.clock = ManualClock()
      $0.loadTimeout = nil
    }
    try await withPipeline(configuration) { fixture in
      let (deaf, gate, delivered) = (Gate(), Gate(), Delivered())
      let cancelled = DeafSequence(Attachment.photos(2), then: deaf)
      let first = Task { try await fixture.pipeline.ingest(cancelled) { _ in } }
      try await eventually { fixture.pipeline.counters.waitingForCommit == 2 }
      try await deaf.arrival(of: 1)
      let kept = CountingSequence(Attachment.photos(3)).held(by: gate, at: 2)
      async let second = fixture.pipeline.ingest(kept) { delivered.add($0) }
      try await eventually { fixture.pipeline.counters.waitingForCommit == 4 }
      await settle()
      #expect(delivered.outcomes.isEmpty)
      first.cancel()
      try await delivered.tally.reaches(2)
      // The one that was cancelled still waits for its sequence, and holds nothing any more.
      #expect(fixture.openCopies == [])
      #expect(fixture.pipeline.counters.inFlight == 0)
      gate.open()
      #expect(try await second.stored == 3)
      deaf.open()
      await #expect(throws: CancellationError.self) { try await first.value }
      try await fixture.expectSettled(stored: 3)
    }
  }

  @Test
  func `a consumer that gives up keeps what it saw and nothing else`() async throws {
    struct Enough: Error {}
    try await withPipeline(
      .with {
        $0.groupCount = 4
        $0.groupDelay = .seconds(60)
      }
    ) { fixture in
      let delivered = Delivered()
      await #expect(throws: Enough.self) {
        try await fixture.pipeline.ingest(Attachment.photos(40)) { outcome in
          delivered.add(outcome)
          if delivered.outcomes.count == 3 { throw Enough() }
        }
      }
      #expect(delivered.outcomes.count == 3)
      try await fixture.expectSettled(stored: 3)
      #expect(
        Set(try await fixture.rows().map(\.id)) == Set(delivered.outcomes.compactMap(\.stored?.id)))
    }
  }

  @Test(arguments: [OutcomeOrder.asCompleted, .asGiven])
  func `a consumer in hand is waited for and gets what was committed`(
    _ order: OutcomeOrder
  ) async throws {
    try await withPipeline(.with { $0.window = 8 }) { fixture in
      let (inHand, gate) = (Tally(), Gate())
      let sequence = CountingSequence(Attachment.photos(40))
      let delivered = try await fixture.ingestCancelled(
        sequence, options: BatchOptions(order: order),
        each: { _ in
          inHand.add()
          await gate.pass()
        },
        when: {
          try await inHand.reaches(1)
          // The window is full of finished ones.
          try await eventually { fixture.pipeline.counters.inFlight == 0 }
        }, then: { gate.open() })
      #expect(sequence.delivered.count <= 9)
      #expect(delivered.compactMap(\.stored).count == delivered.count)
      try await fixture.expectSettled(stored: delivered.count)
    }
  }

  @Test
  func `a consumer that is cancelled in its wait keeps what it saw`() async throws {
    try await withPipeline { fixture in
      let gate = Gate()
      let delivered = try await fixture.ingestCancelled(
        CountingSequence(Attachment.photos(40)), each: { _ in try await gate.wait() },
        when: { try await gate.arrival(of: 1) })
      #expect(delivered.count == 1)
      try await fixture.expectSettled(stored: 1)
    }
  }

  @Test
  func `a sequence that ends because it was cancelled is a cancelled batch`() async throws {
    try await withPipeline { fixture in
      // AsyncStream ends when its reader is cancelled, and does not say why.
      let (stream, continuation) = AsyncStream<Attachment>.makeStream()
      for photo in Attachment.photos(3) { continuation.yield(photo) }
      let delivered = Delivered()
      let batch = Task {
        try await fixture.pipeline.ingest(stream) { delivered.add($0) }
      }
      try await delivered.tally.reaches(3)
      batch.cancel()
      await #expect(throws: CancellationError.self) { try await batch.value }
      try await fixture.expectSettled(stored: 3)
    }
  }
}

/// Some attachments, and then a wait at a gate that cancellation does not end.
private struct DeafSequence: AsyncSequence, Sendable {
  let attachments: [Attachment]
  let gate: Gate

  init(_ attachments: [Attachment], then gate: Gate) {
    (self.attachments, self.gate) = (attachments, gate)
  }

  func makeAsyncIterator() -> Iterator { Iterator(sequence: self) }

  struct Iterator: AsyncIteratorProtocol {
    let sequence: DeafSequence
    var index = 0

    mutating func next() async -> Attachment? {
      guard index < sequence.attachments.count else {
        await sequence.gate.pass()
        return nil
      }
      defer { index += 1 }
      return sequence.attachments[index]
    }
  }
}

extension Gate {
  /// Waits like a call that cancellation does not reach.
  func pass() async {
    await Task { try? await self.wait() }.value
  }
}
