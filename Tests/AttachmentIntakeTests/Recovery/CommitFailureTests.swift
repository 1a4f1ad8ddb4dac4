import AttachmentIntake
import IntakeModel
import IntakeTesting
import Synchronization
import Testing

/// Each step of the commit fails once: what it had done is undone, and the next commit goes well (P8).
@Suite(.timeLimit(.minutes(5))) struct CommitFailureTests {
  enum Step: CaseIterable {
    case stage, synchronizeContent, recordPending, publish, markStored
  }

  /// Fails while it is switched on.
  private final class Switch: Sendable {
    private let isOn = Mutex(true)
    func turnOff() { isOn.withLock { $0 = false } }
    func check() throws {
      if isOn.withLock({ $0 }) { throw IntakeError(.diskFull, at: .commit, "as a test wants it") }
    }
  }

  private func open(
    _ fixture: HandoffFixture, failingAt step: Step, _ fault: Switch
  ) async throws -> SharedContainer {
    try await SharedContainer.open(
      at: fixture.path, time: fixture.time,
      storeFaults: { call in
        switch (step, call) {
        case (.stage, .stage), (.synchronizeContent, .synchronizeContent), (.publish, .publish):
          try fault.check()
        default: break
        }
      },
      catalogFaults: { call in
        switch (step, call) {
        case (.recordPending, .recordPending), (.markStored, .markStored): try fault.check()
        default: break
        }
      })
  }

  @Test(arguments: Step.allCases, Durability.allCases)
  func `a step that fails leaves no file and no row, and its error is the outcome`(
    step: Step, durability: Durability
  ) async throws {
    // Without durability nothing is synchronised.
    if step == .synchronizeContent, durability == .none { return }
    try await withHandoff { fixture in
      let fault = Switch()
      let container = try await open(fixture, failingAt: step, fault)
      var configuration = IntakePipeline.Configuration()
      configuration.durability = durability
      let pipeline = try IntakePipeline(into: container, configuration: configuration)
      let photos = (0..<5).map { Attachment.shared(.jpeg(bytes: 500, seed: UInt64($0))) }
      let outcomes = try await pipeline.ingest(photos)
      #expect(outcomes.compactMap(\.refusal?.code) == Array(repeating: .diskFull, count: 5))
      #expect(try fixture.copies().isEmpty)
      #expect(try await container.totals() == ContainerTotals())
      #expect(pipeline.counters.diskGranted == .zero)

      fault.turnOff()
      #expect(try await pipeline.ingest(photos).compactMap(\.stored).count == 5)
      #expect(try fixture.copies().count == 5)
      await container.close()
    }
  }

  @Test(arguments: [CatalogWithFaults.Call.markStored, .recordPending])
  func `what could not even be undone goes with the next commit`(
    call: CatalogWithFaults.Call
  ) async throws {
    try await withHandoff { fixture in
      let fault = Switch()
      let container = try await SharedContainer.open(
        at: fixture.path, time: fixture.time,
        catalogFaults: { if $0 == call || $0 == .forget { try fault.check() } })
      var configuration = IntakePipeline.Configuration()
      configuration.container = ContainerLimits(count: 5)
      let pipeline = try IntakePipeline(into: container, configuration: configuration)
      let photos = (0..<5).map { Attachment.shared(.jpeg(bytes: 500, seed: UInt64($0))) }
      #expect(try await pipeline.ingest(photos).compactMap(\.stored).isEmpty)
      #expect(try fixture.copies().isEmpty)
      fault.turnOff()
      // There is room for no more than these.
      _ = try await pipeline.ingest(photos)
      #expect(try await pipeline.ingest(photos).compactMap(\.stored).count <= 5)
      #expect(try await container.totals().count == 5)
      #expect(try await fixture.inbox.list().count == 5)
      await container.close()
    }
  }

  @Test
  func `a batch whose last transaction fails is invisible, says so, and leaves nothing`()
    async throws
  {
    try await withHandoff { fixture in
      let fault = Switch()
      let container = try await SharedContainer.open(
        at: fixture.path, time: fixture.time,
        catalogFaults: { if $0 == .reveal { try fault.check() } })
      let pipeline = try IntakePipeline(into: container)
      let photos = (0..<5).map { Attachment.shared(.jpeg(bytes: 500, seed: UInt64($0))) }
      let code = await failureCode { _ = try await pipeline.ingest(photos, policy: .allOrNothing) }
      #expect(code == .diskFull)
      #expect(try await fixture.inbox.list().isEmpty)
      #expect(try fixture.copies().isEmpty)
      #expect(try await container.totals() == ContainerTotals())
      fault.turnOff()
      #expect(
        try await pipeline.ingest(photos, policy: .allOrNothing).compactMap(\.stored).count == 5)
      await container.close()
    }
  }
}
