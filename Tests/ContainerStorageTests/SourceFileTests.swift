import ContainerStorage
import Glibc
import IntakeModel
import Testing

/// What is opened as a source, and what is refused at once.
@Suite(.timeLimit(.minutes(5)))
struct SourceFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func codeOfOpening(_ path: String) -> IntakeError.Code? {
    code { _ = try SourceFile(at: path) }
  }

  @Test func `a file is opened with its size`() throws {
    try Files.write(Files.pattern(1234), to: folder("a.jpg"))
    let source = try SourceFile(at: folder("a.jpg"))
    #expect(source.size == .bytes(1234))
  }

  @Test(arguments: ["", "/", "missing", "missing/file", "file/below", "nul\0.txt"])
  func `a path without a file is reported as missing or as a folder`(name: String) throws {
    try Files.write("x", to: folder("file"))
    try Files.write("x", to: folder("nul"))
    let found = codeOfOpening(name == "/" || name == "" ? name : folder(name))
    #expect(found == (name == "/" ? .sourceIsDirectory : .sourceMissing))
  }

  @Test func `a name longer than the system takes is reported as missing`() {
    #expect(codeOfOpening(folder(String(repeating: "x", count: 5000))) == .sourceMissing)
  }

  @Test func `a link is refused, also one that leads nowhere`() throws {
    try Files.write("x", to: folder("file"))
    try Files.link(folder("link"), to: folder("file"))
    try Files.link(folder("dangling"), to: folder("nowhere"))
    #expect(codeOfOpening(folder("link")) == .sourceIsLink)
    #expect(codeOfOpening(folder("dangling")) == .sourceIsLink)
  }

  @Test func `folders on the way may be links`() throws {
    try Files.makeFolder(folder("real"))
    try Files.write("x", to: folder("real/file"))
    try Files.link(folder("link"), to: folder("real"))
    #expect(try SourceFile(at: folder("link/file")).size == .bytes(1))
  }

  @Test func `a loop of links is refused`() throws {
    try Files.link(folder("loop"), to: folder("loop"))
    #expect(codeOfOpening(folder("loop/file")) == .sourceIsLink)
  }

  @Test func `a folder is refused`() throws {
    #expect(codeOfOpening(folder.path) == .sourceIsDirectory)
  }

  @Test func `a pipe without a writer is refused and not waited for`() throws {
    #expect(mkfifo(folder("pipe"), 0o600) == 0)
    #expect(codeOfOpening(folder("pipe")) == .sourceNotRegular)
  }

  @Test func `a pipe's waiting writer is not woken up`() throws {
    #expect(mkfifo(folder("pipe"), 0o600) == 0)
    #expect(codeOfOpening(folder("pipe")) == .sourceNotRegular)
    // Without a reader a writer that does not wait is turned away.
    #expect(open(folder("pipe"), O_WRONLY | O_NONBLOCK) == -1)
    #expect(errno == ENXIO)
  }

  @Test(arguments: ["/dev/zero", "/dev/full", "/dev/null"])
  func `a device is refused`(path: String) {
    #expect(codeOfOpening(path) == .sourceNotRegular)
  }

  @Test func `a socket is refused`() throws {
    let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: folder("socket").utf8) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0)
    #expect(codeOfOpening(folder("socket")) == .sourceNotRegular)
  }

  @Test func `a file that may not be read is reported as denied`() async throws {
    try Files.write("x", to: folder("file"))
    #expect(chmod(folder("file"), 0) == 0)
    #expect(chmod(folder.path, 0o755) == 0)
    let path = folder("file")
    // In a process of its own, since root may read everything until it gives that up.
    await #expect(processExitsWith: .success) { [path = path as String] in
      if geteuid() == 0 { try #require(setuid(65534) == 0) }
      #expect(code { _ = try SourceFile(at: path) } == .sourceDenied)
    }
  }

  @Test func `a process without descriptors left says so`() async throws {
    try Files.write("x", to: folder("file"))
    let path = folder.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      let container = try FolderContainer(at: "\(path)/c", create: true)
      let name = try await container.publishCopy(of: [1])
      while dup(0) >= 0 {}
      #expect(code { _ = try SourceFile(at: "\(path)/file") } == .tooManyOpenFiles)
      #expect(
        code { _ = try container.stage(.new(), expectedSize: nil) } == .tooManyOpenFiles)
      #expect(await codeOfAsync { _ = try await container.open(name) } == .tooManyOpenFiles)
      #expect(
        code { _ = try FolderContainer(at: "\(path)/c", create: true) } == .tooManyOpenFiles)
    }
  }

  @Test(arguments: [
    ("file", FileKind.regular), ("folder", .directory), ("link", .link), ("pipe", .pipe),
  ])
  func `the kind of a path is told without opening it`(name: String, kind: FileKind) throws {
    try Files.write("x", to: folder("file"))
    try Files.makeFolder(folder("folder"))
    try Files.link(folder("link"), to: "nowhere")
    #expect(mkfifo(folder("pipe"), 0o600) == 0)
    #expect(try FileKind.kind(ofPath: folder(name)) == kind)
  }

  @Test func `the kind of a missing path is an error`() {
    #expect(code { _ = try FileKind.kind(ofPath: folder("missing")) } == .sourceMissing)
  }
}
