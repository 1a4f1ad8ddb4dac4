import AttachmentIntake
import IntakeModel
import IntakeTesting
import Testing

/// Access to an original is held as long as it is read and no longer, and waiting for others blocks nobody.
@Suite(.timeLimit(.minutes(5))) struct ImportAccessTests {
  private let pdf = SampleContent.pdf(bytes: 50_000)

  @Test
  func `access that was not granted is no refusal, and is not given up`() async throws {
    try await withLibrary { fixture in
      let document = try ScriptedDocument(pdf, named: "plan.pdf")
      document.behaviour = .readsWithoutGrant
      _ = try await fixture.library.importDocument(document.picked())
      #expect(document.starts.count == 1 && document.stops.count == 0)
      try await fixture.expectSettled(documents: 1)
      let steps = try await fixture.library.importRecords().first?.steps
      #expect(steps?[.authorise] == .unconfirmed && steps?[.register] == .done)
    }
  }

  @Test
  func `access is given up once the content is copied`() async throws {
    try await withLibrary { fixture in
      let document = try ScriptedDocument(pdf, named: "plan.pdf")
      _ = try await fixture.library.importDocument(document.picked())
      #expect(document.starts.count == 1 && document.stops.count == 1)
      #expect(document.readings.count == 1 && document.heldAccesses == 0)
    }
  }

  @MainActor @Test
  func `a coordination that waits blocks neither the caller's actor nor other imports`()
    async throws
  {
    try await withLibrary { fixture in
      let gate = Gate()
      // More than the pipeline has threads.
      let stalled = try (0..<4).map { _ in
        let document = try ScriptedDocument(pdf, named: "stalled.pdf")
        document.behaviour = .stalls(gate)
        return document
      }
      let library = fixture.library
      let imports = stalled.map { document in
        Task { try await library.importDocument(document.picked()) }
      }
      // On the main actor, while all of them wait.
      try await gate.arrival(of: stalled.count)
      let other = try ScriptedDocument(pdf, named: "other.pdf")
      let entry = try await library.importDocument(other.picked())
      #expect(try await library.documents() == [entry])
      gate.open()
      for task in imports { _ = try await task.value }
      try await fixture.expectSettled(documents: 5)
    }
  }

  @Test
  func `cancelling an import that waits for others creates no entry and gives access up`()
    async throws
  {
    try await withLibrary { fixture in
      let gate = Gate()
      let document = try ScriptedDocument(pdf, named: "plan.pdf")
      document.behaviour = .stalls(gate)
      let library = fixture.library
      let task = Task { try await library.importDocument(document.picked()) }
      try await gate.arrival(of: 1)
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(document.cancellations.count == 1)
      try await document.endedReadings.reaches(1)
      #expect(document.heldAccesses == 0 && document.unbalancedStops == 0)
      try await fixture.expectSettled(documents: 0)
      #expect(try await library.importRecords().map(\.ending) == [.cancelled])
    }
  }

  @Test
  func `a coordination that hears nothing is left behind, and what it finds later does no harm`()
    async throws
  {
    try await withLibrary { fixture in
      let gate = Gate()
      let document = try ScriptedDocument(pdf, named: "plan.pdf")
      document.behaviour = .stallsDeaf(gate)
      let library = fixture.library
      let task = Task { try await library.importDocument(document.picked()) }
      try await gate.arrival(of: 1)
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      // It still waits, and access is given up.
      #expect(gate.waiting == 1)
      #expect(document.stops.count == 1 && document.heldAccesses == 0)
      gate.open()
      try await document.endedReadings.reaches(1)
      #expect(document.stops.count == 1 && document.unbalancedStops == 0)
      try await fixture.expectSettled(documents: 0)
    }
  }

  @Test
  func `a coordination that takes too long is a timeout that may pass later`() async throws {
    let clock = ManualClock()
    var configuration = DocumentLibrary.Configuration()
    configuration.intake.clock = clock
    configuration.intake.loadTimeout = .seconds(30)
    try await withLibrary(configuration) { fixture in
      let gate = Gate()
      let document = try ScriptedDocument(pdf, named: "plan.pdf")
      document.behaviour = .stallsDeaf(gate)
      let library = fixture.library
      let task = Task { try await library.importDocument(document.picked()) }
      try await gate.arrival(of: 1)
      try await clock.waitForSleepers(1)
      clock.advance(by: .seconds(30))
      let code = await failureCode { _ = try await task.value }
      #expect(code == .loadTimedOut && code?.mayPassLater == true)
      #expect(document.heldAccesses == 0)
      gate.open()
      try await document.endedReadings.reaches(1)
      try await fixture.expectSettled(documents: 0)
    }
  }

  @Test
  func `cancelling at any moment leaves a whole entry or nothing`() async throws {
    try await withLibrary { fixture in
      let library = fixture.library
      var kept = 0
      for round in 0..<60 {
        let document = try ScriptedDocument(pdf, named: "\(round).pdf")
        let task = Task { try await library.importDocument(document.picked()) }
        for _ in 0..<(round * 7) { await Task.yield() }
        task.cancel()
        do {
          _ = try await task.value
          kept += 1
        } catch is CancellationError {}
        #expect(document.heldAccesses == 0 && document.unbalancedStops == 0)
        try await fixture.expectSettled(documents: kept)
      }
      let endings = try await library.importRecords().map(\.ending)
      #expect(endings.filter { $0 == .imported }.count == kept)
      #expect(endings.allSatisfy { $0 == .imported || $0 == .cancelled })
    }
  }
}
