import IntakeTesting
import ShareContract
import Testing

/// `intake ingest` as a shell starts it: what it prints, and how it ends.
@Suite(.timeLimit(.minutes(5)))
struct IngestProcessTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  @Test func `the table tells what was stored, and what was refused and why`() async throws {
    let run = try await place.run("ingest", Workplace.samples)
    #expect(run.status == .exited(1))
    #expect(run.errorOutput == "")
    let lines = run.output.split(separator: "\n")
    try #require(lines.count == 5, "\(run.output)")
    #expect(lines[0] == "#  NAME          REASON         EXPLANATION")
    #expect(lines[1].hasPrefix("3  empty.png     empty-content  it has no content"))
    #expect(lines[2].hasPrefix("Stored   7 attachments, "))
    #expect(lines[3] == "         1 of another type than declared")
    #expect(lines[4] == "Refused  1: empty-content 1")
    #expect(try place.copies().count == 7)
    #expect(try place.remains() == [])
  }

  @Test func `with all stored the status is 0`() async throws {
    let run = try await place.run("ingest", Workplace.sample("meadow.jpg"))
    #expect(run.status == .exited(0))
    #expect(run.output.hasPrefix("Stored   1 attachment, 7.15 KiB, in "))
  }

  @Test func `verbose shows a row for each file, and a star where the type was another`()
    async throws
  {
    let run = try await place.run("ingest", "-v", "--order", "as-given", Workplace.samples)
    let lines = run.output.split(separator: "\n")
    // A header and eight rows, a header and a row for the refusal, three lines of totals.
    #expect(lines.count == 14)
    #expect(lines[0].hasPrefix("    #  RESULT         SIZE  TYPE OR REASON "))
    #expect(lines[1].hasPrefix("    1  stored     1.48 KiB  public.jpeg * "))
    #expect(lines[3].hasPrefix("    3  refused           -  empty-content "))
    #expect(run.output.contains("1 of another type than declared (*)"))
  }

  @Test func `quiet says nothing but the refusals`() async throws {
    let run = try await place.run("ingest", "--quiet", Workplace.samples)
    #expect(run.status == .exited(1))
    #expect(run.output == "")
    #expect(run.errorOutput.hasPrefix("intake: empty.png: it has no content"))
    #expect(run.errorOutput.hasSuffix("(empty-content)\n"))
  }

  @Test func `JSON has a line for each outcome`() async throws {
    let run = try await place.run("ingest", "--json", "--order", "as-given", Workplace.samples)
    #expect(run.status == .exited(1))
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 8)
    for (position, line) in lines.enumerated() {
      #expect(line.hasPrefix("{\"position\":\(position),"))
      #expect(line.hasSuffix("]}"))
    }
    #expect(lines.count { $0.contains(#""result":"stored""#) } == 7)
    let ids = lines.compactMap { JSONLine.text("id", in: $0) }
    #expect(Set(try await place.listed().compactMap { JSONLine.text("id", in: $0) }) == Set(ids))
  }

  @Test func `an outcome is told as it happens, not at the end`() async throws {
    let child = try place.start(
      ["ingest", "--json", "--files-from", "-", Workplace.sample("page.pdf")], input: .pipe)
    try await child.waitForOutput(#""name":"page.pdf","result":"stored""#)
    try child.write("\(Workplace.sample("notes.txt"))\n".utf8)
    try await child.waitForOutput(#""name":"notes.txt","result":"stored""#)
    child.closeInput()
    #expect(try await child.wait().status == .exited(0))
  }

  @Test func `all or nothing leaves nothing where one is refused`() async throws {
    let run = try await place.run("ingest", "--policy", "all-or-nothing", Workplace.samples)
    #expect(run.status == .exited(1))
    #expect(run.output.contains("empty.png     empty-content"))
    #expect(run.output.contains("Stored   0 attachments"))
    #expect(try place.copies() == [])
    #expect(try place.remains() == [])
    #expect(try await place.listed("--all") == [])
  }

  @Test func `each file of a batch that is given up has its name and type, for a script as well`()
    async throws
  {
    let names = ["page.pdf", "wave.gif", "empty.png"]
    let run = try await place.start(
      ["ingest", "--policy", "all-or-nothing", "--jobs", "1", "--json"]
        + names.map(Workplace.sample)
    ).wait()
    let lines = run.output.split(separator: "\n")
    #expect(lines.map { JSONLine.text("name", in: $0) } == names)
    #expect(
      lines.map { JSONLine.text("code", in: $0) }
        == ["batch-aborted", "batch-aborted", "empty-content"])
    #expect(
      zip(lines, ["com.adobe.pdf", "com.compuserve.gif", "public.png"]).allSatisfy {
        $0.contains("\"declared\":[\"\($1)\"]")
      }, "\(run.output)")
  }

  @Test func `all or nothing stores all where none is refused`() async throws {
    let run = try await place.run(
      "ingest", "--policy", "all-or-nothing", Workplace.sample("page.pdf"),
      Workplace.sample("wave.gif"))
    #expect(run.status == .exited(0))
    #expect(try await place.listed().count == 2)
  }

  @Test(arguments: ["none", "group", "each"])
  func `each durability stores`(_ durability: String) async throws {
    let run = try await place.run(
      "ingest", "--durability", durability, Workplace.sample("page.pdf"))
    #expect(run.status == .exited(0))
    #expect(try place.copies().count == 1)
  }

  @Test func `only what conforms to an accepted type is taken`() async throws {
    let run = try await place.run(
      "ingest", "--accept", "com.adobe.pdf", "-a", "public.plain-text", Workplace.samples)
    #expect(run.status == .exited(1))
    #expect(run.output.contains("no-accepted-type  public.heic conforms to no accepted type"))
    #expect(run.output.contains("Refused  6: no-accepted-type 6"))
    #expect(run.output.contains("Hint     '--accept TYPE'"))
    #expect(try place.copies().count == 2)
  }

  @Test func `an accepted type that is not known is reported, and the work goes on`() async throws {
    let run = try await place.run(
      "ingest", "-a", "public.imgae", "-a", "com.adobe.pdf", "-a", "dyn.age8u",
      Workplace.sample("page.pdf"))
    #expect(run.status == .exited(0))
    #expect(
      run.errorOutput
        == "intake: The type 'public.imgae' is not known; 'public.image' may be meant.\n")
    #expect(try place.copies().count == 1)
  }

  @Test(arguments: [
    (["--max-file", "2K"], "over-file-limit", ["2.62 KiB (2681 bytes)", "2.00 KiB (2048 bytes)"]),
    (["--max-batch", "2K"], "over-batch-limit", ["2.00 KiB (2048 bytes)", "2.62 KiB more"]),
    (["--max-container", "2K"], "container-full", ["may hold 2.00 KiB", "2.62 KiB more"]),
  ])
  func `a refusal by a limit has the limit, the size, and the option`(
    _ options: [String], _ code: String, _ parts: [String]
  ) async throws {
    let run = try await place.start(["ingest"] + options + [Workplace.sample("page.pdf")]).wait()
    #expect(run.status == .exited(1))
    for part in parts + [code, "Hint "] { #expect(run.output.contains(part), "\(run.output)") }
    #expect(run.output.contains(code == "container-full" ? "--max-container" : options[0]))
    #expect(try place.copies() == [])
  }

  @Test func `files beyond the count are refused one by one`() async throws {
    let run = try await place.run("ingest", "--max-count", "2", Workplace.samples)
    #expect(run.status == .exited(1))
    #expect(run.output.contains("one batch may have 2 attachments"))
    #expect(run.output.contains("Refused  6: over-count-limit 6"))
  }

  @Test func `the same file twice is two attachments`() async throws {
    let path = Workplace.sample("page.pdf")
    #expect(try await place.run("ingest", path, path).status == .exited(0))
    #expect(try place.copies().count == 2)
  }

  @Test func `a memory budget without room for one buffer is a wrong command line`() async throws {
    let run = try await place.run("ingest", "--memory", "1K", Workplace.sample("page.pdf"))
    #expect(run.status == .exited(2))
    #expect(run.errorOutput.contains("1.00 KiB has no room for a copy buffer of 256 KiB"))
  }

  @Test func `the container is made, with the folders it lies in`() async throws {
    let run = try await place.run(
      "ingest", "-C", "a/b/c d", Workplace.sample("page.pdf"))
    #expect(run.status == .exited(0))
    #expect(try place.folder.list("a/b/c d/attachments").count == 1)
  }

  @Test func `a contract says what is accepted, how large, and what is said of a refusal`()
    async throws
  {
    let contract = """
      { // What the example takes.
        "version": 1, "name": "Example", "batch": "keep",
        "accept": ["public.image", { "type": "com.adobe.pdf", "maximumSize": "1 KiB" }],
        "refuse": [{ "type": "com.compuserve.gif", "message": "Share a still picture." }],
      }
      """
    try place.folder.write(contract.utf8, to: "contract.json")
    let run = try await place.run(
      "ingest", "--contract", "contract.json", "--json", "--order", "as-given",
      Workplace.sample("meadow.jpg"), Workplace.sample("wave.gif"), Workplace.sample("page.pdf"))
    #expect(run.status == .exited(1))
    let lines = run.output.split(separator: "\n")
    try #require(lines.count == 3)
    #expect(lines[0].contains(#""result":"stored""#))
    #expect(lines[1].contains(#""code":"type-refused""#))
    #expect(lines[1].contains("Share a still picture."))
    #expect(lines[2].contains(#""code":"over-file-limit""#))
  }

  @Test func `what a contract does not accept draws no advice about options`() async throws {
    try place.folder.write(Self.rows.utf8, to: "contract.json")
    let run = try await place.run(
      "ingest", "--contract", "contract.json", Workplace.sample("page.pdf"))
    #expect(run.status == .exited(1))
    #expect(run.output.contains("Hint     the 'accept' of the contract"), "\(run.output)")
    #expect(!run.output.contains("--accept"))
  }

  @Test func `an option goes before the contract, and its default does not`() async throws {
    let contract = """
      { "version": 1, "name": "Example", "accept": ["public.image"],
        "limits": { "fileSize": "1 KiB" } }
      """
    try place.folder.write(contract.utf8, to: "contract.json")
    let photo = Workplace.sample("meadow.jpg")
    let capped = try await place.run("ingest", "--contract", "contract.json", photo)
    #expect(capped.status == .exited(1))
    let raised = try await place.run(
      "ingest", "--contract", "contract.json", "--max-file", "1M", photo)
    #expect(raised.status == .exited(0))
  }

  @Test func `a contract with an error says where it is`() async throws {
    try place.folder.write(
      "{ \"version\": 1,\n  \"accept\": [public.image] }".utf8, to: "contract.json")
    let run = try await place.run(
      "ingest", "--contract", "contract.json", Workplace.sample("meadow.jpg"))
    #expect(run.status == .exited(1))
    #expect(run.errorOutput.contains("contract.json: line 2, column 14"))
    #expect(run.output.isEmpty)
  }

  @Test func `a call adds its record to the end of a file, without the names`() async throws {
    for sample in ["meadow.jpg", "empty.png"] {
      _ = try await place.run("ingest", "--record", "records.jsonl", Workplace.sample(sample))
    }
    let bytes = try place.folder.read("records.jsonl")
    let records = try ShareRecordFile(reading: bytes).records
    #expect(
      records.flatMap(\.attachments).map(\.result) == [
        .stored(
          declaredType: "public.jpeg", contentType: "public.jpeg", size: .bytes(7_323)),
        .refused(.emptyContent, at: .validation),
      ])
    #expect(records.map(\.origin) == [.automated, .automated])
    #expect(!String(decoding: bytes, as: UTF8.self).contains("meadow"))
  }

  private static let rows = """
    {"version": 1, "name": "x", "accept": ["public.jpeg"], "rows": [{"id": "photo",
      "source": "Photos", "content": "still photo", "declares": ["public.jpeg"],
      "expect": {"result": "stored"}}]}
    """

  @Test func `a record carries the row of the contract and what the options say of it`()
    async throws
  {
    try place.folder.write(Self.rows.utf8, to: "contract.json")
    let run = try await place.run(
      "ingest", "--contract", "contract.json", "--row", "photo", "--record", "records.jsonl",
      "--system", "Linux 6.1", "--build", "1.4 (210)", Workplace.sample("meadow.jpg"))
    #expect(run.status == .exited(0), "\(run.errorOutput)")
    let record = try ShareRecordFile(reading: try place.folder.read("records.jsonl")).records[0]
    let row = try InputContract(reading: Array(Self.rows.utf8)).rows[0]
    #expect(record.row == RowReference(id: "photo", revision: try row.revision))
    #expect(record.source == "Photos" && record.content == "still photo")
    #expect(record.system?.name == "Linux 6.1" && record.build == "1.4 (210)")
    // It reaches the row of the matrix.
    let matrix = try await place.run(
      "matrix", "-c", "contract.json", "-r", "records.jsonl", "-f", "json")
    #expect(matrix.output.contains(record.id.description))
    _ = try await place.run(
      "ingest", "--record", "labels.jsonl", "--source", "Files", "--content", "photo",
      Workplace.sample("meadow.jpg"))
    let labels = try ShareRecordFile(reading: try place.folder.read("labels.jsonl")).records[0]
    #expect(labels.source == "Files" && labels.content == "photo" && labels.row == nil)
  }

  @Test(arguments: [
    (["--source", "Photos"], 2, "'--source' is said of a record, and none is written"),
    (["--build", "7"], 2, "'--build' is said of a record"),
    (["--contract", "contract.json", "--row", "photo"], 2, "'--row' is said of a record"),
    (["--record", "r.jsonl", "--row", "photo"], 2, "'--row' needs '--contract'"),
    (
      [
        "--record", "r.jsonl", "--contract", "contract.json", "--row", "photo", "--source", "Files",
      ],
      2, "'--source Files' contradicts the row 'photo'"
    ),
    (
      ["--record", "r.jsonl", "--contract", "contract.json", "--row", "phot"],
      1, "contract.json: there is no row 'phot'; 'photo' may be meant"
    ),
  ])
  func
    `what is said of a record without one, or against its row, is refused before anything is taken in`(
      _ arguments: [String], _ status: Int32, _ message: String
    ) async throws
  {
    try place.folder.write(Self.rows.utf8, to: "contract.json")
    let run = try await place.start(["ingest"] + arguments + [Workplace.sample("meadow.jpg")])
      .wait()
    #expect(run.status == .exited(status))
    #expect(run.errorOutput.contains(message), "\(run.errorOutput)")
    #expect(try place.folder.list() == ["contract.json"])
  }

  @Test func `a record that cannot be written is known before anything is taken in`() async throws {
    let run = try await place.run(
      "ingest", "--record", "missing/records.jsonl", Workplace.sample("meadow.jpg"))
    #expect(run.status == .exited(1))
    #expect(run.errorOutput.contains("'missing/records.jsonl' cannot be written"))
    #expect(run.output.isEmpty)
  }

  @Test func `a container inside the folder that is taken in is passed over`() async throws {
    try place.folder.write("text".utf8, to: "in/notes.txt")
    for _ in 0..<2 {
      let run = try await place.run("ingest", "-C", "in/inbox", "in", "--json")
      #expect(run.status == .exited(0))
      #expect(run.output.split(separator: "\n").count == 1)
    }
    #expect(try place.folder.list("in/inbox/attachments").count == 2)
  }

  @Test func `a folder with other things in it is not taken over`() async throws {
    try place.folder.write("mine".utf8, to: "full/of/it")
    let run = try await place.run("ingest", "-C", "full", Workplace.sample("page.pdf"))
    #expect(run.status == .exited(1))
    #expect(run.errorOutput.contains("full cannot be a container: it holds files that are none of"))
  }

  @Test func `a container whose path is not UTF-8 is a wrong command line`() throws {
    let run = try place.run([place.bytes("ingest"), place.bytes("-C"), [0x2E, 0x2F, 0xFF], [0x61]])
    #expect(run.status == 2)
    #expect(run.errors.contains(#"'./\xFF', is not UTF-8"#))
  }
}
