import AttachmentIntake
import IntakeModel
import IntakeTesting
import Testing

/// A container that is full refuses new copies and says so, until there is room again (P9).
@Suite(.timeLimit(.minutes(5))) struct FullContainerTests {
  @Test(arguments: [
    ContainerLimits(count: 3), ContainerLimits(bytes: .bytes(3_999)),
  ])
  func `what does not fit is refused, and fits once something was finished`(
    limits: ContainerLimits
  ) async throws {
    try await withHandoff { fixture in
      let photos: [SampleContent] = (0..<5).map { .jpeg(bytes: 1_000, seed: $0) }
      let outcomes = try await fixture.ingest(photos, limits: limits)
      #expect(outcomes.compactMap(\.stored).count == 3)
      #expect(outcomes.compactMap(\.refusal?.code) == [.containerFull, .containerFull])
      #expect(try fixture.copies().count == 3)
      #expect(try await fixture.ingest([photos[0]], limits: limits)[0].stored == nil)

      try await fixture.inbox.take()?.finish()
      let again = try await fixture.ingest(Array(photos[..<2]), limits: limits)
      #expect(again.compactMap(\.stored).count == 1)
      #expect(try await fixture.container.totals().count == 3)
    }
  }

  @Test
  func `two pipelines that fill one container together stay within its limit`() async throws {
    try await withHandoff { fixture in
      let other = try await fixture.reopen()
      let limits = ContainerLimits(count: 20)
      let stored = try await withThrowingTaskGroup(of: Int.self) { group in
        for container in [fixture.container, other] {
          group.addTask {
            var configuration = IntakePipeline.Configuration()
            configuration.container = limits
            let pipeline = try IntakePipeline(into: container, configuration: configuration)
            let photos = (0..<20).map { Attachment.shared(.jpeg(bytes: 500, seed: $0)) }
            return try await pipeline.ingest(photos).compactMap(\.stored).count
          }
        }
        return try await group.reduce(0, +)
      }
      #expect(stored == 20)
      #expect(try fixture.copies().count == 20)
      await other.close()
    }
  }

  @Test
  func `an all-or-nothing batch that does not fit leaves the room that there was`() async throws {
    try await withHandoff { fixture in
      var configuration = IntakePipeline.Configuration()
      configuration.container = ContainerLimits(count: 10)
      let pipeline = try IntakePipeline(into: fixture.container, configuration: configuration)
      let photos = (0..<11).map { Attachment.shared(.jpeg(bytes: 500, seed: $0)) }
      let refused = try await pipeline.ingest(photos, policy: .allOrNothing)
      #expect(refused.contains { $0.refusal?.code == .containerFull })
      #expect(refused.compactMap(\.stored).isEmpty)
      #expect(try await fixture.container.totals() == ContainerTotals())
      let stored = try await pipeline.ingest(Array(photos[..<10]), policy: .allOrNothing)
      #expect(stored.compactMap(\.stored).count == 10)
    }
  }
}
