import AttachmentIntake
import IntakeTesting
import Testing

/// A pipeline into a fresh container, and what tests ask of it.
struct InboxFixture: Sendable {
  let folder: TemporaryFolder
  let container: SharedContainer
  let pipeline: IntakePipeline

  /// All bytes of what was stored.
  func bytes(_ outcome: Outcome?) async throws -> [UInt8] {
    let stored = try #require(outcome?.stored)
    let reader = try await Inbox(container).open(stored.id)
    defer { reader.close() }
    return try await reader.bytes(limit: .mebibytes(16))
  }

  /// Expects that nothing is under way, and that exactly `count` are in the container.
  func expectSettled(stored count: Int, sourceLocation: SourceLocation = #_sourceLocation)
    async throws
  {
    let counters = pipeline.counters
    #expect(counters.inFlight == 0, sourceLocation: sourceLocation)
    #expect(counters.memoryReserved == .zero, sourceLocation: sourceLocation)
    #expect(counters.diskGranted == .zero, sourceLocation: sourceLocation)
    #expect(try await container.totals().count == count, sourceLocation: sourceLocation)
    #expect(try folder.list("container/attachments").count == count, sourceLocation: sourceLocation)
    #expect(try folder.list("container/staging") == [], sourceLocation: sourceLocation)
  }
}

func withInbox<Result>(
  _ configuration: IntakePipeline.Configuration = .init(),
  _ body: (InboxFixture) async throws -> Result
) async throws -> Result {
  try await withTemporaryFolder { folder in
    try await SharedContainer.withContainer(at: folder.path(of: "container")) { container in
      try await body(
        InboxFixture(
          folder: folder, container: container,
          pipeline: try IntakePipeline(into: container, configuration: configuration)))
    }
  }
}
