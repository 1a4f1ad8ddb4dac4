import ContainerStorage
import Glibc
import IntakeModel
import IntakeTesting
import Testing

/// Staged files: what they leave behind, and what they never touch.
@Suite(.timeLimit(.minutes(5)))
struct FolderContainerTests {
  private let folder: TemporaryFolder
  private let container: FolderContainer

  init() throws {
    folder = try TemporaryFolder()
    container = try FolderContainer(at: folder("c"), create: true)
  }

  @Test func `a published copy is a file with the bytes that were written`() async throws {
    let bytes = Files.pattern(300_000)
    let name = try await container.publishCopy(of: bytes, durable: true)
    #expect(try Files.read(folder("c/attachments/\(name)")) == bytes)
  }

  @Test func `a published copy is not for everybody`() async throws {
    let name = try await container.publishCopy(of: [1])
    var status = stat()
    #expect(stat(folder("c/attachments/\(name)"), &status) == 0)
    #expect(status.st_mode & 0o117 == 0)
  }

  @Test func `a staged copy has no name`() throws {
    let name = StoredName(id: .new(), filenameExtension: "jpg")
    _ = try container.stageCopy(of: [1, 2, 3], as: name)
    #expect(try Files.names(in: folder("c/attachments")).isEmpty)
    #expect(try Files.names(in: folder("c/staging")).isEmpty)
  }

  @Test(arguments: [FolderContainer.Staging.automatic, .hiddenNames])
  func `an abandoned copy leaves nothing`(staging: FolderContainer.Staging) throws {
    let container = try FolderContainer(at: folder("c"), create: false, staging: staging)
    let writer = try container.stage(.new(), expectedSize: .mebibytes(20))
    try Files.pattern(1000).withUnsafeBytes { try writer.write($0) }
    #expect(try Files.names(in: folder("c/staging")).isEmpty == (staging == .automatic))
    writer.abandon()
    #expect(try Files.names(in: folder("c/staging")).isEmpty)
    #expect(try Files.names(in: folder("c/attachments")).isEmpty)
  }

  @Test(arguments: [FolderContainer.Staging.automatic, .hiddenNames])
  func `a writer that goes away leaves nothing`(staging: FolderContainer.Staging) throws {
    let container = try FolderContainer(at: folder("c"), create: false, staging: staging)
    let before = try openFiles(below: folder.path)
    _ = try container.stage(.new(), expectedSize: nil)
    #expect(try Files.names(in: folder("c/staging")).isEmpty)
    #expect(try openFiles(below: folder.path) == before)
  }

  @Test(arguments: [FolderContainer.Staging.automatic, .hiddenNames])
  func `a thousand copies leave no descriptor`(staging: FolderContainer.Staging) async throws {
    let container = try FolderContainer(at: folder("c"), create: false, staging: staging)
    let before = try openFiles(below: folder.path)
    for index in 0..<250 {
      let abandoned = try container.stage(.new(), expectedSize: nil)
      abandoned.abandon()
      container.discard([try container.stageCopy(of: [1], as: StoredName(id: .new()))])
      let name = StoredName(id: .new())
      let receipt = try container.stageCopy(of: [2], as: name)
      #expect(await container.publish([receipt], durable: false).isEmpty)
      let second = try container.stageCopy(of: [3], as: name)
      #expect(await container.publish([second], durable: false).count == 1, "round \(index)")
    }
    #expect(try openFiles(below: folder.path) == before)
    #expect(try Files.names(in: folder("c/staging")).isEmpty)
  }

  @Test func `space set aside and not used is given back`() async throws {
    let name = StoredName(id: .new())
    let writer = try container.stage(name.id, expectedSize: .mebibytes(32))
    try [UInt8(1)].withUnsafeBytes { try writer.write($0) }
    let receipt = try writer.finish(as: name)
    #expect(await container.publish([receipt], durable: true).isEmpty)
    var status = stat()
    #expect(stat(folder("c/attachments/\(name)"), &status) == 0)
    #expect(status.st_size == 1)
    #expect(status.st_blocks < 64)
  }

  @Test func `closing gives up staged copies and the owner file`() throws {
    let before = try openFiles(below: folder("c/attachments"))
    _ = try container.stageCopy(of: [1], as: StoredName(id: .new()))
    #expect(try Files.names(in: folder("c/owners")) == [container.owner.description])
    container.close()
    #expect(try openFiles(below: folder("c/attachments")) == before)
    #expect(try Files.names(in: folder("c/owners")).isEmpty)
  }

  @Test func `abandoning while another thread writes does no harm`() async throws {
    let bytes = Files.pattern(65536)
    for _ in 0..<100 {
      let writer = try container.stage(.new(), expectedSize: nil)
      async let writing: Void = onOwnThread {
        // Ends by the error of the abandoned copy, whenever that comes.
        while (try? bytes.withUnsafeBytes({ try writer.write($0) })) != nil {}
      }
      writer.abandon()
      try await writing
    }
    #expect(try Files.names(in: folder("c/attachments")).isEmpty)
    let reference = try FolderContainer(at: folder("reference"), create: true)
    #expect(
      try openFiles(below: folder("c/")) == openFiles(below: folder("reference/")),
      "\(reference.owner) holds as many descriptors as a container that did nothing")
  }

  @Test func `an abandoned copy answers with a cancellation`() throws {
    let writer = try container.stage(.new(), expectedSize: nil)
    writer.abandon()
    #expect(throws: CancellationError.self) {
      try [UInt8(1)].withUnsafeBytes { try writer.write($0) }
    }
  }

  @Test func `one copy of an identifier is staged at a time`() throws {
    let name = StoredName(id: .new())
    _ = try container.stageCopy(of: [1], as: name)
    #expect(code { _ = try container.stageCopy(of: [2], as: name) } == .invalidArgument)
  }
}
