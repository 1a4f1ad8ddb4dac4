import AttachmentIntake
import IntakeModel
import IntakeTesting
import Testing

/// The disk under the container is full: of bytes, or of files.
@Suite(
  .timeLimit(.minutes(5)),
  .enabled(if: MountedFileSystem.canMount, "this process may not mount a file system"))
struct FullDiskTests {
  /// What every outcome and the folder agree on afterwards.
  private func expectConsistent(
    _ outcomes: [Outcome], in fixture: HandoffFixture, count: Int
  ) async throws {
    #expect(outcomes.map(\.position) == Array(0..<count))
    #expect(outcomes.allSatisfy { ($0.refusal?.code ?? .diskFull) == .diskFull })
    let rows = try await fixture.inbox.list()
    #expect(Set(rows.map(\.id)) == Set(outcomes.compactMap { $0.stored?.id }))
    #expect(Set(try fixture.copies()) == Set(rows.map { "\($0.storedName)" }))
    #expect(try fixture.folder.list("container/staging").isEmpty)
    for row in rows {
      let reader = try await fixture.inbox.open(row.id)
      while try await reader.next() != nil {}
    }
  }

  @Test(arguments: [Durability.none, .group, .each])
  func `a disk without room refuses what does not fit, and takes it once there is room`(
    durability: Durability
  ) async throws {
    try await withTmpfs(size: .mebibytes(6)) { path in
      try await withHandoff(base: path) { fixture in
        let photos: [SampleContent] = (0..<30).map { .jpeg(bytes: 400_000, seed: $0) }
        let outcomes = try await fixture.ingest(photos, durability: durability)
        let stored = outcomes.compactMap(\.stored)
        #expect(stored.count > 3 && stored.count < 20)
        try await expectConsistent(outcomes, in: fixture, count: 30)

        for attachment in stored { try await fixture.inbox.discard(attachment.id) }
        let again = try await fixture.ingest(Array(photos[..<4]), durability: durability)
        #expect(again.compactMap(\.stored).count == 4)
      }
    }
  }

  @Test
  func `a disk whose last block the catalog wants refuses, and goes on once there is room`()
    async throws
  {
    try await withTmpfs(size: .mebibytes(4)) { path in
      try await withHandoff(base: path) { fixture in
        try await fixture.storePhoto()
        // All but a little: the copies fit, and sooner or later the rows do not.
        let free = try #require(try fixture.container.store.freeSpace()).bytes.bytes
        try fixture.folder.write(.unknown(bytes: Int(free) - 100_000), to: "filler")
        let photos: [SampleContent] = (0..<60).map { .jpeg(bytes: 100, seed: $0) }
        let outcomes = try await fixture.ingest(photos, durability: .each)
        #expect(outcomes.contains { $0.refusal?.code == .diskFull })
        let rows = try await fixture.inbox.list()
        #expect(rows.count == outcomes.compactMap(\.stored).count + 1)
        #expect(Set(try fixture.copies()) == Set(rows.map { "\($0.storedName)" }))

        try Files.remove(fixture.folder.path(of: "filler"))
        #expect(try await fixture.ingest(photos).compactMap(\.stored).count == 60)
        // Rows that could not even be deleted are gone after a restart at the latest.
        await fixture.container.close()
        let after = try await fixture.reopen()
        #expect(try await after.totals().count == rows.count + 60)
        await after.close()
      }
    }
  }

