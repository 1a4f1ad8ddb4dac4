import AttachmentIntake
import IntakeTesting
import Synchronization
import Testing

/// Progress events: in order, one at a time, no oftener than asked for, and true at the end.
@Suite(.timeLimit(.minutes(5))) struct ProgressTests {
  /// Keeps events, and notes whether two came at once.
  private final class Recorder: Sendable {
    private let state = Mutex((events: [IntakeProgress](), isInside: false, overlaps: 0))

    var events: [IntakeProgress] { state.withLock(\.events) }
    var overlaps: Int { state.withLock(\.overlaps) }

    func add(_ progress: IntakeProgress) {
      state.withLock { state in
        if state.isInside { state.overlaps += 1 }
        state.isInside = true
        state.events.append(progress)
      }
      state.withLock { $0.isInside = false }
    }

    func options(
      _ interval: Duration = .zero, policy: BatchPolicy = .keep
    ) -> BatchOptions {
      var options = BatchOptions(policy: policy)
      options.progressInterval = interval
      options.progress = { self.add($0) }
      return options
    }
  }

  @Test(arguments: BatchPolicy.allCases)
  func `the counts only rise, and the last event has them all`(
    _ policy: BatchPolicy
  ) async throws {
    try await withPipeline(.with { $0.copyBufferSize = .kibibytes(4) }) { fixture in
      let recorder = Recorder()
      let summary = try await fixture.pipeline.ingest(
        Attachment.photos(20, bytes: 40_000), options: recorder.options(policy: policy)
      ) { _ in }
      let events = recorder.events
      for (event, next) in zip(events, events.dropFirst()) {
        #expect(event.bytesDone <= next.bytesDone)
        #expect(event.bytesExpected <= next.bytesExpected)
        #expect(event.started <= next.started)
        #expect(event.stored <= next.stored)
        #expect(!event.isFinal)
      }
      #expect(events.allSatisfy { $0.bytesDone <= $0.bytesExpected })
      #expect(events.allSatisfy { $0.running.count <= 4 })
      #expect(events.contains { !$0.running.isEmpty })
      let last = try #require(events.last)
      #expect(last.isFinal)
      #expect(last.running.isEmpty)
      #expect(last.bytesDone == summary.bytes)
      #expect(last.bytesExpected == summary.bytes)
      #expect((last.started, last.stored, last.refused) == (20, 20, 0))
      #expect(recorder.overlaps == 0)
    }
  }

  @Test
  func `events are no closer than the interval, but for the last`() async throws {
    try await withPipeline { fixture in
      let recorder = Recorder()
      try await fixture.pipeline.ingest(
        Attachment.photos(50), options: recorder.options(.seconds(3_600))
      ) { _ in }
      #expect(recorder.events.map(\.isFinal) == [false, true])
      #expect(recorder.events.last?.stored == 50)
    }
  }

  @Test
  func `an attachment that runs has its place, its bytes and what is expected`() async throws {
    try await withPipeline { fixture in
      let gate = Gate()
      let recorder = Recorder()
      let chunks = ChunkSource(.jpeg(bytes: 50_000), chunk: 10_000).held(by: gate, at: 3)
      async let summary = fixture.pipeline.ingest(
        [
          .shared(.empty), Attachment(chunks: chunks, type: "public.jpeg", size: .bytes(50_000)),
        ], options: recorder.options()
      ) { _ in }
      try await gate.arrival(of: 1)
      // The other attachment's thread may be reporting still.
      try await eventually { recorder.events.last?.bytesDone == .bytes(30_000) }
      // The other one may run too, and have begun later.
      let running = try #require(recorder.events.last?.running.first { $0.position == 1 })
      #expect(running.bytesDone == .bytes(30_000))
      #expect(running.bytesExpected == .bytes(50_000))
      gate.open()
      #expect(try await summary.stored == 1)
      #expect(recorder.events.last?.refused == 1)
    }
  }

  @Test
  func `a stream without a size expects what it has brought`() async throws {
    try await withPipeline { fixture in
      let recorder = Recorder()
      let chunks = ChunkSource(.jpeg(bytes: 50_000), chunk: 10_000)
      try await fixture.pipeline.ingest(
        [Attachment(chunks: chunks, type: "public.jpeg")], options: recorder.options()
      ) { _ in }
      #expect(recorder.events.allSatisfy { $0.bytesExpected == $0.bytesDone })
      #expect(recorder.events.flatMap(\.running).allSatisfy { $0.bytesExpected == nil })
      #expect(recorder.events.last?.bytesDone == .bytes(50_000))
    }
  }

  @Test
  func `what a failed candidate had copied does not count in the end`() async throws {
    struct ConnectionLost: Error {}
    let configuration = IntakePipeline.Configuration.with {
      $0.maximumBatchSize = .bytes(60_000)
      // One after the other, so that the batch is not full before the first has had its second try.
      $0.maximumConcurrentLoads = 1
    }
    try await withPipeline(configuration) { fixture in
      let recorder = Recorder()
      let source = ScriptedSource([
        Representation("public.heic", delivery: .stream),
        Representation("public.jpeg", delivery: .data),
      ]) { representation, receiver in
        if representation.delivery == .stream {
          let chunks = ChunkSource(.heic(bytes: 50_000), chunk: 10_000)
          try await receiver.receiveChunks(chunks.failing(with: ConnectionLost(), at: 3))
        } else {
          try SampleContent.jpeg(bytes: 7_000).bytes.withUnsafeBytes {
            try receiver.receiveBytes($0)
          }
        }
      }
      let tooMuch = ChunkSource(.jpeg(bytes: 80_000), chunk: 10_000)
      let summary = try await fixture.pipeline.ingest(
        [Attachment(source), Attachment(chunks: tooMuch, type: "public.jpeg")],
        options: recorder.options()
      ) { _ in }
      #expect(summary.refusals == [.overBatchLimit: 1])
      #expect(recorder.events.last?.bytesDone == .bytes(7_000))
      #expect(recorder.events.last?.bytesExpected == .bytes(7_000))
    }
  }

  @Test
  func `the last event of a batch that came to nothing says so`() async throws {
    try await withPipeline { fixture in
      let recorder = Recorder()
      try await fixture.pipeline.ingest(
        Attachment.photos(20) + [.shared(.empty)],
        options: recorder.options(policy: .allOrNothing)
      ) { _ in }
      let last = try #require(recorder.events.last)
      #expect(last.isFinal)
      #expect(last.stored == 0)
    }
  }

  @Test
  func `a cancelled batch has its last event before the call returns`() async throws {
    try await withPipeline { fixture in
      let gate = Gate()
      let recorder = Recorder()
      let sequence = CountingSequence(Attachment.photos(9)).held(by: gate, at: 3)
      _ = try await fixture.ingestCancelled(sequence, options: recorder.options()) {
        try await gate.arrival(of: 1)
      }
      #expect(recorder.events.filter(\.isFinal).count == 1)
      #expect(recorder.events.last?.isFinal == true)
    }
  }
}
