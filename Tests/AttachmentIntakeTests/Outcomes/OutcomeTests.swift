import AttachmentIntake
import IntakeTesting
import Testing

/// P7: every attachment has an outcome, and one that is bad is not a bad batch.
@Suite(.timeLimit(.minutes(5))) struct OutcomeTests {
  struct Broken: Error {}

  /// Good ones with a bad one of each kind in every tenth place.
  static func mixture(_ count: Int) -> [Attachment] {
    (0..<count).map { index in
      let content = SampleContent.jpeg(bytes: 900, seed: UInt64(index))
      let offer: ScriptedProvider.Offer =
        switch index % 10 {
        case 3: .init("public.jpeg", .file(.empty))
        case 5: .init("public.png", .data(.binaryPropertyList(bytes: 500)))
        case 7: .init("public.jpeg", .error(Broken()))
        case 9: .init("public.url", .data([65]))
        default: .init("public.jpeg", index % 2 == 0 ? .file(content) : .data(content))
        }
      return Attachment(ScriptedProvider(name: "\(index)", [offer]))
    }
  }

  static let expected: [Int: IntakeError.Code] = [
    3: .emptyContent, 5: .contentMismatch, 7: .loadFailed, 9: .noAcceptedType,
  ]

  @Test(arguments: OutcomeOrder.allCases)
  func `each has its own outcome with its place and name`(_ order: OutcomeOrder) async throws {
    try await withPipeline { fixture in
      let delivered = Delivered()
      let summary = try await fixture.pipeline.ingest(
        Self.mixture(200), options: BatchOptions(order: order)
      ) { delivered.add($0) }
      let outcomes = delivered.outcomes
      if order == .asGiven {
        #expect(outcomes.map(\.position) == Array(0..<200))
      } else {
        #expect(outcomes.map(\.position).sorted() == Array(0..<200))
      }
      for outcome in outcomes {
        #expect(outcome.name == "\(outcome.position)")
        #expect(outcome.refusal?.code == Self.expected[outcome.position % 10])
        #expect(outcome.declared.count == 1)
      }
      #expect(summary.stored == 120)
      #expect(summary.refused == 80)
      #expect(summary.refusals[.emptyContent] == 20)
      #expect(summary.bytes == .bytes(120 * 900))
      let rows = try await fixture.rows()
      #expect(rows.count == 120)
      #expect(rows.allSatisfy { $0.batch == summary.batch })
      let counters = fixture.pipeline.counters
      #expect(counters.stored == 120)
      #expect(counters.storedBytes == summary.bytes)
      #expect(counters.refusals == summary.refusals)
      try await fixture.expectSettled(stored: 120)
    }
  }

  @Test(arguments: OutcomeOrder.allCases, [0, 1, 7])
  func `a sequence that fails is thrown after the outcomes of what was pulled`(
    _ order: OutcomeOrder, _ place: Int
  ) async throws {
    try await withPipeline { fixture in
      let sequence = CountingSequence(Attachment.photos(20)).failing(with: Broken(), at: place)
      let delivered = Delivered()
      let error = await #expect(throws: IntakeError.self) {
        try await fixture.pipeline.ingest(sequence, options: BatchOptions(order: order)) {
          delivered.add($0)
        }
      }
      #expect(error?.code == .sequenceFailed)
      #expect(error?.stage == .loading)
      #expect(error?.cause is Broken)
      #expect(delivered.outcomes.map(\.position).sorted() == Array(0..<place))
      #expect(delivered.outcomes.compactMap(\.stored).count == place)
      #expect(sequence.pulls.count == place + 1)
      try await fixture.expectSettled(stored: place)
    }
  }

  @Test
  func `a sequence that gives up by itself has failed`() async throws {
    try await withPipeline { fixture in
      let sequence = CountingSequence(Attachment.photos(3)).failing(
        with: CancellationError(), at: 1)
      let error = await #expect(throws: IntakeError.self) {
        try await fixture.pipeline.ingest(sequence) { _ in }
      }
      #expect(error?.code == .sequenceFailed)
      try await fixture.expectSettled(stored: 1)
    }
  }

  @Test
  func `a sequence that makes its attachments as they are pulled is like any other`() async throws {
    try await withPipeline { fixture in
      let summary = try await fixture.pipeline.ingest(Texts()) { _ in }
      #expect(summary.stored == 50)
    }
  }

  @Test
  func `outcomes are handed over on the caller's actor`() async throws {
    try await withPipeline { fixture in
      let stored = try await Host().takeIn(Attachment.photos(9), by: fixture.pipeline)
      #expect(stored == 9)
    }
  }

  @Test
  func `a catalog that fails refuses each by name, and leaves nothing`() async throws {
    let failure = IntakeError(.catalogFailed, at: .commit, "no")
    for call in [HookedCatalog.Call.recordPending, .markStored] {
      try await withPipeline(hooks: .before { if $0 == call { throw failure } }) { fixture in
        let outcomes = try await fixture.pipeline.ingest(Attachment.photos(5))
        #expect(
          outcomes.map { $0.refusal?.code }
            == [IntakeError.Code?](repeating: .catalogFailed, count: 5))
        #expect(outcomes.allSatisfy { $0.stage == .commit })
        try await fixture.expectSettled(stored: 0)
      }
    }
  }

  @Test
  func `a pipeline that is closed takes no batch`() async throws {
    try await withPipeline { fixture in
      await fixture.pipeline.close()
      let error = await #expect(throws: IntakeError.self) {
        try await fixture.pipeline.ingest(Attachment.photos(1))
      }
      #expect(error?.code == .closed)
    }
  }

  @Test
  func `a container that is closed under a batch refuses each by name`() async throws {
    try await withPipeline { fixture in
      let gate = Gate()
      let sources = (0..<3).map {
        ScriptedSource("public.jpeg", .jpeg(bytes: 900, seed: UInt64($0)), gate: gate)
      }
      async let outcomes = fixture.pipeline.ingest(sources.map { Attachment($0) })
      try await gate.arrival(of: 3)
      await fixture.container.close()
      gate.open()
      #expect(try await outcomes.allSatisfy { $0.refusal?.code == .closed })
      #expect(fixture.pipeline.counters.diskGranted == .zero)
    }
  }
}

/// Fifty texts, each made when it is pulled.
private struct Texts: Sequence, IteratorProtocol, Sendable {
  var index = 0

  mutating func next() -> Attachment? {
    guard index < 50 else { return nil }
    defer { index += 1 }
    return Attachment(bytes: Array("text \(index)".utf8), type: "public.plain-text")
  }
}

/// A caller with state of its own, which it changes without a lock.
private actor Host {
  private var stored = 0

  func takeIn(_ attachments: [Attachment], by pipeline: IntakePipeline) async throws -> Int {
    try await pipeline.ingest(attachments) { outcome in
      self.assertIsolated()
      if outcome.stored != nil { stored += 1 }
    }
    return stored
  }
}
