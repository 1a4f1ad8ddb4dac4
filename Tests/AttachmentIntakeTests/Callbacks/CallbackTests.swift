import AttachmentIntake
import IntakeTesting
import Testing

/// Callbacks lie: twice, late, never, with neither a value nor an error.
@Suite(.timeLimit(.minutes(5))) struct CallbackTests {
  struct Unreachable: Error, Equatable {}

  @Test(arguments: [Representation.Delivery.file, .inPlaceFile, .data])
  func `a callback that comes twice is one copy`(
    _ delivery: Representation.Delivery
  ) async throws {
    try await withPipeline { fixture in
      let content = SampleContent.jpeg(bytes: 30_000)
      let provider = ScriptedProvider([
        .init("public.jpeg", .file(content), delivery: delivery)
          .then(.file(.jpeg(bytes: 9_000, seed: 2)))
          .then(.error(Unreachable())).then(.nothing)
      ])
      let outcomes = try await fixture.pipeline.ingest([Attachment(provider)])
      #expect(outcomes[0].stored?.size == content.size)
      try await provider.callbacks.reaches(4)
      #expect(provider.remainingFiles == 0)
      try await fixture.expectSettled(stored: 1)
    }
  }

  @Test
  func `two callbacks at the same time are one copy`() async throws {
    try await withPipeline(.with { $0.durability = .none }) { fixture in
      for round in 0..<20 {
        let content = SampleContent.jpeg(bytes: 30_000, seed: UInt64(round))
        let provider = TwofoldProvider(path: try fixture.folder.write(content, to: "\(round)"))
        let outcomes = try await fixture.pipeline.ingest([Attachment(provider)])
        #expect(outcomes[0].stored?.size == content.size)
        try await provider.returned.reaches(2)
      }
      try await fixture.expectSettled(stored: 20)
    }
  }

  @Test
  func `a load that is cancelled while it begins is called off at the provider`() async throws {
    let provider = SilentProvider()
    for round in 1...20_000 {
      let load = Task {
        let source = ItemProviderSource(provider)
        try await source.load(source.representations()[0], into: NoReceiver())
      }
      // Spins, so that the cancellation meets the moment between the call and its return.
      try await eventually { provider.begun.count >= round }
      load.cancel()
      await #expect(throws: CancellationError.self) { try await load.value }
    }
    try await eventually { provider.cancelled.count == provider.begun.count }
  }

  @Test
  func `an error after the file was taken changes nothing`() async throws {
    try await withPipeline { fixture in
      let provider = ScriptedProvider([
        .init("public.jpeg", .fileAndError(.jpeg(bytes: 5_000), Unreachable()))
      ])
      let outcome = try await fixture.ingest(Attachment(provider))
      #expect(outcome.stored != nil)
    }
  }

  @Test(arguments: [Representation.Delivery.file, .inPlaceFile, .data])
  func `an error is the cause of a failed load`(_ delivery: Representation.Delivery) async throws {
    try await withPipeline { fixture in
      let provider = ScriptedProvider([
        .init("public.jpeg", .error(Unreachable()), delivery: delivery)
      ])
      let outcome = try await fixture.ingest(Attachment(provider))
      #expect(outcome.refusal?.code == .loadFailed)
      #expect(outcome.refusal?.cause as? Unreachable == Unreachable())
      #expect(outcome.trail.map(\.type) == ["public.jpeg"])
      try await fixture.expectSettled(stored: 0)
    }
  }

  @Test
  func `a provider that reports a cancellation of its own has failed`() async throws {
    try await withPipeline { fixture in
      let provider = ScriptedProvider([.init("public.jpeg", .error(CancellationError()))])
      let outcome = try await fixture.ingest(Attachment(provider))
      #expect(outcome.refusal?.code == .loadFailed)
    }
  }

  @Test(arguments: [Representation.Delivery.file, .inPlaceFile, .data])
  func `neither a value nor an error is nothing delivered`(
    _ delivery: Representation.Delivery
  ) async throws {
    try await withPipeline { fixture in
      let provider = ScriptedProvider([.init("public.jpeg", .nothing, delivery: delivery)])
      let outcome = try await fixture.ingest(Attachment(provider))
      #expect(outcome.refusal?.code == .nothingDelivered)
      #expect(outcome.stage == .loading)
    }
  }

  @Test
  func `a source that ends without a delivery is nothing delivered`() async throws {
    try await withPipeline { fixture in
      let source = ScriptedSource([Representation("public.jpeg", delivery: .data)])
      let outcome = try await fixture.ingest(Attachment(source))
      #expect(outcome.refusal?.code == .nothingDelivered)
    }
  }

  @Test
  func `a source that says nothing about itself is refused with its own error`() async throws {
    try await withPipeline { fixture in
      let known = IntakeError(.sourceDenied, at: .loading, "no access")
      let outcomes = try await fixture.pipeline.ingest([
        Attachment(ScriptedSource(failing: Unreachable())),
        Attachment(ScriptedSource(failing: known)),
        Attachment(ScriptedSource([])), .shared(.jpeg(bytes: 100)),
      ])
      #expect(
        outcomes.map { $0.refusal?.code } == [.loadFailed, .sourceDenied, .noAcceptedType, nil])
      try await fixture.expectSettled(stored: 1)
    }
  }

  @Test
  func `an item provider cannot deliver a stream`() async throws {
    try await withPipeline { fixture in
      let provider = ScriptedProvider([
        .init("public.jpeg", .file(.jpeg(bytes: 100)), delivery: .stream)
      ])
      let outcome = try await fixture.ingest(Attachment(provider))
      #expect(outcome.refusal?.code == .loadFailed)
      #expect(provider.loads.count == 0)
    }
  }

  @Test
  func `a source that delivers after its load has returned delivers nothing`() async throws {
    try await withPipeline { fixture in
      let (gate, late) = (Gate(), Tally())
      let source = ScriptedSource([Representation("public.jpeg", delivery: .data)]) { _, receiver in
        // What a source must not do.
        Task {
          try await gate.wait()
          #expect(throws: CancellationError.self) {
            try SampleContent.jpeg(bytes: 100).bytes.withUnsafeBytes {
              try receiver.receiveBytes($0)
            }
          }
          late.add()
        }
      }
      let outcome = try await fixture.ingest(Attachment(source))
      #expect(outcome.refusal?.code == .nothingDelivered)
      gate.open()
      try await late.reaches(1)
      try await fixture.expectSettled(stored: 0)
    }
  }

  @Test
  func `a delivery that is still under way when its load returns is dropped`() async throws {
    try await withPipeline { fixture in
      let (gate, late) = (Gate(), Tally())
      let chunks = ChunkSource(.jpeg(bytes: 30_000), chunk: 10_000).held(by: gate, at: 2)
      let source = ScriptedSource([Representation("public.jpeg", delivery: .stream)]) {
        _, receiver in
        // What a source must not do.
        Task {
          try await receiver.receiveChunks(chunks)
          late.add()
        }
        try await gate.arrival(of: 1)
      }
      let outcome = try await fixture.ingest(Attachment(source))
      #expect(outcome.refusal?.code == .nothingDelivered)
      gate.open()
      try await late.reaches(1)
      try await fixture.expectSettled(stored: 0)
    }
  }
}

