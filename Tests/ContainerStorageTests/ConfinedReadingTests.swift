import ContainerStorage
import Glibc
import IntakeModel
import Testing

/// What is opened as a copy, and what is not (P9).
@Suite(.timeLimit(.minutes(5)))
struct ConfinedReadingTests {
  private let folder: TemporaryFolder
  private let container: FolderContainer
  private let name = StoredName(id: .new(), filenameExtension: "jpg")

  init() throws {
    folder = try TemporaryFolder()
    container = try FolderContainer(at: folder("c"), create: true)
  }

  private var place: String { folder("c/attachments/\(name)") }

  private func codeOfOpening() async -> IntakeError.Code? {
    await codeOfAsync { _ = try await container.open(name) }
  }

  @Test(arguments: [true, false])
  func `a link in the place of a copy is not followed`(leadsOutside: Bool) async throws {
    let target = leadsOutside ? folder("secret") : folder("c/container")
    if leadsOutside { try Files.write("secret", to: target) }
    try Files.link(place, to: target)
    #expect(await codeOfOpening() == .notFound)
  }

  @Test func `a link to another copy is not followed`() async throws {
    let other = try await container.publishCopy(of: [1])
    try Files.link(place, to: "\(other)")
    #expect(await codeOfOpening() == .notFound)
  }

  @Test func `a pipe in the place of a copy is not waited for`() async throws {
    #expect(mkfifo(place, 0o600) == 0)
    #expect(await codeOfOpening() == .notFound)
  }

  @Test func `a folder in the place of a copy is not opened`() async throws {
    try Files.makeFolder(place)
    #expect(await codeOfOpening() == .notFound)
  }

  @Test(arguments: [
    "../c", "..", "/etc/passwd", "0190163d-8694-739b-aea5-966c26f8ad91/../../container",
    "0190163d-8694-739b-aea5-966c26f8ad91.jpg/", "0190163D-8694-739b-aea5-966c26f8ad91.jpg",
    "0190163d-8694-739b-aea5-966c26f8ad91.", "0190163d-8694-739b-aea5-966c26f8ad91.j/pg",
    "0190163d-8694-739b-aea5-966c26f8ad91.jpg\0",
  ])
  func `a path cannot be said as a name`(text: String) {
    #expect(StoredName(text) == nil)
  }

  @Test func `an extension cannot carry a path`() async throws {
    let name = StoredName(id: .new(), filenameExtension: "/../../escape")
    let receipt = try container.stageCopy(of: [1], as: name)
    #expect(await container.publish([receipt], durable: false).isEmpty)
    #expect(try Files.names(in: folder("c/attachments")) == [name.id.description])
  }

  @Test func `files that are not ours are not listed`() async throws {
    let ours = try await container.publishCopy(of: [1])
    for foreign in [".hidden", "readme.txt", "\(ours).tmp", ".\(ours)", "\(name.id).JPG"] {
      try Files.write("foreign", to: folder("c/attachments/\(foreign)"))
    }
    #expect(try await container.allNames() == [ours])
  }

  @Test func `a lent descriptor reads the copy, and closes with its reader`() async throws {
    let name = try await container.publishCopy(of: [4, 5, 6])
    let before = try openFiles(below: folder.path)
    let reader = try await container.openCopy(name)
    let bytes = try reader.withDescriptor { descriptor in
      var bytes = [UInt8](repeating: 0, count: 10)
      let count = pread(descriptor, &bytes, bytes.count, 0)
      return Array(bytes.prefix(max(0, count)))
    }
    #expect(bytes == [4, 5, 6])
    reader.close()
    #expect(try openFiles(below: folder.path) == before)
    #expect(code { try reader.withDescriptor { _ in } } == .closed)
  }

  @Test func `a copy that was cut short ends early and does not spin`() async throws {
    let name = try await container.publishCopy(of: Files.pattern(10_000))
    let reader = try await container.open(name)
    #expect(try await reader.next(atMost: 4000)?.count == 4000)
    #expect(truncate(folder("c/attachments/\(name)"), 5000) == 0)
    #expect(try await reader.next(atMost: 4000)?.count == 1000)
    #expect(try await reader.next(atMost: 4000) == nil)
  }
}
