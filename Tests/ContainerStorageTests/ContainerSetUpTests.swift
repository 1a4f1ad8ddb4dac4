import ContainerStorage
import Glibc
import IntakeModel
import Testing

/// What is accepted as a container, what is made one, and what is refused.
@Suite(.timeLimit(.minutes(5)))
struct ContainerSetUpTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder("c")
  }

  @discardableResult
  private func open(create: Bool = true) throws -> FolderContainer {
    try FolderContainer(at: path, create: create)
  }

  @Test func `a missing folder is set up, and opened again`() async throws {
    let name = try await open().publishCopy(of: [1, 2])
    #expect(try await open(create: false).content(of: name) == [1, 2])
    let id = try open(create: false).id
    #expect(
      try Files.read("\(path)/container") == Array("attachment-intake container 1 \(id)\n".utf8))
  }

  @Test func `an empty folder is set up`() throws {
    try Files.makeFolder(path)
    try open()
    #expect(Files.exists("\(path)/container"))
  }

  @Test func `a missing folder is not created unasked`() throws {
    #expect(code { try open(create: false) } == .containerUnavailable)
    #expect(!Files.exists(path))
  }

  @Test func `an empty folder is not set up unasked`() throws {
    try Files.makeFolder(path)
    #expect(code { try open(create: false) } == .containerUnavailable)
    #expect(try Files.names(in: path).isEmpty)
  }

  @Test func `a missing parent folder is not created`() throws {
    #expect(
      code { _ = try FolderContainer(at: folder("a/b"), create: true) } == .containerUnavailable)
    #expect(!Files.exists(folder("a")))
  }

  @Test(arguments: ["", "a\0b"])
  func `a path that names nothing is refused`(path: String) throws {
    #expect(
      code { _ = try FolderContainer(at: path, create: true) } == .containerUnavailable)
  }

  @Test func `a folder with somebody's files is refused and left as it is`() throws {
    try Files.makeFolder(path)
    try Files.write("mine", to: "\(path)/letter.txt")
    #expect(code { try open() } == .containerUnsuitable)
    #expect(try Files.names(in: path) == ["letter.txt"])
  }

  @Test func `a folder whose attachments are somebody's is refused`() throws {
    try Files.makeFolder(path)
    try Files.makeFolder("\(path)/attachments")
    try Files.write("mine", to: "\(path)/attachments/holiday.jpg")
    #expect(code { try open() } == .containerUnsuitable)
    #expect(try Files.names(in: path) == ["attachments"])
  }

  @Test(arguments: [
    [], ["attachments"], ["attachments", "staging"], ["attachments", "staging", "owners"],
    ["lost+found"],
  ])
  func `a set-up that was cut short is completed`(done: [String]) async throws {
    try Files.makeFolder(path)
    for name in done { try Files.makeFolder("\(path)/\(name)") }
    try Files.write("", to: "\(path)/catalog.sqlite")
    try Files.write("", to: "\(path)/catalog.sqlite-wal")
    let name = try await open().publishCopy(of: [1])
    #expect(try await open(create: false).content(of: name) == [1])
  }

  @Test func `copies without a marker are not taken over`() async throws {
    try await open().publishCopy(of: [1])
    #expect(unlink("\(path)/container") == 0)
    #expect(code { try open() } == .containerUnsuitable)
    #expect(try Files.names(in: "\(path)/attachments").count == 1)
  }

  @Test func `a container of a newer version is refused, and the message says so`() throws {
    try Files.makeFolder(path)
    try Files.write("attachment-intake container 2\n", to: "\(path)/container")
    let error = #expect(throws: IntakeError.self) { try open() }
    #expect(error?.code == .containerUnsuitable)
    #expect(error?.message.contains("version 2") == true)
  }

  @Test(arguments: [
    "", "\n", "attachment-intake container 1", "attachment-intake container -1\n",
    "attachment-intake container one\n", "attachment-intake container 1\nmore\n",
    "attachment-intake container 1\n", "attachment-intake container 1 x\n",
    String(repeating: "x", count: 100_000),
  ])
  func `a file named container that is no marker is refused`(text: String) throws {
    try Files.makeFolder(path)
    try Files.write(text, to: "\(path)/container")
    #expect(code { try open() } == .containerUnsuitable)
  }

  @Test func `a marker that is a link or a pipe is refused`() throws {
    try open().close()
    #expect(rename("\(path)/container", folder("real")) == 0)
    try Files.link("\(path)/container", to: folder("real"))
    #expect(code { try open() } == .containerUnsuitable)
    #expect(unlink("\(path)/container") == 0)
    #expect(mkfifo("\(path)/container", 0o600) == 0)
    #expect(code { try open() } == .containerUnsuitable)
  }

  @Test(arguments: ["attachments", "staging", "owners"])
  func `a link in the place of one of our folders is refused`(name: String) throws {
    try open().close()
    #expect(rename("\(path)/\(name)", folder("elsewhere")) == 0)
    try Files.link("\(path)/\(name)", to: folder("elsewhere"))
    #expect(code { try open() } == .containerUnsuitable)
  }

  @Test func `a container whose attachments are gone is not taken for an empty one`() throws {
    try open().close()
    #expect(rmdir("\(path)/attachments") == 0)
    #expect(code { try open() } == .containerUnavailable)
  }

  @Test func `folders that hold nothing lasting are made again`() async throws {
    try open().close()
    #expect(rmdir("\(path)/staging") == 0 && rmdir("\(path)/owners") == 0)
    try await open(create: false).publishCopy(of: [1])
  }

  @Test func `a file in the place of the container is refused`() throws {
    try Files.write("text", to: path)
    #expect(code { try open() } == .containerUnsuitable)
    #expect(
      code { _ = try FolderContainer(at: "\(path)/below", create: true) } == .containerUnsuitable)
  }

  @Test func `a link to the container's folder is followed`() async throws {
    let name = try await open().publishCopy(of: [3])
    try Files.link(folder("link"), to: path)
    let container = try FolderContainer(at: folder("link"), create: false)
    #expect(try await container.content(of: name) == [3])
  }

  @Test func `a container can lie in a folder that may not be listed`() async throws {
    try check(chmod(folder.path, 0o733))
    let path = path
    await #expect(processExitsWith: .success) { [path = path as String] in
      if geteuid() == 0 { try #require(setuid(65534) == 0) }
      try FolderContainer(at: path, create: true).close()
    }
    #expect(Files.exists("\(path)/container"))
  }

  @Test func `stores that create a container at once all get the same one`() async throws {
    for round in 0..<10 {
      let path = folder("round\(round)")
      let containers = try await withThrowingTaskGroup(of: FolderContainer.self) { group in
        for index in 0..<8 {
          let staging: FolderContainer.Staging = index % 2 == 0 ? .automatic : .hiddenNames
          group.addTask { try FolderContainer(at: path, create: true, staging: staging) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(Set(containers.map(\.id)).count == 1)
      let name = try await containers[0].publishCopy(of: [9])
      for container in containers { #expect(try await container.content(of: name) == [9]) }
      #expect(try Files.names(in: "\(path)/staging").isEmpty)
    }
  }
}
