import AttachmentIntake
import IntakeModel
import IntakeTesting
import Synchronization
import Testing

/// What is undone when a batch ends early, and what becomes of it where undoing fails at first.
@Suite(.timeLimit(.minutes(5))) struct UndoFailureTests {
  struct Enough: Error {}

  /// A call that fails while the switch is on.
  private enum Step: Sendable, CaseIterable { case removeFiles, forget, beginRemoval }

  private final class Faults: Sendable {
    let isOn = Atomic(false)
    let removals = Tally()
    let forgettings = Tally()

    func check() throws {
      if isOn.load(ordering: .relaxed) { throw IntakeError(.diskFull, at: .commit, "a test's") }
    }
  }

  private func pipeline(
    _ fixture: HandoffFixture, _ faults: Faults, failingAt step: Step? = nil
  ) async throws -> (SharedContainer, IntakePipeline) {
    let container = try await SharedContainer.open(
      at: fixture.path, time: fixture.time,
      storeFaults: { call in
        guard call == .remove else { return }
        faults.removals.add()
        if step == .removeFiles { try faults.check() }
      },
      catalogFaults: { call in
        if call == .forget { faults.forgettings.add() }
        switch (step, call) {
        case (.forget, .forget), (.beginRemoval, .beginRemoval): try faults.check()
        default: break
        }
      })
    var configuration = IntakePipeline.Configuration()
    configuration.durability = .none
    return (container, try IntakePipeline(into: container, configuration: configuration))
  }

  /// `count` attachments, and one that is refused when all the others are stored.
  private static func aborted(_ count: Int) -> [Attachment] {
    (0..<count).map { Attachment(bytes: Array("\($0)".utf8), type: "public.plain-text") }
      + [Attachment(bytes: [], type: "public.plain-text")]
  }

  @Test
  func `a large batch that is aborted is removed in few steps`() async throws {
    try await withHandoff { fixture in
      let faults = Faults()
      let (container, pipeline) = try await pipeline(fixture, faults)
      let outcomes = try await pipeline.ingest(Self.aborted(1_000), policy: .allOrNothing)
      #expect(outcomes.compactMap(\.refusal).count == 1_001)
      #expect(faults.removals.count == 1)
      #expect(faults.forgettings.count == 1)
      #expect(try fixture.copies().isEmpty)
      #expect(try await container.totals() == ContainerTotals())
      await container.close()
    }
  }

  @Test(arguments: [false, true])
  func `what an aborted batch could not remove goes with the next commit`(
    failsAtRows: Bool
  ) async throws {
    try await withHandoff { fixture in
      let faults = Faults()
      let (container, pipeline) = try await pipeline(
        fixture, faults, failingAt: failsAtRows ? .forget : .removeFiles)
      faults.isOn.store(true, ordering: .relaxed)
      await #expect(throws: IntakeError.self) {
        try await pipeline.ingest(Self.aborted(300), policy: .allOrNothing)
      }
      #expect(try await container.totals().count > 0)
      faults.isOn.store(false, ordering: .relaxed)
      let outcome = try await pipeline.ingest(.shared(.jpeg(bytes: 500)))
      #expect(outcome.stored != nil)
      #expect(try fixture.copies().count == 1)
      #expect(try await container.totals().count == 1)
      await container.close()
    }
  }

  @Test(arguments: [0, 1, 2])
  func `what was not delivered and could not be undone goes with the next commit`(
    step: Int
  ) async throws {
    try await withHandoff { fixture in
      let faults = Faults()
      let (container, pipeline) = try await pipeline(
        fixture, faults, failingAt: Step.allCases[step])
      await #expect(throws: Enough.self) {
        try await pipeline.ingest(Attachment.photos(9)) { _ in
          faults.isOn.store(true, ordering: .relaxed)
          try await eventually { pipeline.counters.inFlight == 0 }
          throw Enough()
        }
      }
      #expect(try await container.totals().count == 9)
      faults.isOn.store(false, ordering: .relaxed)
      let outcome = try await pipeline.ingest(.shared(.jpeg(bytes: 500)))
      #expect(outcome.stored != nil)
      // The one that was delivered, and the new one.
      #expect(try await fixture.inbox.list().count == 2)
      #expect(try await container.totals().count == 2)
      #expect(try fixture.copies().count == 2)
      await container.close()
    }
  }
}
