import AttachmentIntake
import IntakeTesting
import Testing

/// P6 before a copy is complete: cancellation reaches whatever a load waits for, and leaves nothing.
@Suite(.timeLimit(.minutes(5))) struct CancellationTests {
  @Test
  func `a batch that is cancelled before it begins takes nothing in`() async throws {
    try await withPipeline { fixture in
      let sequence = CountingSequence(Attachment.photos(3))
      let batch = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await fixture.pipeline.ingest(sequence) { _ in }
      }
      await #expect(throws: CancellationError.self) { try await batch.value }
      #expect(sequence.pulls.count == 0)
      try await fixture.expectSettled(stored: 0)
    }
  }

  @Test
  func `while the sequence waits and others wait for their turn`() async throws {
    try await withPipeline { fixture in
      let gate = Gate()
      let sequence = CountingSequence(Attachment.photos(8)).held(by: gate, at: 0)
      let delivered = try await fixture.ingestCancelled(sequence) { try await gate.arrival(of: 1) }
      #expect(delivered.isEmpty)
      #expect(sequence.pulls.count == 1)
      #expect(sequence.cancellations.count == 1)
      try await fixture.expectSettled(stored: 0)
    }
  }

  @Test
  func `while it waits for memory`() async throws {
    let configuration = IntakePipeline.Configuration.with {
      $0.copyBufferSize = .kibibytes(4)
      $0.memoryBudget = .kibibytes(4)
      $0.loadTimeout = nil
    }
    try await withPipeline(configuration) { fixture in
      let silent = ScriptedProvider([.init("public.jpeg", .nothing, when: .never)])
      let holder = Task { try await fixture.pipeline.ingest([Attachment(silent)]) }
      defer { holder.cancel() }
      try await silent.loads.reaches(1)
      let sequence = CountingSequence(Attachment.photos(3))
      let delivered = try await fixture.ingestCancelled(sequence) {
        try await eventually { fixture.pipeline.counters.waitingForMemory == 1 }
      }
      #expect(delivered.isEmpty)
      #expect(sequence.pulls.count == 0)
      #expect(fixture.pipeline.counters.waitingForMemory == 0)
      #expect(fixture.pipeline.counters.memoryReserved == .kibibytes(4))
      holder.cancel()
      await #expect(throws: CancellationError.self) { try await holder.value }
      try await fixture.expectSettled(stored: 0)
    }
  }

  @Test
  func `while a source thinks about what it offers`() async throws {
    try await withPipeline { fixture in
      let source = UndecidedSource()
      let delivered = try await fixture.ingestCancelled(CountingSequence([Attachment(source)])) {
        try await source.gate.arrival(of: 1)
      }
      #expect(delivered.isEmpty)
      try await fixture.expectSettled(stored: 0)
    }
  }

  @Test(arguments: [Representation.Delivery.file, .inPlaceFile, .data])
  func `a provider that never calls back`(_ delivery: Representation.Delivery) async throws {
    try await withPipeline { fixture in
      let provider = ScriptedProvider([
        .init("public.jpeg", .nothing, delivery: delivery, when: .never)
      ])
      let delivered = try await fixture.ingestCancelled(CountingSequence([Attachment(provider)])) {
        try await provider.loads.reaches(1)
      }
      #expect(delivered.isEmpty)
      #expect(provider.cancellations.count == 1)
      try await fixture.expectSettled(stored: 0)
    }
  }

  @Test
  func `a callback that comes after the cancelled call has returned delivers nothing`()
    async throws
  {
    try await withPipeline { fixture in
      let gate = Gate()
      let provider = ScriptedProvider([
        .init("public.jpeg", .file(.jpeg(bytes: 9_000)), when: .afterGate(gate))
      ])
      _ = try await fixture.ingestCancelled(CountingSequence([Attachment(provider)])) {
        try await gate.arrival(of: 1)
      }
      gate.open()
      try await provider.callbacks.reaches(1)
      #expect(provider.remainingFiles == 0)
      try await fixture.expectSettled(stored: 0)
    }
  }

  @Test
  func `a provider that calls back because it was cancelled delivers nothing`() async throws {
    try await withPipeline { fixture in
      let provider = ScriptedProvider([
        .init("public.jpeg", .file(.jpeg(bytes: 9_000)), when: .afterCancellation)
      ])
      _ = try await fixture.ingestCancelled(CountingSequence([Attachment(provider)])) {
        try await provider.loads.reaches(1)
      }
      try await provider.callbacks.reaches(1)
      try await fixture.expectSettled(stored: 0)
    }
  }

  @Test(arguments: [Representation.Delivery.file, .data])
  func `a copy inside a callback stops at its next chunk`(
    _ delivery: Representation.Delivery
  ) async throws {
    let configuration = IntakePipeline.Configuration.with { $0.copyBufferSize = .kibibytes(64) }
    try await withPipeline(configuration) { fixture in
      let content = SampleContent.jpeg(bytes: 8 << 20)
      let provider = ScriptedProvider([.init("public.jpeg", .file(content), delivery: delivery)])
      let (begun, gate, last) = (Tally(), Gate(), Tally())
      var options = BatchOptions()
      options.progressInterval = .zero
      options.progress = { progress in
        guard progress.bytesDone > .zero, !progress.isFinal else { return }
        last.add(Int(progress.bytesDone.bytes) - last.count)
        begun.add()
        gate.waitBlocking()
      }
      _ = try await fixture.ingestCancelled(
        CountingSequence([Attachment(provider)]), options: options
      ) {
        try await begun.reaches(1)
      } then: {
        gate.open()
      }
      #expect(last.count == 64 << 10)
      try await provider.callbacks.reaches(1)
      #expect(provider.remainingFiles == 0)
      try await fixture.expectSettled(stored: 0)
    }
  }

  @Test
  func `a stream that stalls`() async throws {
    try await withPipeline { fixture in
      let gate = Gate()
      let chunks = ChunkSource(.jpeg(bytes: 100_000), chunk: 10_000).held(by: gate, at: 3)
      let attachment = Attachment(chunks: chunks, type: "public.jpeg")
      let delivered = try await fixture.ingestCancelled(CountingSequence([attachment])) {
        try await gate.arrival(of: 1)
      }
      #expect(delivered.isEmpty)
      #expect(chunks.pulls.count == 4)
      #expect(chunks.droppedIterators.count == 1)
      try await fixture.expectSettled(stored: 0)
    }
  }
}

/// A source that waits before it says what it offers.
private struct UndecidedSource: AttachmentSource {
  let gate = Gate()

  func representations() async throws -> [Representation] {
    try await gate.wait()
    return []
  }

  func load(_ representation: Representation, into receiver: any LoadReceiver) async throws {}
}
