import ContainerStorage
import Glibc
import IntakeModel
import Testing

@Suite struct DirectoryListingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func list(
    _ limits: DirectoryListing.Limits = .init()
  ) throws -> [DirectoryListing.Entry] {
    var listing = try SourceFolder(at: folder.path).listing(limits: limits)
    var entries: [DirectoryListing.Entry] = []
    while let entry = try listing.next() { entries.append(entry) }
    return entries
  }

  @Test func `an empty folder has no entries`() throws {
    #expect(try list().isEmpty)
  }

  @Test func `entries come in the byte order of their paths`() throws {
    for name in ["b", "a", "a/z", "a/b"] { try Files.makeFolder(folder(name)) }
    for name in ["a-b", "a.txt", "B", "a/z/1", "a/b/2", "a/c", "é", "~"] {
      try Files.write("x", to: folder(name))
    }
    #expect(
      try list().map(\.path) == [
        "B", "a-b", "a.txt", "a", "a/b", "a/b/2", "a/c", "a/z", "a/z/1", "b", "~", "é",
      ])
  }

  @Test func `kinds are told, and links are not followed`() throws {
    try Files.makeFolder(folder("folder"))
    try Files.write("x", to: folder("file"))
    try Files.link(folder("link"), to: "/etc")
    try Files.link(folder("loop"), to: ".")
    #expect(mkfifo(folder("pipe"), 0o600) == 0)
    #expect(try list().map(\.kind) == [.regular, .directory, .link, .link, .pipe])
  }

  @Test func `more entries than the limit are refused`() throws {
    for name in 0..<5 { try Files.write("x", to: folder("\(name)")) }
    #expect(try list(.init(count: 5)).count == 5)
    #expect(code { _ = try list(.init(count: 4)) } == .overCountLimit)
  }

  @Test func `a folder that lies too deep is reported, and the rest is listed`() throws {
    for name in ["1", "1/2", "1/2/3"] { try Files.makeFolder(folder(name)) }
    try Files.write("x", to: folder("z"))
    var listing = try SourceFolder(at: folder.path).listing(limits: .init(depth: 2))
    var paths: [String] = []
    var codes: [IntakeError.Code] = []
    while true {
      do {
        guard let entry = try listing.next() else { break }
        paths.append(entry.path)
      } catch {
        codes.append(error.code)
      }
    }
    #expect(paths == ["1", "1/2", "1/2/3", "z"])
    #expect(codes == [.loadFailed])
  }

  @Test func `a listed file opens, also where its name is not UTF-8`() throws {
    try Files.makeFolder(folder("sub"))
    let path = Array("\(folder.path)/sub/f".utf8CString.dropLast()) + [-1, -2, 0]
    let file = open(path, O_WRONLY | O_CREAT, 0o600)
    try #require(file >= 0)
    close(file)
    let source = try SourceFolder(at: folder.path)
    let entry = try #require(try list().last)
    #expect(entry.kind == .regular)
    #expect(try source.open(entry).size == .zero)
  }

  @Test func `a link that takes a folder's place after the listing is not followed`() throws {
    try Files.makeFolder(folder("sub"))
    try Files.write("x", to: folder("sub/file"))
    let entry = try #require(try list().last)
    #expect(rename(folder("sub"), folder("moved")) == 0)
    try Files.link(folder("sub"), to: "moved")
    let source = try SourceFolder(at: folder.path)
    #expect(code { _ = try source.open(entry) } == .sourceIsLink)
  }

  @Test func `what is no folder is not listed`() throws {
    try Files.write("x", to: folder("file"))
    try Files.link(folder("link"), to: ".")
    #expect(code { _ = try SourceFolder(at: folder("file")) } == .sourceNotRegular)
    #expect(code { _ = try SourceFolder(at: folder("link")) } == .sourceIsLink)
    #expect(code { _ = try SourceFolder(at: folder("none")) } == .sourceMissing)
  }
}
