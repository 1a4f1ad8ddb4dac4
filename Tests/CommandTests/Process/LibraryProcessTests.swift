import IntakeTesting
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// `intake library` as a shell starts it.
@Suite(.timeLimit(.minutes(5)))
struct LibraryProcessTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private static let unknown = "0190163d-8694-739b-aea5-966c26f8ad91"

  /// Runs `intake library` to its end.
  private func library(_ arguments: String...) async throws -> ChildProcess.Ending {
    try await place.start(["library"] + arguments).wait()
  }

  private func imported(_ name: String, _ text: String) async throws -> String {
    let path = try place.folder.write(text.utf8, to: name)
    let run = try await library("import", "--json", path)
    #expect(run.status == .exited(0), "\(run.errorOutput)")
    return JSONLine.text("id", in: run.output) ?? "none"
  }

  private func lines(_ ending: ChildProcess.Ending) -> [Substring] {
    ending.output.split(separator: "\n")
  }

  // MARK: Importing

  @Test func `an imported document opens in another process, after the original is gone`()
    async throws
  {
    let id = try await imported("plan.txt", "The plan.\n")
    unlink(place.folder.path(of: "plan.txt"))
    let open = try await library("open", id)
    #expect(open.status == .exited(0))
    #expect(open.output == "The plan.\n")
    #expect(try await library("open", id, "--output", "copy.txt").status == .exited(0))
    #expect(try place.folder.read("copy.txt") == Array("The plan.\n".utf8))
    let again = try await library("open", id, "--output", "copy.txt")
    #expect(again.status == .exited(1))
    #expect(again.errorOutput.contains("--force"))
    #expect(try place.remains() == [])
  }

  @Test func `the JSON of an import tells all of the entry, with a relative location`() async throws
  {
    try place.folder.write("abc".utf8, to: "a.txt")
    let run = try await library("import", "--json", "a.txt", "--source", "scanner")
    let line = try #require(lines(run).first)
    let id = try #require(JSONLine.text("id", in: line))
    #expect(JSONLine.text("result", in: line) == "imported")
    #expect(JSONLine.text("kind", in: line) == "document")
    #expect(JSONLine.text("name", in: line) == "a.txt")
    #expect(JSONLine.text("location", in: line) == "attachments/\(id).txt")
    #expect(JSONLine.text("contentType", in: line) == "public.plain-text")
    #expect(
      JSONLine.text("sha256", in: line)
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(line.contains("\"position\":0") && line.contains("\"size\":3"))
    #expect(!line.contains(place.folder.path))
  }

  @Test func `one that fails does not stop the others, and says whether to try again`() async throws
  {
    try place.folder.write("a".utf8, to: "a.txt")
    try place.folder.write([], to: "empty.txt")
    let run = try await library("import", "--json", "missing.txt", "empty.txt", "a.txt")
    #expect(run.status == .exited(1))
    func line(_ name: String) -> Substring? { lines(run).first { $0.contains("\"\(name)\"") } }
    #expect(line("missing.txt").flatMap { JSONLine.text("code", in: $0) } == "source-missing")
    #expect(line("missing.txt")?.contains("\"mayPassLater\":false") == true)
    #expect(line("empty.txt").flatMap { JSONLine.text("code", in: $0) } == "empty-content")
    #expect(line("empty.txt")?.contains("\"mayPassLater\":true") == true)
    #expect(line("a.txt").flatMap { JSONLine.text("result", in: $0) } == "imported")
    #expect(try place.copies().count == 1)
    let table = try await library("import", "missing.txt", "empty.txt", "a.txt")
    #expect(table.status == .exited(1))
    #expect(table.output.hasSuffix("1 kept, 1 byte; 2 refused; 1 may pass later.\n"))
    #expect(table.errorOutput.contains("missing.txt"))
  }

  @Test func `what is not accepted is refused`() async throws {
    try place.folder.write("a".utf8, to: "a.txt")
    let run = try await library("import", "--accept", "com.adobe.pdf", "--json", "a.txt")
    #expect(run.status == .exited(1))
    #expect(JSONLine.text("code", in: run.output) == "no-accepted-type")
    #expect(try place.copies() == [])
  }

  @Test func `a scanner that finds something harmful refuses it, and one that is missing as well`()
    async throws
  {
    try place.folder.write("a".utf8, to: "a.txt")
    try place.folder.write("#!/bin/sh\nexit 1\n".utf8, to: "infected")
    chmod(place.folder.path(of: "infected"), 0o755)
    let infected = try await library(
      "import", "--json", "--scanner", place.folder.path(of: "infected"), "a.txt")
    #expect(infected.status == .exited(1))
    #expect(JSONLine.text("code", in: infected.output) == "content-infected")
    let missing = try await library("import", "--json", "--scanner", "/nowhere/scan -", "a.txt")
    #expect(JSONLine.text("code", in: missing.output) == "not-scanned")
    let allowed = try await library(
      "import", "--json", "--scanner", "/nowhere/scan -", "--allow-unscanned", "a.txt")
    #expect(allowed.status == .exited(0))
  }

  @Test func `a program for opening that is named and missing is an error before anything is done`()
    async throws
  {
    try place.folder.write("a".utf8, to: "a.txt")
    let run = try await library("import", "--validator", "/nowhere/intake-validate", "a.txt")
    #expect(run.status == .exited(1))
    #expect(run.errorOutput.contains("'/nowhere/intake-validate'"))
    #expect(!place.folder.contains("container"))
  }

  // MARK: The rest

  @Test func `documents and links are listed, in a table and as JSON`() async throws {
    let id = try await imported("plan.txt", "The plan.\n")
    try place.folder.write("Elsewhere.\n".utf8, to: "other.txt")
    let link = try await library("import", "--link", "--json", "other.txt")
    let linkID = try #require(JSONLine.text("id", in: link.output))
    let list = lines(try await library("list", "--json"))
    #expect(list.compactMap { JSONLine.text("id", in: $0) } == [id, linkID])
    #expect(list.compactMap { JSONLine.text("kind", in: $0) } == ["document", "link"])
    let table = lines(try await library("list"))
    #expect(table.count == 3 && table[0].hasPrefix("ID "))
    #expect(table[1].hasPrefix("\(id)  document  ") && table[1].hasSuffix("plan.txt"))
    #expect(table[2].hasPrefix("\(linkID)  link  ") && table[2].hasSuffix("other.txt"))
  }

  @Test func `an empty library says so`() async throws {
    let id = try await imported("plan.txt", "The plan.\n")
    #expect(try await library("remove", id).status == .exited(0))
    #expect(try place.copies() == [])
    let list = try await library("list")
    #expect(list.status == .exited(0) && list.output == "")
    #expect(list.errorOutput.contains("The library is empty"))
    #expect(try await library("remove", id).status == .exited(1))
  }

  @Test func `a link opens the original where it is by now, and says when it leads nowhere`()
    async throws
  {
    try place.folder.write("one\n".utf8, to: "docs/a.txt")
    let run = try await library("import", "--link", "--json", "docs/a.txt")
    let id = try #require(JSONLine.text("id", in: run.output))
    #expect(try place.folder.list("container/attachments") == [])
    rename(place.folder.path(of: "docs/a.txt"), place.folder.path(of: "docs/b.txt"))
    #expect(try await library("open", id).output == "one\n")
    unlink(place.folder.path(of: "docs/b.txt"))
    let broken = try await library("open", id)
    #expect(broken.status == .exited(1) && broken.output == "")
    #expect(broken.errorOutput.contains("link-broken"))
    let list = try await library("list", "--json")
    #expect(JSONLine.text("state", in: list.output) == "broken")
    #expect(try await library("remove", id).status == .exited(0))
  }

  @Test func `verifying finds what is damaged, and removes nothing`() async throws {
    let id = try await imported("plan.txt", "The plan.\n")
    _ = try await imported("other.txt", "Other.\n")
    let sound = try await library("verify")
    #expect(sound.status == .exited(0))
    #expect(sound.output == "2 documents read, 17 bytes; 0 damaged.\n")
    try place.folder.write("The plan!\n".utf8, to: "container/attachments/\(id).txt")
    let damaged = try await library("verify", "--json")
    #expect(damaged.status == .exited(1))
    let found = lines(damaged)
    #expect(found.count == 2)
    #expect(JSONLine.text("id", in: found[0]) == id)
    #expect(JSONLine.text("finding", in: found[0]) == "digest-mismatch")
    #expect(found[1].contains("\"checked\":2") && found[1].contains("\"damaged\":1"))
    #expect(try await library("open", id, "-o", "copy").status == .exited(1))
    #expect(!place.folder.contains("copy"))
    #expect(try place.copies().count == 2)
  }

  @Test func `an entry without its file is missing, and goes when that is said`() async throws {
    let id = try await imported("plan.txt", "The plan.\n")
    #expect(try await library("recover").output == "Nothing was left to do.\n")
    unlink(place.folder.path(of: "container/attachments/\(id).txt"))
    let list = try await library("list", "--json")
    #expect(list.status == .exited(0) && JSONLine.text("state", in: list.output) == "missing")
    #expect(list.errorOutput.contains(id) && list.errorOutput.contains("Nothing was removed"))
    let verify = try await library("verify")
    #expect(verify.status == .exited(1))
    #expect(verify.output.contains("copy-missing"))
    #expect(verify.output.hasSuffix("0 damaged, 1 missing.\n"))
    let open = try await library("open", id)
    #expect(open.status == .exited(1))
    #expect(open.errorOutput.contains(id) && open.errorOutput.contains("copy-missing"))
    let found = try await library("recover")
    #expect(found.status == .exited(1) && found.output == "entry without a file  \(id)\n")
    let json = try await library("recover", "--json", "--forget-missing")
    #expect(json.status == .exited(0))
    #expect(json.output.contains("\"missing\":[]") && json.output.contains("[\"\(id)\"]"))
    #expect(try await library("list").output == "")
  }

  @Test func `a container without its folder of copies is said to lack it`() async throws {
    _ = try await imported("plan.txt", "The plan.\n")
    rename(place.folder.path(of: "container/attachments"), place.folder.path(of: "aside"))
    for arguments in [["list"], ["import", "plan.txt"]] {
      let run = try await place.start(["library"] + arguments).wait()
      #expect(run.status == .exited(1))
      #expect(run.errorOutput.contains("has lost its folder \"attachments\""))
      #expect(!run.errorOutput.contains("makes one"))
    }
    rename(place.folder.path(of: "aside"), place.folder.path(of: "container/attachments"))
    #expect(try await library("verify").status == .exited(0))
  }

  @Test func `the report counts the steps, and holds no name`() async throws {
    _ = try await imported("secret plan.txt", "The plan.\n")
    _ = try await library("import", "missing secret.txt")
    let report = try await library("report", "--json")
    #expect(report.status == .exited(0))
    let line = try #require(lines(report).first)
    #expect(line.contains("\"type\":\"public.plain-text\"") && line.contains("\"source\":\"file\""))
    #expect(line.contains("\"imports\":2") && line.contains("\"imported\":1"))
    #expect(line.contains("\"source-missing\":1"))
    let table = try await library("report")
    #expect(table.output.hasPrefix("TYPE "))
    #expect(table.output.contains("coordinate: source-missing 1"))
    for output in [report.output, table.output] { #expect(!output.contains("secret")) }
  }

  // MARK: Mistakes

  @Test(arguments: [
    ["import"], ["open"], ["open", "x"], ["remove"], ["import", "--source", "/a/path", "f"],
    ["import", "--refuse", "locked", "--no-validation", "f"], ["import", "--allow-unscanned", "f"],
    ["import", "--validator", "x", "--no-validation", "f"], ["import", "--scan-time", "5s", "f"],
    ["open", unknown, "--force"], ["nothing"],
  ])
  func `a wrong command line is a usage error`(arguments: [String]) async throws {
    let run = try await place.start(["library"] + arguments).wait()
    #expect(run.status == .exited(2), "\(run.errorOutput)")
    #expect(run.output == "")
    #expect(!place.folder.contains("container"))
  }

  @Test(arguments: [
    ["list"], ["verify"], ["recover"], ["report"], ["open", unknown], ["remove", unknown],
  ])
  func `without a container the error says who makes one`(arguments: [String]) async throws {
    let run = try await place.start(["library"] + arguments).wait()
    #expect(run.status == .exited(1))
    #expect(
      run.errorOutput.contains("'intake library import --container \(place.container)' makes one"))
    #expect(!place.folder.contains("container"))
  }

  @Test func `an identifier that is not there is not found`() async throws {
    _ = try await imported("plan.txt", "The plan.\n")
    let run = try await library("open", Self.unknown)
    #expect(run.status == .exited(1))
    #expect(run.errorOutput.contains("not-found"))
  }
}
