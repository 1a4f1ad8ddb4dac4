import AttachmentIntake
import IntakeTesting
import Testing

/// P7, all or nothing: nothing is visible before all of it is, and a refusal leaves nothing behind.
@Suite(.timeLimit(.minutes(5))) struct AllOrNothingTests {
  struct Broken: Error {}

  static let allOrNothing = BatchOptions(policy: .allOrNothing)

  @Test
  func `nobody sees anything of a batch before all of it is revealed`() async throws {
    let gate = Gate()
    try await withPipeline(
      .with {
        $0.groupCount = 4
        $0.groupDelay = .seconds(60)
      },
      hooks: .before { if $0 == .reveal { await gate.pass() } }
    ) { fixture in
      let delivered = Delivered()
      async let summary = fixture.pipeline.ingest(
        Attachment.photos(30), options: Self.allOrNothing
      ) { delivered.add($0) }
      try await gate.arrival(of: 1)
      let other = try await SharedContainer.open(at: fixture.folder.path(of: "container"))
      let inbox = Inbox(other)
      #expect(try await inbox.list(in: Set(CatalogRecord.State.allCases)).isEmpty)
      #expect(try await inbox.take() == nil)
      #expect(try await fixture.inbox.list().isEmpty)
      let hidden = try await other.catalog.records(
        in: [.hidden], batch: nil, after: nil, limit: 100)
      #expect(hidden.count == 30)
      await #expect(throws: IntakeError.self) { _ = try await inbox.entry(hidden[0].id) }
      await #expect(throws: IntakeError.self) { _ = try await inbox.open(hidden[0].id) }
      await #expect(throws: IntakeError.self) { _ = try await inbox.take(hidden[0].id) }
      await #expect(throws: IntakeError.self) { try await inbox.discard(hidden[0].id) }
      #expect(delivered.outcomes.isEmpty)
      gate.open()
      #expect(try await summary.stored == 30)
      #expect(try await inbox.list().count == 30)
      #expect(delivered.outcomes.map(\.position) == Array(0..<30))
      await other.close()
      try await fixture.expectSettled(stored: 30)
    }
  }

  @Test(arguments: OutcomeOrder.allCases, [0, 1, 500, 999])
  func `one refusal in a thousand aborts them all, each with an outcome in its place`(
    _ order: OutcomeOrder, _ bad: Int
  ) async throws {
    try await withPipeline(.with { $0.durability = .none }) { fixture in
      var attachments = (0..<1_000).map {
        Attachment(bytes: Array("text \($0)".utf8), type: "public.plain-text", name: "\($0)")
      }
      attachments[bad] = Attachment(bytes: [], type: "public.plain-text", name: "\(bad)")
      let delivered = Delivered()
      let summary = try await fixture.pipeline.ingest(
        attachments, options: BatchOptions(policy: .allOrNothing, order: order)
      ) { delivered.add($0) }
      let outcomes = delivered.outcomes
      #expect(outcomes.map(\.position) == Array(0..<1_000))
      #expect(outcomes[bad].refusal?.code == .emptyContent)
      #expect(outcomes[bad].declared == ["public.plain-text"])
      #expect(outcomes.filter { $0.refusal?.code == .batchAborted }.count == 999)
      #expect(outcomes.map(\.name) == (0..<1_000).map { "\($0)" })
      #expect(summary.stored == 0)
      #expect(summary.refusals == [.emptyContent: 1, .batchAborted: 999])
      try await fixture.expectSettled(stored: 0)
    }
  }

  @Test
  func `an attachment that is pulled while the batch is aborted keeps its place`() async throws {
    try await withPipeline { fixture in
      let (pulled, aborted) = (Gate(), Gate())
      let bad = ScriptedSource([Representation("public.jpeg", delivery: .data)]) { _, receiver in
        try await pulled.arrival(of: 1)
        try receiver.receiveBytes(UnsafeRawBufferPointer(start: nil, count: 0))
      }
      // Waits in its load, until the batch is aborted.
      let witness = ScriptedSource([Representation("public.jpeg", delivery: .data)]) { _, _ in
        do { try await Gate().wait() } catch {
          aborted.open()
          throw error
        }
      }
      let attachments =
        [Attachment(bad, name: "0"), Attachment(witness, name: "1")]
        + (2..<10).map { Attachment(bytes: [65], type: "public.plain-text", name: "\($0)") }
      let delivered = Delivered()
      try await fixture.pipeline.ingest(
        HeldSequence(attachments: attachments, held: 2, at: pulled, until: aborted),
        options: Self.allOrNothing
      ) { delivered.add($0) }
      #expect(delivered.outcomes.map(\.position) == Array(0..<10))
      #expect(delivered.outcomes.map(\.name) == (0..<10).map { "\($0)" })
      try await fixture.expectSettled(stored: 0)
    }
  }

  @Test
  func `a refusal by the commit leaves nothing either`() async throws {
    let configuration = IntakePipeline.Configuration.with {
      $0.container = ContainerLimits(count: 7)
      $0.groupCount = 3
      $0.groupDelay = .seconds(60)
    }
    try await withPipeline(configuration) { fixture in
      let outcomes = try await fixture.pipeline.ingest(
        Attachment.photos(10), policy: .allOrNothing)
      #expect(outcomes.map(\.position) == Array(0..<10))
      let codes = outcomes.compactMap { $0.refusal?.code }
      #expect(codes.contains(.containerFull))
      #expect(Set(codes) == [.containerFull, .batchAborted])
      try await fixture.expectSettled(stored: 0)
      let whole = try await fixture.pipeline.ingest(Attachment.photos(7), policy: .allOrNothing)
      #expect(whole.compactMap(\.stored).count == 7)
    }
  }

  @Test
  func `a sequence that fails leaves nothing, and what was pulled has outcomes`() async throws {
    try await withPipeline { fixture in
      let sequence = CountingSequence(Attachment.photos(9)).failing(with: Broken(), at: 6)
      let delivered = Delivered()
      let error = await #expect(throws: IntakeError.self) {
        try await fixture.pipeline.ingest(sequence, options: Self.allOrNothing) {
          delivered.add($0)
        }
      }
      #expect(error?.code == .sequenceFailed)
      #expect(error?.cause is Broken)
      #expect(delivered.outcomes.map(\.position) == Array(0..<6))
      #expect(delivered.outcomes.allSatisfy { $0.refusal?.code == .batchAborted })
      try await fixture.expectSettled(stored: 0)
    }
  }

  @Test
  func `a catalog that cannot reveal the batch leaves nothing of it`() async throws {
    let failure = IntakeError(.catalogFailed, at: .commit, "no")
    try await withPipeline(
      hooks: .before { if $0 == .reveal { throw failure } }
    ) { fixture in
      let delivered = Delivered()
      let error = await #expect(throws: IntakeError.self) {
        try await fixture.pipeline.ingest(Attachment.photos(9), options: Self.allOrNothing) {
          delivered.add($0)
        }
      }
      #expect(error?.code == .catalogFailed)
      #expect(delivered.outcomes.compactMap(\.stored).isEmpty)
      try await fixture.expectSettled(stored: 0)
    }
  }

  @Test
  func `a batch that is cancelled before it is revealed leaves nothing`() async throws {
    let gate = Gate()
    try await withPipeline(
      hooks: .before { if $0 == .markStored { await gate.pass() } }
    ) { fixture in
      let delivered = try await fixture.ingestCancelled(
        CountingSequence(Attachment.photos(5)), options: Self.allOrNothing
      ) {
        try await gate.arrival(of: 1)
      } then: {
        gate.open()
      }
      #expect(delivered.isEmpty)
      try await fixture.expectSettled(stored: 0)
    }
  }

  @Test
  func `a batch whose revealing has begun completes and is reported`() async throws {
    let gate = Gate()
    try await withPipeline(
      hooks: .before { if $0 == .reveal { await gate.pass() } }
    ) { fixture in
      let delivered = Delivered()
      let batch = Task {
        try await fixture.pipeline.ingest(Attachment.photos(5), options: Self.allOrNothing) {
          delivered.add($0)
        }
      }
      try await gate.arrival(of: 1)
      batch.cancel()
      gate.open()
      #expect(try await batch.value.stored == 5)
      #expect(delivered.outcomes.count == 5)
      try await fixture.expectSettled(stored: 5)
    }
  }

  @Test
  func `a batch that was revealed stays whole where its consumer gives up`() async throws {
    try await withPipeline { fixture in
      let delivered = Delivered()
      await #expect(throws: Broken.self) {
        try await fixture.pipeline.ingest(Attachment.photos(5), options: Self.allOrNothing) {
          delivered.add($0)
          throw Broken()
        }
      }
      #expect(delivered.outcomes.count == 1)
      try await fixture.expectSettled(stored: 5)
    }
  }

  @Test
  func `a reader that is faster than the caller takes no outcome away`() async throws {
    let (revealed, gate) = (Gate(), Gate())
    try await withPipeline(
      hooks: .after {
        guard $0 == .reveal else { return }
        revealed.open()
        await gate.pass()
      }
    ) { fixture in
      async let outcomes = fixture.pipeline.ingest(Attachment.photos(5), policy: .allOrNothing)
      try await revealed.wait()
      for _ in 0..<3 {
        let taken = try #require(try await fixture.inbox.take())
        try await taken.finish()
      }
      gate.open()
      let stored = try await outcomes.compactMap(\.stored)
      #expect(Set(stored.map(\.id)).count == 5)
      #expect(try await outcomes.map(\.position) == Array(0..<5))
      try await fixture.expectSettled(stored: 2)
    }
  }

  @Test
  func `a catalog that fails behind the revealing takes no outcome away`() async throws {
    let failure = IntakeError(.catalogFailed, at: .commit, "no")
    try await withPipeline(hooks: .before { if $0 == .records { throw failure } }) { fixture in
      let outcomes = try await fixture.pipeline.ingest(Attachment.photos(5), policy: .allOrNothing)
      #expect(outcomes.compactMap(\.stored).count == 5)
      #expect(outcomes.allSatisfy { $0.name == nil })
    }
  }

  @Test
  func `a catalog that fails while a batch is aborted takes no outcome away`() async throws {
    let failure = IntakeError(.catalogFailed, at: .commit, "no")
    try await withPipeline(hooks: .before { if $0 == .records { throw failure } }) { fixture in
      let attachments =
        Attachment.photos(5) + [Attachment(bytes: [], type: "public.plain-text", name: "empty")]
      let outcomes = try await fixture.pipeline.ingest(attachments, policy: .allOrNothing)
      #expect(outcomes.map(\.position) == Array(0..<6))
      #expect(outcomes.compactMap(\.stored).isEmpty)
      #expect(outcomes[5].name == "empty")
    }
  }

  @Test
  func `the trail of a stored attachment is in its outcome`() async throws {
    try await withPipeline { fixture in
      let provider = ScriptedProvider(
        name: "x",
        [
          .init("public.heic", .nothing), .init("public.jpeg", .file(.jpeg(bytes: 900))),
        ])
      let outcomes = try await fixture.pipeline.ingest(
        [Attachment(provider)] + Attachment.photos(2), policy: .allOrNothing)
      #expect(outcomes[0].trail.map(\.error.code) == [.nothingDelivered])
      #expect(outcomes[0].name == "x")
      #expect(outcomes[1].trail.isEmpty)
    }
  }
}

/// A sequence whose iterator is at `gate` before it gives one of its elements, and gives it when `opening` is
/// open.
private struct HeldSequence: Sequence, IteratorProtocol, Sendable {
  let attachments: [Attachment]
  let held: Int
  let gate: Gate
  let opening: Gate
  var index = 0

  init(attachments: [Attachment], held: Int, at gate: Gate, until opening: Gate) {
    (self.attachments, self.held, self.gate, self.opening) = (attachments, held, gate, opening)
  }

  mutating func next() -> Attachment? {
    guard index < attachments.count else { return nil }
    defer { index += 1 }
    if index == held {
      gate.open()
      gate.waitBlocking()
      opening.waitBlocking()
    }
    return attachments[index]
  }
}
