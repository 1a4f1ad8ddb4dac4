import AttachmentIntake
import IntakeTesting
import Testing

/// P5: the source is pulled only when a load can start, and a slow caller holds everything up.
@Suite(.timeLimit(.minutes(5))) struct WindowTests {
  @Test(arguments: [1, 3, 8])
  func `no more loads run at once than the configuration says`(_ width: Int) async throws {
    try await withPipeline(.with { $0.maximumConcurrentLoads = width }) { fixture in
      let gate = Gate()
      let sequence = CountingSequence<Attachment> { index in
        guard index < 20 else { return nil }
        let content = SampleContent.jpeg(bytes: 900, seed: UInt64(index))
        return Attachment(ScriptedSource("public.jpeg", content, gate: gate))
      }
      async let summary = fixture.pipeline.ingest(sequence) { _ in }
      try await gate.arrival(of: width)
      await settle()
      #expect(gate.arrived == width)
      #expect(sequence.pulls.count == width)
      #expect(fixture.pipeline.counters.inFlight == width)
      gate.open()
      #expect(try await summary.stored == 20)
      #expect(sequence.pulls.count == 21)
    }
  }

  @Test(arguments: [1, 5, 16], [OutcomeOrder.asCompleted, .asGiven])
  func `no more are pulled than the window holds while the caller is busy`(
    _ window: Int, _ order: OutcomeOrder
  ) async throws {
    try await withPipeline(.with { $0.window = window }) { fixture in
      let (busy, gates) = (Tally(), (0..<3).map { _ in Gate() })
      let sequence = CountingSequence(Attachment.photos(40))
      async let summary = fixture.pipeline.ingest(
        sequence, options: BatchOptions(order: order)
      ) { _ in
        let number = busy.count
        busy.add()
        if number < gates.count { try await gates[number].wait() }
      }
      for number in gates.indices {
        try await busy.reaches(number + 1)
        // One more for each outcome that was taken.
        try await sequence.delivered.reaches(window + number)
        try await eventually { fixture.pipeline.counters.stored == window + number }
        await settle()
        #expect(sequence.delivered.count == window + number)
        #expect(fixture.pipeline.counters.stored == window + number)
        gates[number].open()
      }
      #expect(try await summary.stored == 40)
    }
  }

  @Test
  func `in the given order a slow first one holds the others within the window`() async throws {
    try await withPipeline(.with { $0.window = 6 }) { fixture in
      let gate = Gate()
      let slow = Attachment(ScriptedSource("public.jpeg", .jpeg(bytes: 900), gate: gate))
      let sequence = CountingSequence([slow] + Attachment.photos(20))
      let delivered = Delivered()
      async let summary = fixture.pipeline.ingest(
        sequence, options: BatchOptions(order: .asGiven)
      ) { delivered.add($0) }
      try await eventually { fixture.pipeline.counters.stored == 5 }
      await settle()
      #expect(sequence.delivered.count == 6)
      #expect(delivered.outcomes.isEmpty)
      gate.open()
      #expect(try await summary.stored == 21)
      #expect(delivered.outcomes.map(\.position) == Array(0..<21))
    }
  }

  @Test
  func `as they complete a slow first one holds nobody`() async throws {
    try await withPipeline(.with { $0.window = 6 }) { fixture in
      let gate = Gate()
      let slow = Attachment(ScriptedSource("public.jpeg", .jpeg(bytes: 900), gate: gate))
      let delivered = Delivered()
      async let summary = fixture.pipeline.ingest([slow] + Attachment.photos(20)) {
        delivered.add($0)
      }
      try await delivered.tally.reaches(20)
      #expect(Set(delivered.outcomes.map(\.position)) == Set(1..<21))
      gate.open()
      #expect(try await summary.stored == 21)
      #expect(delivered.outcomes.last?.position == 0)
    }
  }

  @Test
  func `a batch of nothing ends at once`() async throws {
    try await withPipeline { fixture in
      let none = CountingSequence<Attachment>([])
      let summary = try await fixture.pipeline.ingest(none) { _ in }
      #expect(summary.stored == 0)
      let outcomes = try await fixture.pipeline.ingest([], policy: .allOrNothing)
      #expect(outcomes.isEmpty)
      try await fixture.expectSettled(stored: 0)
    }
  }
}
