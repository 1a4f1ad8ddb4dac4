import AttachmentIntake
import IntakeTesting
import Synchronization
import Testing

/// A load that makes no progress ends by itself, and harms nobody afterwards.
@Suite(.timeLimit(.minutes(5))) struct TimeoutTests {
  private static func configuration(_ clock: ManualClock) -> IntakePipeline.Configuration {
    .with {
      $0.clock = clock
      $0.loadTimeout = .seconds(60)
      $0.durability = .each
    }
  }

  @Test
  func `a provider that never calls back is timed out, and the others are stored`() async throws {
    let clock = ManualClock()
    try await withPipeline(Self.configuration(clock)) { fixture in
      let silent = ScriptedProvider(name: "a", [.init("public.jpeg", .nothing, when: .never)])
      let delivered = Delivered()
      async let summary = fixture.pipeline.ingest([Attachment(silent)] + Attachment.photos(5)) {
        delivered.add($0)
      }
      try await delivered.tally.reaches(5)
      try await clock.waitForSleepers(1)
      clock.advance(by: .seconds(59))
      try await clock.waitForSleepers(1)
      #expect(fixture.pipeline.counters.inFlight == 1)
      clock.advance(by: .seconds(1))
      #expect(try await summary.refusals == [.loadTimedOut: 1])
      #expect(try await summary.stored == 5)
      #expect(silent.cancellations.count == 1)
      #expect(delivered.outcomes.last?.refusal?.stage == .loading)
      try await fixture.expectSettled(stored: 5)
    }
  }

  /// A clock that calls a test back, once, when it is asked for the time.
  private final class AskedClock: Clock {
    let clock = ManualClock()
    let whenAsked = Mutex<(@Sendable () -> Void)?>(nil)

    var now: ManualClock.Instant {
      whenAsked.withLock { $0.take() }?()
      return clock.now
    }

    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
      try await clock.sleep(until: deadline, tolerance: tolerance)
    }
  }

  /// One chunk, when it is let go, and the end after it.
  private struct OneChunk: AsyncSequence, AsyncIteratorProtocol {
    let content: [UInt8]
    let start = Gate()
    /// Whether the chunk was taken.
    let taken = Gate()
    let end = Gate()
    private var isFirst = true

    init(_ content: [UInt8]) { self.content = content }

    func makeAsyncIterator() -> Self { self }

    mutating func next() async throws -> [UInt8]? {
      if isFirst {
        isFirst = false
        try await start.wait()
        return content
      }
      taken.open()
      try await end.wait()
      return nil
    }
  }

  @Test
  func `what arrives while the time is read is no timeout`() async throws {
    let clock = AskedClock()
    let settings = IntakePipeline.Configuration.with {
      $0.clock = clock
      $0.loadTimeout = .seconds(60)
    }
    try await withPipeline(settings) { fixture in
      let chunks = OneChunk(SampleContent.jpeg(bytes: 9_000).bytes)
      async let outcomes = fixture.pipeline.ingest([
        Attachment(chunks: chunks, type: "public.jpeg")
      ])
      try await clock.clock.waitForSleepers(1)
      try await chunks.start.arrival(of: 1)
      clock.whenAsked.withLock { action in
        action = {
          chunks.start.open()
          chunks.taken.waitBlocking()
        }
      }
      clock.clock.advance(by: .seconds(60))
      try await chunks.taken.wait()
      chunks.end.open()
      #expect(try await outcomes[0].stored != nil)
    }
  }

  @Test
  func `a callback that comes after the timeout delivers nothing`() async throws {
    let clock = ManualClock()
    try await withPipeline(Self.configuration(clock)) { fixture in
      let gate = Gate()
      let late = ScriptedProvider([
        .init("public.jpeg", .file(.jpeg(bytes: 9_000)), when: .afterGate(gate))
      ])
      async let outcomes = fixture.pipeline.ingest([Attachment(late)])
      try await clock.waitForSleepers(1)
      try await gate.arrival(of: 1)
      clock.advance(by: .seconds(60))
      #expect(try await outcomes[0].refusal?.code == .loadTimedOut)
      gate.open()
      try await late.callbacks.reaches(1)
      #expect(late.remainingFiles == 0)
      try await fixture.expectSettled(stored: 0)
    }
  }

  @Test
  func `the next candidate is tried after a timeout`() async throws {
    let clock = ManualClock()
    try await withPipeline(Self.configuration(clock)) { fixture in
      let provider = ScriptedProvider([
        .init("public.heic", .nothing, when: .never),
        .init("public.jpeg", .file(.jpeg(bytes: 9_000))),
      ])
      async let outcomes = fixture.pipeline.ingest([Attachment(provider)])
      try await clock.waitForSleepers(1)
      clock.advance(by: .seconds(60))
      let outcome = try await outcomes[0]
      #expect(outcome.stored?.declaredType == "public.jpeg")
      #expect(outcome.trail.map(\.error.code) == [.loadTimedOut])
      #expect(outcome.trail.map(\.type) == ["public.heic"])
    }
  }

  @Test
  func `a stream is timed out when nothing has arrived for the whole time, and not before`()
    async throws
  {
    let clock = ManualClock()
    try await withPipeline(Self.configuration(clock)) { fixture in
      let (first, second) = (Gate(), Gate())
      let chunks = ChunkSource(.jpeg(bytes: 50_000), chunk: 10_000)
        .held(by: first, at: 1).held(by: second, at: 2)
      async let outcomes = fixture.pipeline.ingest([
        Attachment(chunks: chunks, type: "public.jpeg")
      ])
      try await first.arrival(of: 1)
      try await clock.waitForSleepers(1)
      clock.advance(by: .seconds(40))
      first.open()
      try await second.arrival(of: 1)
      // One chunk has arrived in these 60 seconds.
      clock.advance(by: .seconds(20))
      try await clock.waitForSleepers(1)
      #expect(fixture.pipeline.counters.inFlight == 1)
      await settle()
      // The chunk arrived 20 seconds ago.
      clock.advance(by: .seconds(39))
      await settle()
      #expect(fixture.pipeline.counters.inFlight == 1)
      clock.advance(by: .seconds(1))
      #expect(try await outcomes[0].refusal?.code == .loadTimedOut)
      #expect(chunks.pulls.count == 3)
      #expect(chunks.cancellations.count == 1)
      try await fixture.expectSettled(stored: 0)
    }
  }

  /// A clock that remembers how long it was asked to sleep.
  private final class RememberingClock: Clock {
    let clock = ManualClock()
    let sleeps = Mutex<[Duration]>([])

    var now: ManualClock.Instant { clock.now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
      sleeps.withLock { $0.append(clock.now.duration(to: deadline)) }
      try await clock.sleep(until: deadline, tolerance: tolerance)
    }
  }

  @Test
  func `a load that has just begun is watched by short sleeps, which keep memory beyond its end`()
    async throws
  {
    let clock = RememberingClock()
    let settings = IntakePipeline.Configuration.with {
      $0.clock = clock
      $0.loadTimeout = .seconds(1)
    }
    try await withPipeline(settings) { fixture in
      let gate = Gate()
      let chunks = ChunkSource(.jpeg(bytes: 50_000), chunk: 10_000).held(by: gate, at: 0)
      async let outcomes = fixture.pipeline.ingest([Attachment(chunks: chunks, type: "public.jpeg")]
      )
      for (count, sleep) in [(1, 50), (2, 100), (3, 200), (4, 400)] {
        try await eventually { clock.sleeps.withLock(\.count) == count }
        #expect(clock.sleeps.withLock(\.last) == .milliseconds(sleep))
        try await clock.clock.waitForSleepers(1)
        clock.clock.advance(by: .milliseconds(sleep))
      }
      // What is left of the second.
      try await eventually { clock.sleeps.withLock(\.count) == 5 }
      #expect(clock.sleeps.withLock(\.last) == .milliseconds(250))
      clock.clock.advance(by: .milliseconds(250))
      #expect(try await outcomes[0].refusal?.code == .loadTimedOut)
    }
  }

  @Test
  func `without a timeout nothing sleeps`() async throws {
    let clock = ManualClock()
    var configuration = Self.configuration(clock)
    configuration.loadTimeout = nil
    try await withPipeline(configuration) { fixture in
      let gate = Gate()
      let source = ScriptedSource("public.jpeg", .jpeg(bytes: 9_000), gate: gate)
      async let outcomes = fixture.pipeline.ingest([Attachment(source)])
      try await gate.arrival(of: 1)
      #expect(clock.sleepers == 0)
      gate.open()
      #expect(try await outcomes[0].stored != nil)
    }
  }
}
