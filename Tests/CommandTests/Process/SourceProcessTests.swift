import IntakeTesting
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What `intake ingest` is told to take in: folders, lists, strange names, and what is no file.
@Suite(.timeLimit(.minutes(5)))
struct SourceProcessTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func names() async throws -> [String] {
    try await place.listed().compactMap { JSONLine.text("name", in: $0) }.sorted()
  }

  // MARK: Folders

  @Test func `a folder stands for the files in it and below, but for hidden ones`() async throws {
    for name in ["in/a.txt", "in/b/c/d.txt", "in/.hidden.txt", "in/.git/e.txt"] {
      try place.folder.write("text of \(name)".utf8, to: name)
    }
    #expect(try await place.run("ingest", "in").status == .exited(0))
    #expect(try await names() == ["a.txt", "d.txt"])
  }

  @Test func `links are refused, in a folder and by name`() async throws {
    let target = try place.folder.write("text".utf8, to: "in/a.txt")
    try place.folder.link("in/link.txt", to: target)
    try place.folder.link("in/up", to: "..")
    let run = try await place.run("ingest", "in", "in/link.txt")
    #expect(run.status == .exited(1))
    #expect(run.output.contains("Refused  3: source-is-link 3"))
    #expect(run.output.contains("is a symbolic link, and links are not followed"))
    #expect(try await names() == ["a.txt"])
  }

  @Test func `a package is refused, or stored as one archive`() async throws {
    try place.folder.write("{\\rtf1}".utf8, to: "Notes.rtfd/TXT.rtf")
    let refused = try await place.run("ingest", "Notes.rtfd")
    #expect(refused.status == .exited(1))
    #expect(refused.output.contains("source-is-directory"))
    #expect(refused.output.contains("Hint     '--directories zip'"))
    let stored = try await place.run("ingest", "--json", "--directories", "zip", "Notes.rtfd")
    #expect(stored.status == .exited(0))
    #expect(stored.output.contains(#""contentType":"public.zip-archive""#))
  }

  @Test func `an empty folder is nothing to take in`() async throws {
    try place.folder.makeFolder("empty")
    let run = try await place.run("ingest", "empty")
    #expect(run.status == .exited(0))
    #expect(run.output.hasPrefix("Stored   0 attachments, 0 bytes"))
  }

  // MARK: Lists

  @Test(arguments: ["\n", "\0"])
  func `a list of files is read from standard input`(_ separator: String) async throws {
    let list = ["page.pdf", "", "wave.gif"].map { $0.isEmpty ? $0 : Workplace.sample($0) }
    let child = try place.start(
      ["ingest", "--files-from", "-"] + (separator == "\0" ? ["-0"] : []),
      input: .bytes(Array(list.joined(separator: separator).utf8)))
    #expect(try await child.wait().status == .exited(0))
    #expect(try await names() == ["page.pdf", "wave.gif"])
  }

  @Test(arguments: ["\n", "\0"])
  func `a list of files is read from a file`(_ separator: String) async throws {
    let names = ["a b.txt", "ü.txt"] + (separator == "\0" ? ["line\nfeed.txt"] : [])
    for name in names { try place.folder.write("text".utf8, to: name) }
    try place.folder.write((names.joined(separator: separator) + separator).utf8, to: "list")
    let run = try await place.start(
      ["ingest", "-T", "list"] + (separator == "\0" ? ["-0"] : [])
    ).wait()
    #expect(run.status == .exited(0), "\(run.output)")
    #expect(try place.copies().count == names.count)
  }

  @Test func `what was taken before a list turned out to be none is told, and stays`() async throws
  {
    let list = [Workplace.sample("page.pdf"), "a\0b", Workplace.sample("wave.gif")]
    let run = try await place.run(
      "ingest", "--files-from", "-", input: .bytes(Array(list.joined(separator: "\n").utf8)))
    #expect(run.status == .exited(1))
    #expect(run.output.hasPrefix("Stored   1 attachment"))
    #expect(run.errorOutput.contains("on standard input holds a NUL byte in line 2; if the names"))
    #expect(try await names() == ["page.pdf"])
  }

  @Test func `a list that is missing is named`() async throws {
    let run = try await place.run("ingest", "--files-from", "nowhere")
    #expect(run.status == .exited(1))
    #expect(
      run.errorOutput.contains(
        "list of files 'nowhere' cannot be opened: No such file or directory"))
  }

  // MARK: Names

  #if os(Linux)
    @Test func `a name that is not UTF-8 is found, and shown repaired`() throws {
      let path = place.bytes(place.folder.path(of: "")) + [0x61, 0xFF] + Array(".txt".utf8)
      let file = (path + [0]).map { CChar(bitPattern: $0) }.withUnsafeBufferPointer {
        // The buffer holds the NUL at least.
        open($0.baseAddress!, O_WRONLY | O_CREAT, 0o600)
      }
      try #require(file >= 0)
      #expect(write(file, "text", 4) == 4)
      close(file)
      let run = try place.run([place.bytes("ingest"), place.bytes("-v"), path])
      #expect(run.status == 0)
      #expect(run.output.contains("a\u{FFFD}.txt\n"))
      let missing = try place.run([place.bytes("ingest"), path + [0xFE]])
      #expect(missing.status == 1)
      #expect(missing.output.contains("source-missing"))
    }
  #endif

  @Test(arguments: [[], ["-v"], ["-q"], ["--json"]])
  func `a hostile name forges no output`(_ options: [String]) async throws {
    let hostile = "x\n1  stored\u{1B}[2J\u{1B}]0;title\u{7}\r\u{202E}gpj.exe\u{9B}1A"
    try place.folder.write("".utf8, to: hostile)
    let run = try await place.start(
      ["ingest"] + options + [hostile, hostile + "missing"]
    ).wait()
    #expect(run.status == .exited(1))
    for output in [run.output, run.errorOutput] {
      for scalar in output.unicodeScalars where scalar != "\n" {
        #expect(scalar.properties.generalCategory != .control)
        #expect(scalar != "\u{202E}")
      }
      #expect(!output.split(separator: "\n").contains { $0.hasPrefix("1  stored") })
    }
  }

  // MARK: What is no file

  #if os(Linux)
    @Test func `a pipe, devices and strange files are refused, and none of them blocks`()
      async throws
    {
      try #require(mkfifo(place.folder.path(of: "pipe"), 0o600) == 0)
      let run = try await place.run(
        "ingest", "--json", "--order", "as-given", "pipe", "/dev/null", "/dev/zero",
        "/proc/self/mem", "missing.jpg")
      #expect(run.status == .exited(1))
      let codes = run.output.split(separator: "\n").map { JSONLine.text("code", in: $0) ?? "" }
      #expect(Array(codes.prefix(3)) == Array(repeating: "source-not-regular", count: 3))
      #expect(Array(codes.dropFirst(3)) == ["read-failed", "source-missing"])
      #expect(try place.copies() == [])
    }
  #endif
}