/// A provider that calls back on two threads at once.
private struct TwofoldProvider: ItemProvider {
  let path: String
  let returned = Tally()

  var representations: [Representation] { [Representation("public.jpeg", delivery: .file)] }
  var suggestedName: String? { nil }

  func loadFile(
    _ type: TypeIdentifier,
    completion: @escaping @Sendable (String?, (any Error)?) -> Void
  ) -> any LoadCancellation {
    for _ in 0..<2 {
      Task {
        completion(path, nil)
        returned.add()
      }
    }
    return Nothing()
  }

  func loadInPlaceFile(
    _ type: TypeIdentifier,
    completion: @escaping @Sendable (String?, (any Error)?) -> Void
  ) -> any LoadCancellation { loadFile(type, completion: completion) }

  func loadData(
    _ type: TypeIdentifier,
    completion: @escaping @Sendable (UnsafeRawBufferPointer?, (any Error)?) -> Void
  ) -> any LoadCancellation { Nothing() }

  struct Nothing: LoadCancellation {
    func cancel() {}
  }
}

/// A provider that never calls back, and counts what was begun and called off.
private struct SilentProvider: ItemProvider, LoadCancellation {
  let begun = Tally()
  let cancelled = Tally()

  var representations: [Representation] { [Representation("public.jpeg", delivery: .file)] }
  var suggestedName: String? { nil }

  func loadFile(
    _ type: TypeIdentifier,
    completion: @escaping @Sendable (String?, (any Error)?) -> Void
  ) -> any LoadCancellation {
    begun.add()
    return self
  }

  func loadInPlaceFile(
    _ type: TypeIdentifier,
    completion: @escaping @Sendable (String?, (any Error)?) -> Void
  ) -> any LoadCancellation { self }

  func loadData(
    _ type: TypeIdentifier,
    completion: @escaping @Sendable (UnsafeRawBufferPointer?, (any Error)?) -> Void
  ) -> any LoadCancellation { self }

  func cancel() { cancelled.add() }
}

/// What receives nothing.
private final class NoReceiver: LoadReceiver {
  func receiveFile(at path: LocalPath) {}
  func receiveBytes(_ bytes: UnsafeRawBufferPointer) {}
  func receiveChunks<Chunks: AsyncSequence>(_ chunks: Chunks) async throws
  where Chunks.Element: Sequence<UInt8> {}
}