  @Test(arguments: [0, 8 << 10])
  func `a library on a full disk lists, reads and verifies, and removes`(free: Int) async throws {
    try await withTmpfs(size: .mebibytes(4)) { path in
      try await withHandoff(base: path) { fixture in
        await fixture.container.close()
        let first = try await fixture.reopen()
        var configuration = DocumentLibrary.Configuration()
        configuration.intake.minimumFreeSpace = .zero
        let filled = try await DocumentLibrary(first, configuration: configuration)
        for seed in 0..<4 {
          fixture.time.advance(by: .seconds(1))
          let document = try ScriptedDocument(.pdf(bytes: 20_000, seed: UInt64(seed)))
          try await filled.importDocument(document.picked(as: "com.adobe.pdf"))
        }
        await first.close()

        for round in 0..<4 {
          let filler = try Files.freeSpace(path) - free
          try fixture.folder.write(.unknown(bytes: filler), to: "filler \(round)")
          #expect(try Files.freeSpace(path) <= free)
          let again = try await fixture.reopen()
          let library = try await DocumentLibrary(again)
          let documents = try await library.documents()
          #expect(documents.count == 4 - round)
          #expect(try await library.verify().isSound)
          let id = try #require(documents.first?.id)
          #expect(try await library.bytes(of: id).count == 20_000)
          try await library.remove(id)
          #expect(try await library.documents().count == 3 - round)
          await again.close()
        }
        #expect(try fixture.copies().isEmpty)
      }
    }
  }

  @Test
  func `finishing makes room on a full disk`() async throws {
    try await withTmpfs(size: .mebibytes(4)) { path in
      try await withHandoff(base: path) { fixture in
        try await fixture.storePhoto(bytes: 500_000)
        let free = try #require(try fixture.container.store.freeSpace()).bytes.bytes
        try fixture.folder.write(.unknown(bytes: Int(free)), to: "filler")
        let photo = SampleContent.jpeg(bytes: 300_000, seed: 4)
        #expect(try await fixture.ingest([photo])[0].refusal?.code == .diskFull)
        let code = await failureCode { try await fixture.inbox.take()?.finish() }
        // The catalog may have no room to write down that it goes; then it stays, and says why.
        #expect(code == nil || code == .diskFull)
        if code == .diskFull { try Files.remove(fixture.folder.path(of: "filler")) }
        let again = try await fixture.ingest([photo])[0]
        #expect(again.stored != nil)
      }
    }
  }

  @Test
  func `a disk without free file entries refuses what is one too many`() async throws {
    try await withTmpfs(size: .mebibytes(16), inodes: 60) { path in
      try await withHandoff(base: path) { fixture in
        let photos: [SampleContent] = (0..<80).map { .jpeg(bytes: 500, seed: $0) }
        let outcomes = try await fixture.ingest(photos)
        #expect(outcomes.compactMap(\.stored).count > 10)
        #expect(outcomes.compactMap(\.refusal).count > 10)
        try await expectConsistent(outcomes, in: fixture, count: 80)
        let refusal = try #require(outcomes.compactMap(\.refusal).first)
        #expect(refusal.message.contains("inodes"))

        for row in try await fixture.inbox.list() { try await fixture.inbox.discard(row.id) }
        #expect(try await fixture.ingest(Array(photos[..<10])).compactMap(\.stored).count == 10)
      }
    }
  }

  @Test
  func `an all-or-nothing batch that fills the disk leaves it as empty as it was`() async throws {
    try await withTmpfs(size: .mebibytes(6)) { path in
      try await withHandoff(base: path) { fixture in
        var configuration = IntakePipeline.Configuration()
        configuration.minimumFreeSpace = .zero
        configuration.groupCount = 2
        configuration.groupDelay = .seconds(60)
        let pipeline = try IntakePipeline(into: fixture.container, configuration: configuration)
        let photos = (0..<30).map { Attachment.shared(.jpeg(bytes: 400_000, seed: UInt64($0))) }
        let outcomes = try await pipeline.ingest(photos, policy: .allOrNothing)
        #expect(outcomes.count == 30)
        #expect(outcomes.compactMap(\.stored).isEmpty)
        #expect(outcomes.contains { $0.refusal?.code == .diskFull })
        #expect(try fixture.copies().isEmpty)
        #expect(try await fixture.container.totals() == ContainerTotals())
        #expect(pipeline.counters.diskGranted == .zero)
      }
    }
  }
}
