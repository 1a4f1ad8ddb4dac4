import AttachmentIntake
import Foundation
import IntakeModel
import IntakeTesting
import Testing

/// A catalog that is gone, cut or another one never makes the copies look left over (P8).
@Suite(.timeLimit(.minutes(5))) struct LostCatalogTests {
  private static let variable = "INTAKE_KILLED_CONTAINER"
  private static let container = TestProgram.variable(variable)

  /// What is done to the files of a catalog.
  enum Loss: String, CaseIterable {
    case everything, file, log, emptied, emptiedAlone, another

    func happen(in folder: TemporaryFolder) async throws {
      switch self {
      case .everything: try Self.remove("", "-wal", "-shm", in: folder)
      case .file: try Self.remove("", in: folder)
      case .log: try Self.remove("-wal", "-shm", in: folder)
      case .emptied:
        try Self.remove("", "-wal", "-shm", in: folder)
        try folder.write([], to: "container/catalog.sqlite")
      case .emptiedAlone:
        try Self.remove("", in: folder)
        try folder.write([], to: "container/catalog.sqlite")
      case .another:
        let other = try await SharedContainer.open(at: folder.path(of: "other"))
        await other.close()
        try Self.remove("", "-wal", "-shm", in: folder)
        for suffix in ["", "-wal", "-shm"] {
          let bytes = try folder.read("other/catalog.sqlite\(suffix)")
          try folder.write(bytes, to: "container/catalog.sqlite\(suffix)")
        }
      }
    }

    private static func remove(_ suffixes: String..., in folder: TemporaryFolder) throws {
      for suffix in suffixes {
        try FileManager.default.removeItem(
          atPath: folder.path(of: "container/catalog.sqlite\(suffix)"))
      }
    }
  }

  /// Expects that the container does not open, once and again, and keeps its copies.
  private func expectRefusal(
    of path: String, in folder: TemporaryFolder, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let copies = try folder.list("container/attachments").sorted()
    #expect(copies.count == 3, sourceLocation: sourceLocation)
    for _ in 0..<2 {
      let error = await #expect(throws: IntakeError.self, sourceLocation: sourceLocation) {
        try await SharedContainer.open(at: path)
      }
      #expect(error?.code == .catalogDamaged, sourceLocation: sourceLocation)
      #expect(
        error?.message.contains("nothing was touched") == true, sourceLocation: sourceLocation)
    }
    #expect(
      try folder.list("container/attachments").sorted() == copies, sourceLocation: sourceLocation)
  }

  private func fill(_ container: SharedContainer) async throws {
    let photos = (0..<3).map { Attachment.shared(.jpeg(bytes: 1_000, seed: UInt64($0))) }
    let outcomes = try await IntakePipeline(into: container).ingest(photos)
    #expect(outcomes.compactMap(\.stored).count == 3)
  }

  // After closing, the log is empty, and the catalog is whole without it.
  @Test(arguments: Loss.allCases.filter { $0 != .log })
  func `copies of a closed container whose catalog is lost stay`(loss: Loss) async throws {
    try await withTemporaryFolder { folder in
      let path = folder.path(of: "container")
      let container = try await SharedContainer.open(at: path)
      try await fill(container)
      await container.close()
      try await loss.happen(in: folder)
      try await expectRefusal(of: path, in: folder)
    }
  }

  @Test(
    .enabled(if: TestProgram.path != nil, "this program cannot be started again"),
    arguments: Loss.allCases)
  func `copies of a killed process whose catalog is lost stay`(loss: Loss) async throws {
    let program = try #require(TestProgram.path)
    try await withTemporaryFolder { folder in
      let path = folder.path(of: "container")
      let writer = try ChildProcess(
        program, TestProgram.arguments(running: "LostCatalogTests.*takes in three"),
        environment: .adding([Self.variable: path]), input: .pipe)
      try await writer.waitForOutput("has three")
      writer.kill()
      #expect(try await writer.wait().status == .signalled(9))
      try await loss.happen(in: folder)
      try await expectRefusal(of: path, in: folder)
    }
  }

  @Test(.enabled(if: container != nil, "a part of the test above"))
  func `takes in three, and waits for its end`() async throws {
    let container = try await SharedContainer.open(at: try #require(Self.container))
    try await fill(container)
    TestProgram.write(line: "has three")
    TestProgram.waitForEndOfInput()
    withExtendedLifetime(container) {}
  }

  @Test
  func `a closed catalog without its empty log is whole`() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.path(of: "container")
      let container = try await SharedContainer.open(at: path)
      try await fill(container)
      await container.close()
      try await Loss.log.happen(in: folder)
      let again = try await SharedContainer.open(at: path)
      #expect(again.recovery.isClean)
      #expect(try await Inbox(again).list().count == 3)
      await again.close()
    }
  }

  @Test(arguments: Loss.allCases.filter { $0 != .another })
  func `a container without copies gets a new catalog`(loss: Loss) async throws {
    try await withTemporaryFolder { folder in
      let path = folder.path(of: "container")
      await (try await SharedContainer.open(at: path)).close()
      try await loss.happen(in: folder)
      let container = try await SharedContainer.open(at: path)
      try await fill(container)
      #expect(try await Inbox(container).list().count == 3)
      await container.close()
    }
  }

  @Test
  func `a container that got no further than its marker is completed`() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.path(of: "container")
      await (try await SharedContainer.open(at: path)).close()
      for name in try folder.list("container") where name.hasPrefix("catalog.sqlite") {
        try FileManager.default.removeItem(atPath: folder.path(of: "container/\(name)"))
      }
      let container = try await SharedContainer.open(at: path)
      try await fill(container)
      await container.close()
    }
  }

  @Test
  func `many that create a container at once all take part in it`() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.path(of: "container")
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<6 {
          group.addTask {
            let container = try await SharedContainer.open(at: path)
            try await fill(container)
            await container.close()
          }
        }
        try await group.waitForAll()
      }
      let container = try await SharedContainer.open(at: path)
      #expect(try await Inbox(container).list().count == 18)
      await container.close()
    }
  }

  @Test
  func `a link that points elsewhere by now pairs no folder with another's catalog`() async throws {
    try await withTemporaryFolder { folder in
      for name in ["first", "second"] {
        let container = try await SharedContainer.open(at: folder.path(of: name))
        await container.close()
      }
      // As if the link were flipped between the folder and the catalog.
      try FileManager.default.removeItem(atPath: folder.path(of: "first/catalog.sqlite"))
      try FileManager.default.copyItem(
        atPath: folder.path(of: "second/catalog.sqlite"),
        toPath: folder.path(of: "first/catalog.sqlite"))
      let error = await #expect(throws: IntakeError.self) {
        try await SharedContainer.open(at: folder.path(of: "first"))
      }
      #expect(error?.code == .catalogDamaged)
      #expect(error?.message.contains("another container") == true)
    }
  }
}
