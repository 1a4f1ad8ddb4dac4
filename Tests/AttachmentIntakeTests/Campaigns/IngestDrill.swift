import AttachmentIntake
import IntakeModel
import IntakeTesting
import Synchronization
import Testing

/// An ingest in this test program, for what the command cannot be told.
@Suite struct IngestDrill {
  private static let settings = TestProgram.variable("INTAKE_CHILD_INGEST")
  private static let files = TestProgram.variable("INTAKE_CHILD_FILES")

  static let arguments = TestProgram.arguments(running: "IngestDrill")

  enum Order: String {
    /// Keeps staged copies under hidden names, as on a file system without unnamed files.
    case hideNames
    /// Is killed in its second commit, when the copies have their names.
    case dieWithNames
  }

  static func environment(
    _ order: Order, container: String, durability: Durability, policy: BatchPolicy, files: [String]
  ) -> [String: String] {
    [
      "INTAKE_CHILD_INGEST": "\(container)\n\(durability.rawValue)\n\(policy.rawValue)\n\(order)",
      "INTAKE_CHILD_FILES": files.joined(separator: "\n"),
    ]
  }

  @Test(.enabled(if: settings != nil, "a part of the campaigns"))
  func `takes in files as it is told, and reports as the command does`() async throws {
    let settings = try #require(Self.settings).split(separator: "\n").map(String.init)
    var configuration = IntakePipeline.Configuration()
    configuration.durability = try #require(Durability(rawValue: settings[1]))
    let policy = try #require(BatchPolicy(rawValue: settings[2]))
    let order = try #require(Order(rawValue: settings[3]))
    let files = try #require(Self.files).split(separator: "\n").map(String.init)

    if order == .dieWithNames { configuration.groupCount = files.count / 2 }
    let commits = Mutex(0)
    let container = try await SharedContainer.open(
      at: settings[0], hidesNames: order == .hideNames,
      catalogFaults: { call in
        guard order == .dieWithNames, call == .markStored else { return }
        let number = commits.withLock { count in
          count += 1
          return count
        }
        if number == 2 { TestProgram.die() }
      })
    let pipeline = try IntakePipeline(into: container, configuration: configuration)
    let attachments = files.map { Attachment(fileAt: $0) }
    let summary = try await pipeline.ingest(attachments, options: BatchOptions(policy: policy)) {
      guard let stored = $0.stored else { return }
      TestProgram.write(
        line: """
          {"position":\($0.position),"result":"stored","id":"\(stored.id)",\
          "size":\(stored.size.bytes),"sha256":"\(stored.digest)"}
          """)
    }
    #expect(summary.stored == files.count)
    await container.close()
  }
}
