import AttachmentIntake
import ContainerStorage
import Glibc
import IntakeTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct LentContentTests {
  @Test(arguments: [FolderContainer.Staging.automatic, .hiddenNames])
  func `a staged copy is validated before it has a name`(staging: FolderContainer.Staging)
    async throws
  {
    try await withValidators { validators async throws in
      let container = try FolderContainer(
        at: validators.folder.path(of: "container"), create: true, staging: staging)
      defer { container.close() }
      let id = AttachmentID(milliseconds: 1)
      let writer = try container.stage(id, expectedSize: nil)
      try Array("text".utf8).withUnsafeBytes { try writer.write($0) }
      let receipt = try writer.finish(as: StoredName(id: id, filenameExtension: "txt"))
      let content = try await container.openStagedCopy(receipt)
      #expect(content.size == .bytes(4))
      #expect(
        try await validators.pool.validate(content, as: "public.plain-text")
          == .valid(ContentFacts()))
      // The validator may read, and neither write nor cut.
      try content.withDescriptor { descriptor in
        #expect(write(descriptor, "x", 1) < 0)
        #expect(ftruncate(descriptor, 0) < 0)
      }
      #expect(await container.publish([receipt], durable: false).isEmpty)
      await #expect(throws: IntakeError.self) { try await container.openStagedCopy(receipt) }
      #expect(
        try await validators.pool.validate(content, as: "public.plain-text")
          == .valid(ContentFacts()))
    }
  }

  @Test func `what is no regular file is not lent`() throws {
    try withTemporaryFolder { folder in
      #expect(throws: IntakeError.self) { try LentFile(at: LocalPath(folder.path)) }
      #expect(throws: IntakeError.self) { try LentFile(at: "/dev/null") }
      #expect(throws: IntakeError.self) { try LentFile(at: "/nonexistent") }
      let link = try folder.link("link", to: "/etc/passwd")
      #expect(throws: IntakeError.self) { try LentFile(at: LocalPath(link)) }
    }
  }

  @Test func `content that cannot be opened is not validated`() async throws {
    struct Unreadable: LocalContent {
      var size: ByteCount { .bytes(1) }
      func withDescriptor<Result>(_ body: (Int32) throws -> Result) throws -> Result {
        throw IntakeError(.readFailed, at: .validation, "no")
      }
    }
    struct Pipe: LocalContent {
      var size: ByteCount { .bytes(1) }
      func withDescriptor<Result>(_ body: (Int32) throws -> Result) throws -> Result {
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        defer { for end in ends { close(end) } }
        return try body(ends[0])
      }
    }
    try await withValidators { validators async throws in
      let values: [any LocalContent] = [Unreadable(), Pipe()]
      for content in values {
        #expect(
          try await validators.pool.validate(content, as: "public.plain-text")
            == .notValidated(.contentUnreadable))
      }
    }
  }
}
