import ContainerStorage
import Glibc
import IntakeModel
import Testing

/// A container whose folder is removed while it is in use.
@Suite(.timeLimit(.minutes(5)))
struct VanishedContainerTests {
  private let folder: TemporaryFolder
  private let container: FolderContainer
  private let receipt: StagingReceipt
  private let name: StoredName

  init() async throws {
    folder = try TemporaryFolder()
    container = try FolderContainer(at: folder("c"), create: true)
    receipt = try container.stageCopy(of: [1], as: StoredName(id: .new()))
    name = try await container.publishCopy(of: [2])
    TemporaryFolder.remove(folder("c"))
    // Another one in its place is not the one that was opened.
    _ = try FolderContainer(at: folder("c"), create: true)
  }

  @Test func `staging fails`() {
    #expect(
      code { _ = try container.stage(.new(), expectedSize: nil) } == .containerUnavailable)
  }

  @Test(arguments: [true, false])
  func `publishing fails`(durable: Bool) async {
    let failures = await container.publish([receipt], durable: durable)
    #expect(failures[receipt]?.code == .containerUnavailable)
  }

  @Test func `opening fails`() async {
    #expect(await codeOfAsync { _ = try await container.open(name) } == .containerUnavailable)
  }

  @Test func `listing fails, and does not look empty`() async {
    let code = await codeOfAsync { try await container.forEachPage(limit: 10) { _ in } }
    #expect(code == .containerUnavailable)
  }

  @Test func `removing fails`() async {
    let code = await codeOfAsync { try await container.remove([name], durable: false) }
    #expect(code == .containerUnavailable)
  }

  @Test func `nobody is declared dead`() async {
    let owner = OwnerID(milliseconds: 1)
    let code = await codeOfAsync { _ = try await container.deadOwners(among: [owner]) }
    #expect(code == .containerUnavailable)
  }

  @Test func `closing does no harm`() throws {
    container.close()
    #expect(try Files.names(in: folder("c/owners")).isEmpty)
  }
}
