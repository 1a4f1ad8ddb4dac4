import AttachmentIntake
import IntakeTesting
import Testing

/// P5 over all batches: any number of calls at once opens no more copies than there are places.
@Suite(.timeLimit(.minutes(5))) struct OpenCopiesTests {
  private static func configuration(
    _ places: Int, _ change: (inout IntakePipeline.Configuration) -> Void = { _ in }
  ) -> IntakePipeline.Configuration {
    .with {
      $0.maximumOpenCopies = places
      // Time stands still, so that no group is due by time.
      $0.clock = ManualClock()
      $0.loadTimeout = nil
      change(&$0)
    }
  }

  private static func uploads(_ count: Int, heldBy gate: Gate) -> [Attachment] {
    (0..<count).map { index in
      Attachment(
        chunks: ChunkSource(.jpeg(bytes: 9_000, seed: UInt64(index)), chunk: 4_000)
          .held(by: gate, at: 1), type: "public.jpeg")
    }
  }

  @Test(arguments: [1, 4, 30])
  func `slow uploads in calls of their own start as far as there are places, and all end`(
    _ places: Int
  ) async throws {
    try await withPipeline(Self.configuration(places)) { fixture in
      let gate = Gate()
      try await withThrowingTaskGroup(of: Outcome.self) { calls in
        for upload in Self.uploads(30, heldBy: gate) {
          calls.addTask { try await fixture.pipeline.ingest(upload) }
        }
        try await gate.arrival(of: places)
        try await eventually { fixture.pipeline.counters.waitingForDescriptors == 30 - places }
        await settle()
        #expect(gate.arrived == places)
        #expect(fixture.openCopies.count == places)
        gate.open()
        for try await outcome in calls { #expect(outcome.stored != nil) }
      }
      try await fixture.expectSettled(stored: 30)
    }
  }

  @Test
  func `a call that is cancelled while it waits for a place ends at once`() async throws {
    try await withPipeline(Self.configuration(1)) { fixture in
      let gate = Gate()
      let uploads = Self.uploads(3, heldBy: gate)
      async let first = fixture.pipeline.ingest(uploads[0])
      try await gate.arrival(of: 1)
      let second = Task { try await fixture.pipeline.ingest(uploads[1]) }
      try await eventually { fixture.pipeline.counters.waitingForDescriptors == 1 }
      async let third = fixture.pipeline.ingest(uploads[2])
      try await eventually { fixture.pipeline.counters.waitingForDescriptors == 2 }
      second.cancel()
      await #expect(throws: CancellationError.self) { try await second.value }
      #expect(fixture.pipeline.counters.waitingForDescriptors == 1)
      gate.open()
      #expect(try await first.stored != nil)
      #expect(try await third.stored != nil)
      try await fixture.expectSettled(stored: 2)
    }
  }

  @Test(arguments: [1, 2, 3, 5], BatchPolicy.allCases)
  func `copies that wait for their group make room by their commit`(
    _ places: Int, _ policy: BatchPolicy
  ) async throws {
    try await withPipeline(Self.configuration(places)) { fixture in
      let outcomes = try await fixture.pipeline.ingest(Attachment.photos(20), policy: policy)
      #expect(outcomes.compactMap(\.stored).count == 20)
      try await fixture.expectSettled(stored: 20)
    }
  }

  @Test
  func `copies of a batch that waits for its sequence make room for another batch`() async throws {
    try await withPipeline(Self.configuration(3)) { fixture in
      let (loads, source, delivered) = (Gate(), Gate(), Delivered())
      let sequence = CountingSequence(Self.uploads(4, heldBy: loads)).held(by: source, at: 3)
      async let first = fixture.pipeline.ingest(sequence) { delivered.add($0) }
      // Now they have all places, and the other batch finds none before they are committed.
      try await loads.arrival(of: 3)
      loads.open()
      let outcome = try await fixture.pipeline.ingest(Attachment.photos(1)[0])
      #expect(outcome.stored != nil)
      try await delivered.tally.reaches(3)
      source.open()
      #expect(try await first.stored == 4)
      try await fixture.expectSettled(stored: 5)
    }
  }

  @Test
  func `places come back whatever becomes of a copy`() async throws {
    try await withPipeline(Self.configuration(2) { $0.maximumCount = 6 }) { fixture in
      let bad = Attachment(bytes: [], type: "public.jpeg")
      for _ in 0..<3 {
        let outcomes = try await fixture.pipeline.ingest(
          [bad] + Attachment.photos(4) + [bad] + Attachment.photos(3))
        #expect(outcomes.compactMap(\.stored).count == 4)
      }
      let gate = Gate()
      let sequence = CountingSequence(Self.uploads(4, heldBy: gate))
      _ = try await fixture.ingestCancelled(sequence) { try await gate.arrival(of: 2) }
      try await fixture.expectSettled(stored: 12)
      let outcomes = try await fixture.pipeline.ingest(Attachment.photos(6), policy: .allOrNothing)
      #expect(outcomes.compactMap(\.stored).count == 6)
    }
  }
}
