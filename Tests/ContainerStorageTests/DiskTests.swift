import ContainerStorage
import Glibc
import IntakeModel
import IntakeTesting
import Testing

/// Faults of the disk, on real file systems that are small or read-only.
@Suite(
  .timeLimit(.minutes(5)),
  .enabled(if: MountedFileSystem.canMount, "this process may not mount a file system"))
struct DiskTests {
  /// Writes `count` bytes and returns the error that ends it.
  private func fill(_ writer: any StagingWriter, _ count: Int) -> IntakeError? {
    do {
      try Files.pattern(count).withUnsafeBytes { try writer.write($0) }
      return nil
    } catch {
      return error as? IntakeError
    }
  }

  @Test(arguments: [FolderContainer.Staging.automatic, .hiddenNames])
  func `a full disk is reported, and free again once the copy is abandoned`(
    staging: FolderContainer.Staging
  ) async throws {
    let disk = try MountedFileSystem(tmpfs: .mebibytes(1))
    let container = try FolderContainer(at: "\(disk.path)/c", create: true, staging: staging)
    let before = try container.freeSpace()
    let writer = try container.stage(.new(), expectedSize: nil)
    let error = fill(writer, 2_000_000)
    #expect(error?.code == .diskFull)
    #expect(error?.message.contains("0 bytes are free") == true)
    writer.abandon()
    // A child process that another test is just starting shares the descriptor until it has begun, and
    // for as long the blocks. If they never came back, the time limit would say so.
    try await eventually { try container.freeSpace() == before }
    let name = try await container.publishCopy(of: Files.pattern(100_000))
    #expect(try await container.content(of: name).count == 100_000)
  }

  @Test func `a copy that cannot fit is refused before its first byte`() throws {
    let disk = try MountedFileSystem(tmpfs: .mebibytes(1))
    let container = try FolderContainer(at: "\(disk.path)/c", create: true)
    #expect(
      code { _ = try container.stage(.new(), expectedSize: .mebibytes(64)) } == .diskFull)
    #expect(try Files.names(in: "\(disk.path)/c/staging").isEmpty)
  }

  @Test func `a disk without free file entries is reported as that`() async throws {
    let disk = try MountedFileSystem(tmpfs: .mebibytes(1), inodes: 20)
    let container = try FolderContainer(at: "\(disk.path)/c", create: true)
    var failure: IntakeError?
    var stored = 0
    while failure == nil, stored < 20 {
      do {
        try await container.publishCopy(of: [1])
        stored += 1
      } catch {
        failure = error as? IntakeError
      }
    }
    #expect(failure?.code == .diskFull)
    #expect(failure?.message.contains("inodes") == true)
    #expect(try container.freeSpace()?.entries == 0)
    #expect(try await container.allNames().count == stored)
  }

  @Test func `free space is told in bytes and entries`() throws {
    let disk = try MountedFileSystem(tmpfs: .mebibytes(1), inodes: 50)
    let container = try FolderContainer(at: "\(disk.path)/c", create: true)
    let space = try #require(try container.freeSpace())
    #expect((1..<1_048_577).contains(space.bytes.bytes))
    #expect((1..<50).contains(try #require(space.entries)))
  }

  @Test func `a folder that becomes immutable is reported as read-only`() async throws {
    let disk = try MountedFileSystem(tmpfs: .mebibytes(1))
    let container = try FolderContainer(at: "\(disk.path)/c", create: true)
    let name = try await container.publishCopy(of: [1])
    try #require(run("chattr", "+i", "\(disk.path)/c/attachments"))
    #expect(code { _ = try container.stage(.new(), expectedSize: nil) } == .containerReadOnly)
    #expect(
      await codeOfAsync { try await container.remove([name], durable: true) }
        == .containerReadOnly)
    #expect(try await container.content(of: name) == [1])
  }

  @Test func `a container on a read-only disk is refused`() throws {
    let disk = try MountedFileSystem(tmpfs: .mebibytes(1))
    try FolderContainer(at: "\(disk.path)/c", create: true).close()
    try disk.setReadOnly(true)
    #expect(
      code { _ = try FolderContainer(at: "\(disk.path)/c", create: false) } == .containerReadOnly)
    #expect(
      code { _ = try FolderContainer(at: "\(disk.path)/d", create: true) } == .containerReadOnly)
  }
}
