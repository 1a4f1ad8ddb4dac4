import ContainerStorage
import Glibc
import IntakeModel
import Testing

/// Who is alive, and what the dead leave (P8).
@Suite(.timeLimit(.minutes(5)))
struct OwnerTests {
  private let folder: TemporaryFolder
  private let container: FolderContainer
  private let other = OwnerID(milliseconds: 1)

  init() throws {
    folder = try TemporaryFolder()
    container = try FolderContainer(at: folder("c"), create: true)
  }

  private var ownerFile: String { folder("c/owners/\(other)") }

  private func hiddenFile(of owner: OwnerID) throws -> String {
    let path = folder("c/staging/.\(owner)-\(AttachmentID.new())")
    try Files.write("staged", to: path)
    return path
  }

  @Test func `an owner is dead once its process was killed`() async throws {
    let holder = try LockHolder(on: ownerFile)
    #expect(try await container.deadOwners(among: [other]).isEmpty)
    holder.kill()
    #expect(try await container.deadOwners(among: [other]) == [other])
  }

  @Test func `a process number in the owner file makes nobody live`() async throws {
    try Files.write("process \(getpid())\n", to: ownerFile)
    #expect(try await container.deadOwners(among: [other]) == [other])
  }

  @Test func `an owner whose file may not be read counts as alive`() async throws {
    try Files.write("", to: ownerFile)
    try check(chmod(ownerFile, 0))
    for path in [folder.path, folder("c"), folder("c/staging"), folder("c/attachments")] {
      try check(chmod(path, 0o777))
    }
    try check(chmod(folder("c/owners"), 0o777))
    let path = folder("c")
    let other = other.description
    await #expect(processExitsWith: .success) { [path = path as String, other = other as String] in
      if geteuid() == 0 { try #require(setuid(65534) == 0) }
      let container = try FolderContainer(at: path, create: false)
      let owner = try #require(OwnerID(other))
      #expect(try await container.deadOwners(among: [owner]).isEmpty)
      #expect(try await container.sweepStaging() == 0)
    }
    #expect(Files.exists(ownerFile))
  }

  @Test func `an owner that somebody else is just asking about is dead all the same`()
    async throws
  {
    let asking = try LockHolder(on: ownerFile, mode: "--shared")
    defer { asking.kill() }
    #expect(try await container.deadOwners(among: [other]) == [other])
  }

  @Test func `what a dead owner staged is swept, with its owner file`() async throws {
    let holder = try LockHolder(on: ownerFile)
    let paths = try (0..<3).map { _ in try hiddenFile(of: other) }
    holder.kill()
    #expect(try await container.sweepStaging() == 3)
    #expect(paths.allSatisfy { !Files.exists($0) })
    #expect(!Files.exists(ownerFile))
    #expect(try await container.deadOwners(among: [other]) == [other])
  }

  @Test func `what a live owner of another process stages is left alone`() async throws {
    let holder = try LockHolder(on: ownerFile)
    defer { holder.kill() }
    let path = try hiddenFile(of: other)
    #expect(try await container.sweepStaging() == 0)
    #expect(Files.exists(path))
    #expect(Files.exists(ownerFile))
  }

  @Test func `what another store of this process stages is left alone`() async throws {
    let store = try FolderContainer(at: folder("c"), create: false, staging: .hiddenNames)
    let name = StoredName(id: .new())
    let receipt = try store.stageCopy(of: [1, 2], as: name)
    #expect(try await container.sweepStaging() == 0)
    #expect(await store.publish([receipt], durable: true).isEmpty)
    #expect(try await container.content(of: name) == [1, 2])
  }

  @Test func `hidden files without an owner file are swept, and others are not`() async throws {
    let path = try hiddenFile(of: other)
    for foreign in [".hidden", "\(other)-\(other)", ".\(other)-x"] {
      try Files.write("", to: folder("c/staging/\(foreign)"))
    }
    #expect(try await container.sweepStaging() == 1)
    #expect(!Files.exists(path))
    #expect(try Files.names(in: folder("c/staging")).count == 3)
  }

  @Test(arguments: [FolderContainer.Staging.automatic, .hiddenNames])
  func `an owner whose file was cleaned away makes it again`(
    staging: FolderContainer.Staging
  ) async throws {
    let store = try FolderContainer(at: folder("c"), create: false, staging: staging)
    let file = folder("c/owners/\(store.owner)")
    let receipt = try store.stageCopy(of: [1], as: StoredName(id: .new()))
    let steps: [() async throws -> Void] = [
      { _ = try store.stageCopy(of: [2], as: StoredName(id: .new())) },
      { #expect(await store.synchronizeContent(of: [receipt]).isEmpty) },
      { #expect(await store.publish([receipt], durable: false).isEmpty) },
    ]
    for step in steps {
      #expect(unlink(file) == 0)
      #expect(try await container.deadOwners(among: [store.owner]) == [store.owner])
      try await step()
      #expect(try await container.deadOwners(among: [store.owner]).isEmpty)
    }
    store.close()
    #expect(!Files.exists(file))
  }

  @Test func `foreign files among the owner files are left alone`() async throws {
    try Files.write("", to: folder("c/owners/readme"))
    _ = try await container.sweepStaging()
    #expect(Files.exists(folder("c/owners/readme")))
  }

  @Test(arguments: [FolderContainer.Staging.automatic, .hiddenNames])
  func `a killed process leaves nothing that a sweep does not find`(
    staging: FolderContainer.Staging
  ) async throws {
    let path = folder("c")
    let hidesNames = staging == .hiddenNames
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = path as String, hidesNames = hidesNames as Bool] in
      let container = try FolderContainer(
        at: path, create: false, staging: hidesNames ? .hiddenNames : .automatic)
      let writer = try container.stage(.new(), expectedSize: nil)
      try [UInt8](repeating: 1, count: 5000).withUnsafeBytes { try writer.write($0) }
      _ = try container.stageCopy(of: [2], as: StoredName(id: .new()))
      kill(getpid(), SIGKILL)
    }
    #expect(try Files.names(in: folder("c/owners")).count == 2)
    #expect(try await container.sweepStaging() == (hidesNames ? 2 : 0))
    #expect(try Files.names(in: folder("c/owners")) == [container.owner.description])
    #expect(try Files.names(in: folder("c/staging")).isEmpty)
    #expect(try Files.names(in: folder("c/attachments")).isEmpty)
  }
}
