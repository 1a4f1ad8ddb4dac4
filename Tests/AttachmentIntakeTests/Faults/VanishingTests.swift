import AttachmentIntake
import IntakeModel
import IntakeTesting
import Testing

/// The container goes away while it is in use.
@Suite(.timeLimit(.minutes(5))) struct VanishingTests {
  private func photos(_ count: Int) -> [SampleContent] {
    (0..<count).map { .jpeg(bytes: 500, seed: UInt64($0)) }
  }

  @Test
  func `a container that was moved away is unavailable, and works again once it is back`()
    async throws
  {
    try await withHandoff { fixture in
      let id = try await fixture.storePhoto().id
      let elsewhere = fixture.folder.path(of: "elsewhere")
      try Files.rename(fixture.path, to: elsewhere)
      let code = await failureCode { _ = try await fixture.ingest(photos(3)) }
      #expect(code == .containerUnavailable)
      #expect(await failureCode { _ = try await fixture.inbox.take() } == .containerUnavailable)
      #expect(try fixture.folder.list("elsewhere/attachments").count == 1)

      try Files.rename(elsewhere, to: fixture.path)
      #expect(try await fixture.ingest(photos(3)).compactMap(\.stored).count == 3)
      #expect(try await fixture.inbox.take(id)?.id == id)
    }
  }

  @Test
  func `a container that goes away during a batch gives each attachment an outcome`() async throws {
    try await withHandoff { fixture in
      var configuration = IntakePipeline.Configuration()
      configuration.groupCount = 4
      configuration.groupDelay = .seconds(60)
      let pipeline = try IntakePipeline(into: fixture.container, configuration: configuration)
      let attachments = photos(100).map { Attachment.shared($0) }
      let elsewhere = fixture.folder.path(of: "elsewhere")
      var outcomes: [Outcome] = []
      try await pipeline.ingest(attachments) { outcome in
        outcomes.append(outcome)
        if outcomes.count == 10 { try Files.rename(fixture.path, to: elsewhere) }
      }
      #expect(Set(outcomes.map(\.position)) == Set(0..<100))
      let refusals = Set(outcomes.compactMap(\.refusal?.code))
      #expect(refusals.isEmpty || refusals == [.containerUnavailable])

      try Files.rename(elsewhere, to: fixture.path)
      let rows = try await fixture.inbox.list()
      let stored = Set(outcomes.compactMap { $0.stored?.id })
      #expect(stored == Set(rows.map(\.id)))
      #expect(Set(try fixture.copies()) == Set(rows.map { "\($0.storedName)" }))
      #expect(pipeline.counters.inFlight == 0)
      #expect(pipeline.counters.memoryReserved == .zero)
    }
  }

  @Test
  func `a container that was removed is unavailable, whatever is asked of it`() async throws {
    try await withHandoff { fixture in
      let id = try await fixture.storePhoto().id
      let taken = try #require(try await fixture.inbox.take(id))
      try Files.removeAll(fixture.path)
      let inbox = fixture.inbox
      #expect(await failureCode { _ = try await inbox.list() } == .containerUnavailable)
      #expect(await failureCode { _ = try await inbox.open(id) } == .containerUnavailable)
      #expect(await failureCode { _ = try await inbox.take() } == .containerUnavailable)
      #expect(await failureCode { try await taken.finish() } == .containerUnavailable)
      #expect(await failureCode { try await inbox.discard(id) } == .containerUnavailable)
      #expect(
        await failureCode { _ = try await inbox.sweep(by: RetentionRule()) }
          == .containerUnavailable)
      #expect(
        await failureCode { _ = try await fixture.ingest(photos(3)) } == .containerUnavailable)
      #expect(!fixture.folder.contains("container"))
    }
  }

  @Test(.enabled(if: MountedFileSystem.canMount, "this process may not mount a file system"))
  func `a container whose disk was taken away is unavailable, and another can be opened there`()
    async throws
  {
    let disk = try MountedFileSystem(tmpfs: .mebibytes(8))
    let path = disk.path + "/container"
    let container = try await SharedContainer.open(at: path)
    let pipeline = try IntakePipeline(into: container)
    disk.unmount()
    let code = await failureCode {
      _ = try await pipeline.ingest([.shared(.jpeg(bytes: 500))])
    }
    #expect(code == .containerUnavailable)
    await container.close()
    let fresh = try await SharedContainer.open(at: path)
    #expect(try await fresh.totals().count == 0)
    await fresh.close()
  }
}
