import AttachmentIntake
import IntakeModel
import IntakeTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct CatalogFaultTests {
  @Test
  func `a catalog that is damaged is an error, and the copies are left as they are`() async throws {
    try await withHandoff { fixture in
      try await fixture.store((0..<200).map { .jpeg(bytes: 100, seed: $0) })
      await fixture.container.close()
      var bytes = try fixture.folder.read("container/catalog.sqlite")
      for index in 4096..<bytes.count { bytes[index] = UInt8(truncatingIfNeeded: index &* 31) }
      try fixture.folder.write(bytes, to: "container/catalog.sqlite")
      let code = await failureCode {
        let container = try await fixture.reopen()
        _ = try await Inbox(container).list()
        await container.close()
      }
      #expect(code == .catalogDamaged)
      #expect(try fixture.copies().count == 200)
    }
  }

  @Test
  func `something else in the place of the catalog is left as it is`() async throws {
    try await withHandoff { fixture in
      await fixture.container.close()
      let text = [UInt8](repeating: UInt8(ascii: "x"), count: 10_000)
      try fixture.folder.write(text, to: "container/catalog.sqlite")
      let code = await failureCode { _ = try await fixture.reopen() }
      #expect(code == .containerUnsuitable)
      #expect(try fixture.folder.read("container/catalog.sqlite") == text)
    }
  }

  @Test
  func `a catalog that another process holds locked fails the commits, until it lets go`()
    async throws
  {
    try await withHandoff { fixture in
      let path = fixture.folder.path(of: "container/catalog.sqlite")
      let container = try await SharedContainer.open(
        at: fixture.path, time: fixture.time, lockTimeout: .milliseconds(50))
      let holder = try ChildProcess("sqlite3", [path], input: .pipe)
      try holder.write(Array("BEGIN IMMEDIATE;\n.print locked\n".utf8))
      try await holder.waitForOutput("locked")

      let pipeline = try IntakePipeline(into: container)
      let photos = (0..<70).map { Attachment.shared(.jpeg(bytes: 500, seed: UInt64($0))) }
      let outcomes = try await pipeline.ingest(photos)
      #expect(outcomes.count == 70)
      #expect(outcomes.allSatisfy { $0.refusal?.code == .containerBusy })
      #expect(try fixture.copies().isEmpty)
      #expect(await failureCode { _ = try await Inbox(container).take() } == .containerBusy)
      #expect(try await Inbox(container).list().isEmpty)

      holder.closeInput()
      _ = try await holder.wait()
      #expect(try await pipeline.ingest(photos).compactMap(\.stored).count == 70)
      await container.close()
    }
  }

  @Test
  func `a short lock of another process is waited for`() async throws {
    try await withHandoff { fixture in
      let path = fixture.folder.path(of: "container/catalog.sqlite")
      let holder = try ChildProcess("sqlite3", [path], input: .pipe)
      try holder.write(Array("BEGIN IMMEDIATE;\n.print locked\n".utf8))
      try await holder.waitForOutput("locked")
      async let storing = fixture.storePhoto()
      holder.closeInput()
      let stored = try await storing
      #expect(try await fixture.inbox.open(stored.id).bytes(limit: .mebibytes(1)).count == 5_000)
    }
  }
}
