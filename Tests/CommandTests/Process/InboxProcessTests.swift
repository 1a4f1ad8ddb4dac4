import IntakeTesting
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// `intake inbox` as a shell starts it.
@Suite(.timeLimit(.minutes(5)))
struct InboxProcessTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func take(_ id: String) async throws -> String {
    let run = try await place.run("inbox", "take", "--json", id)
    return JSONLine.text("lease", in: run.output) ?? "none"
  }

  private static let unknown = "0190163d-8694-739b-aea5-966c26f8ad91"

  @Test(arguments: [["list"], ["take"], ["open", unknown], ["discard", unknown], ["sweep"]])
  func `without a container the error says where it was looked for`(
    _ arguments: [String]
  ) async throws {
    let run = try await place.start(["inbox"] + arguments).wait()
    #expect(run.status == .exited(1))
    #expect(run.output == "")
    let path = place.container
    #expect(
      run.errorOutput == """
        intake: there is no container at \(path); 'intake ingest --container \(path)' makes one \
        (container-unavailable)

        """)
    #expect(!place.folder.contains("container"))
  }

  // MARK: Listing

  @Test func `the list shows what waits, and with --all also what is taken`() async throws {
    let taken = try await place.ingest("page.pdf")
    let waiting = try await place.ingest("meadow.heic")
    _ = try await take(taken)
    let table = try await place.run("inbox", "list")
    let lines = table.output.split(separator: "\n")
    try #require(lines.count == 2)
    #expect(lines[0].hasPrefix("ID                                    STATE "))
    #expect(lines[1].hasPrefix(waiting + "  available  "))
    #expect(lines[1].hasSuffix("8.86 KiB  public.heic       meadow.heic"))
    let all = try await place.listed("--all")
    #expect(all.compactMap { JSONLine.text("id", in: $0) } == [taken, waiting])
    #expect(all.compactMap { JSONLine.text("state", in: $0) } == ["taken", "available"])
    #expect(!all.contains { $0.contains(#""lease""#) })
  }

  @Test func `columns are aligned whatever the types and names are`() async throws {
    try place.folder.write("a\tb\n".utf8, to: "漢字.tsv")
    #expect(
      try await place.run("ingest", "漢字.tsv", Workplace.sample("page.pdf")).status == .exited(0))
    let list = try await place.run("inbox", "list")
    let starts = list.output.split(separator: "\n").map { line in
      line.firstRange(of: line.contains("NAME") ? "NAME" : line.contains("漢") ? "漢" : "page.pdf")
        .map { line.distance(from: line.startIndex, to: $0.lowerBound) }
    }
    #expect(starts.count == 3 && Set(starts).count == 1, "\(list.output)")
  }

  @Test func `an empty inbox says so, and is no error`() async throws {
    let id = try await place.ingest("page.pdf")
    #expect(try await place.run("inbox", "discard", id).status == .exited(0))
    let list = try await place.run("inbox", "list")
    #expect(list.status == .exited(0))
    #expect(list.output == "")
    #expect(list.errorOutput.hasPrefix("intake: Nothing waits to be taken."))
    #expect(try await place.listed() == [])
  }

  // MARK: Opening

  @Test func `the content is written to standard output`() async throws {
    let id = try await place.ingest("meadow.jpg")
    let expected = try TemporaryFolder.content(of: Workplace.sample("meadow.jpg"))
    for options in [[], ["-o", "-"]] {
      let run = try await place.start(["inbox", "open", id] + options).wait()
      #expect(run.status == .exited(0))
      #expect(run.outputBytes == expected)
    }
  }

  @Test func `a file is written whole, and never over another unless forced`() async throws {
    let id = try await place.ingest("meadow.jpg")
    let expected = try TemporaryFolder.content(of: Workplace.sample("meadow.jpg"))
    #expect(try await place.run("inbox", "open", id, "-o", "out.jpg").status == .exited(0))
    #expect(try place.folder.read("out.jpg") == expected)
    try place.folder.write("mine".utf8, to: "mine.jpg")
    let refused = try await place.run("inbox", "open", id, "--output", "mine.jpg")
    #expect(refused.status == .exited(1))
    #expect(refused.errorOutput.contains("'mine.jpg' exists, and is not replaced"))
    #expect(try place.folder.read("mine.jpg") == Array("mine".utf8))
    #expect(
      try await place.run("inbox", "open", id, "--output", "mine.jpg", "-f").status == .exited(0))
    #expect(try place.folder.read("mine.jpg") == expected)
    #expect(try place.folder.list() == ["container", "mine.jpg", "out.jpg"])
  }

  @Test(arguments: [
    ("folder", "is a folder"), ("pipe", "is no file"), ("no/where", "No such file"),
  ])
  func `what cannot be written to is left as it is`(
    _ name: String, _ message: String
  ) async throws {
    let id = try await place.ingest("meadow.jpg")
    try place.folder.makeFolder("folder")
    try #require(mkfifo(place.folder.path(of: "pipe"), 0o600) == 0)
    let run = try await place.run("inbox", "open", id, "--force", "--output", name)
    #expect(run.status == .exited(1))
    #expect(run.errorOutput.contains(message))
    #expect(try place.folder.list() == ["container", "folder", "pipe"])
  }

  @Test func `a damaged copy is reported, and no file is made of it`() async throws {
    let id = try await place.ingest("meadow.jpg")
    let copy = "container/attachments/\(try #require(try place.copies().first))"
    var bytes = try place.folder.read(copy)
    bytes[bytes.count / 2] ^= 1
    chmod(place.folder.path(of: copy), 0o600)
    try place.folder.write(bytes, to: copy)
    let run = try await place.run("inbox", "open", id, "--output", "out.jpg")
    #expect(run.status == .exited(1))
    #expect(run.errorOutput.contains("(digest-mismatch)"))
    #expect(try place.folder.list() == ["container"])
    #expect(try await place.run("inbox", "open", id).status == .exited(1))
  }

  @Test func `an identifier that is unknown is not a path, and says what may have happened`()
    async throws
  {
    _ = try await place.ingest("page.pdf")
    let run = try await place.run("inbox", "open", Self.unknown)
    #expect(run.status == .exited(1))
    #expect(run.errorOutput.contains("it may have been finished, discarded or swept"))
    #expect(try await place.run("inbox", "open", "../catalog.sqlite").status == .exited(2))
  }

  // MARK: Taking

  @Test func `taking prints a lease, and nobody else can take it`() async throws {
    let id = try await place.ingest("page.pdf")
    let first = try await place.run("inbox", "take", id)
    #expect(first.status == .exited(0))
    let titles = first.output.split(separator: "\n").map { $0.prefix { $0 != " " } }
    #expect(titles == ["ID", "LEASE", "ENDS", "TYPE", "SIZE", "NAME"])
    let second = try await place.run("inbox", "take", id)
    #expect(second.status == .exited(1))
    #expect(second.errorOutput.contains("(already-taken)"))
    let next = try await place.run("inbox", "take")
    #expect(next.status == .exited(1))
    #expect(next.errorOutput == "intake: There is nothing to take.\n")
  }

  @Test func `the one that has waited longest is taken first`() async throws {
    let ids = [try await place.ingest("page.pdf"), try await place.ingest("wave.gif")]
    for id in ids {
      let run = try await place.run("inbox", "take", "--json")
      #expect(JSONLine.text("id", in: run.output) == id)
    }
  }

  @Test(arguments: ["finish", "release", "discard"])
  func `only the token of the lease ends it`(_ command: String) async throws {
    let id = try await place.ingest("page.pdf")
    let lease = try await take(id)
    let wrong = try await place.run("inbox", command, id, "--lease", Self.unknown)
    #expect(wrong.status == .exited(1))
    #expect(wrong.errorOutput.contains("(lease-lost)"))
    #expect(try await place.listed("--all").count == 1)
    let right = try await place.run("inbox", command, id, "--lease", lease)
    #expect(right.status == .exited(0))
    #expect(right.output == "" && right.errorOutput == "")
    #expect(try await place.listed().count == (command == "release" ? 1 : 0))
    #expect(try place.copies().count == (command == "release" ? 1 : 0))
    let again = try await place.run("inbox", command, id, "--lease", lease)
    #expect(again.status == .exited(1))
  }

  @Test func `what is taken is not discarded by others`() async throws {
    let id = try await place.ingest("page.pdf")
    _ = try await take(id)
    let run = try await place.run("inbox", "discard", id)
    #expect(run.status == .exited(1))
    #expect(run.errorOutput.contains("(already-taken)"))
    #expect(try place.copies().count == 1)
  }

  // MARK: Sweeping

  @Test func `a finished copy can be kept, and goes with a sweep`() async throws {
    let id = try await place.ingest("page.pdf")
    let lease = try await take(id)
    #expect(
      try await place.run("inbox", "finish", "--keep", id, "--lease", lease).status == .exited(0))
    #expect(try place.copies().count == 1)
    let dry = try await place.run("inbox", "sweep", "--dry-run")
    #expect(dry.output.contains(id))
    #expect(dry.output.hasSuffix("Would remove 1 attachment, 2.62 KiB.\n"))
    #expect(try place.copies().count == 1)
    let kept = try await place.run("inbox", "sweep", "--keep-read-count", "1")
    #expect(kept.output == "Removed 0 attachments, 0 bytes.\n")
    let swept = try await place.run("inbox", "sweep")
    #expect(swept.output.hasSuffix("Removed 1 attachment, 2.62 KiB.\n"))
    #expect(try place.copies() == [])
  }

  @Test func `a file that nobody owns goes with a sweep, and that is said`() async throws {
    _ = try await place.ingest("page.pdf")
    try place.folder.write("x".utf8, to: "container/attachments/\(Self.unknown).txt")
    let run = try await place.run("inbox", "sweep")
    #expect(run.status == .exited(0))
    #expect(run.errorOutput.contains("1 unfinished copy was removed, 0 leases were given back."))
    #expect(try place.copies().count == 1)
  }

  @Test func `a sweep as JSON has a line for each removal`() async throws {
    let id = try await place.ingest("page.pdf")
    let lease = try await take(id)
    _ = try await place.run("inbox", "finish", "-k", id, "--lease", lease)
    let run = try await place.run("inbox", "sweep", "--json")
    #expect(run.output.hasPrefix("{\"id\":\"\(id)\",\"size\":2681,\"reason\":\""))
    #expect(run.output.split(separator: "\n").count == 1)
  }
}

extension TemporaryFolder {
  /// The content of a file that lies elsewhere.
  static func content(of path: String) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    try folder.link("link", to: path)
    return try folder.read("link")
  }
}
