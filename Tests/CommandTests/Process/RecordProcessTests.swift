import IntakeTesting
import ShareContract
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// `intake record` as a shell starts it.
@Suite(.timeLimit(.minutes(5)))
struct RecordProcessTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private static let contract = """
    {"version": 1, "name": "x", "accept": ["public.heic"], "rows": [
      {"id": "photos-still", "source": "Photos", "content": "still photo",
        "declares": ["public.heic", "public.url"],
        "expect": {"result": "stored", "load": "in-place-file", "representation": "public.heic"}}]}
    """

  // Never inlined: the optimiser of Swift 6.3.1 crashes on it within an asynchronous function.
  @inline(never)
  private func records(_ name: String = "records.jsonl") throws -> [ShareRecord] {
    try ShareRecordFile(reading: try place.folder.read(name)).records
  }

  private static let answers = [
    "--source", "Photos", "--content", "still photo", "--system", "iOS 26.1",
  ]

  // MARK: Adding

  @Test func `what a person saw is added, with what the options say`() async throws {
    let run = try await place.start(
      ["record", "add", "--output", "records.jsonl", "--seen", "appeared", "--seen", "opened"]
        + Self.answers
        + ["--system-build", "23B85", "--device", "iPhone17,1", "--build", "1.4 (210)"]
        + ["--fresh", "yes"]
    ).wait()
    #expect(run.status == .exited(0))
    #expect(run.output == "")
    let record = try #require(try records().first)
    #expect(run.errorOutput == "Added to 'records.jsonl': \(record.id)\n")
    #expect(record.origin == .manual)
    #expect(record.source == "Photos" && record.content == "still photo")
    #expect(record.seen == [.appeared, .opened])
    #expect(
      record.system
        == .init(name: "iOS 26.1", build: "23B85", device: "iPhone17,1", isFreshInstallation: true))
    #expect(record.build == "1.4 (210)")
    #expect(record.items == [] && record.row == nil)
    #expect(record.recordedAt.map { $0 > 1_700_000_000_000 } == true)
  }

  @Test func `a row of the contract fills source, content and types`() async throws {
    try place.folder.write(Self.contract.utf8, to: "contract.json")
    let run = try await place.run(
      "record", "add", "-o", "records.jsonl", "--contract", "contract.json", "--row",
      "photos-still", "--seen", "did-not-appear", "--system", "iOS 26.1")
    #expect(run.status == .exited(0))
    let record = try #require(try records().first)
    let row = try InputContract(reading: Array(Self.contract.utf8)).rows[0]
    #expect(record.row == RowReference(id: "photos-still", revision: try row.revision))
    #expect(record.source == "Photos" && record.content == "still photo")
    #expect(record.declaredItems == row.items)
    #expect(
      record.attachments[0].representations.map(\.delivery) == [.inPlaceFile, .data])
    let unknown = try await place.run(
      "record", "add", "-o", "records.jsonl", "--contract", "contract.json", "--row",
      "photo-still", "--seen", "appeared", "--system", "iOS 26.1")
    #expect(unknown.status == .exited(1))
    #expect(unknown.errorOutput.contains("no row 'photo-still'; 'photos-still' may be meant"))
    #expect(try records().count == 1)
  }

  @Test func `what was declared is recorded, as attachments of one item or item by item`()
    async throws
  {
    for declared in [
      ["--declares", "public.jpeg,public.heic", "--declares", "public.url"],
      ["--item", "com.adobe.pdf+public.jpeg", "--item", "public.url"],
    ] {
      let run = try await place.start(
        ["record", "add", "-o", "records.jsonl", "--seen", "opened"] + Self.answers + declared
      ).wait()
      #expect(run.status == .exited(0), "\(run.errorOutput)")
    }
    #expect(
      try records().map { $0.declaredItems.map(\.attachments) } == [
        [[["public.jpeg", "public.heic"], ["public.url"]]],
        [[["com.adobe.pdf"], ["public.jpeg"]], [["public.url"]]],
      ])
    #expect(
      try records()[0].attachments.map { $0.representations.map(\.delivery) } == [
        [.file, .file], [.data],
      ])
  }

  @Test(arguments: [
    (
      ["--source", "Files"],
      "'--source Files' contradicts the row 'photos-still', which is of Photos"
    ),
    (["--content", "video"], "'--content video' contradicts the row 'photos-still'"),
    (["--declares", "public.jpeg"], "What is declared contradicts the row 'photos-still'"),
  ])
  func `what contradicts the row of the record is a wrong command line`(
    _ arguments: [String], _ message: String
  ) async throws {
    try place.folder.write(Self.contract.utf8, to: "contract.json")
    let row = [
      "record", "add", "-o", "records.jsonl", "--contract", "contract.json", "--row",
      "photos-still", "--seen", "appeared", "--system", "iOS 26.1",
    ]
    let run = try await place.start(row + arguments).wait()
    #expect(run.status == .exited(2))
    #expect(run.errorOutput.contains(message), "\(run.errorOutput)")
    #expect(try place.folder.list() == ["contract.json"])
    let agreeing = try await place.start(
      row + ["--source", "Photos", "--declares", "public.heic,public.url"]
    ).wait()
    #expect(agreeing.status == .exited(0))
  }

  @Test func `records are added to the end, also behind a line that was cut`() async throws {
    for _ in 0..<2 {
      let run = try await place.start(
        ["record", "add", "-o", "records.jsonl", "--seen", "opened"] + Self.answers
      ).wait()
      #expect(run.status == .exited(0))
    }
    #expect(try records().count == 2)
    let bytes = try place.folder.read("records.jsonl")
    try place.folder.write(bytes.dropLast(40), to: "records.jsonl")
    _ = try await place.start(
      ["record", "add", "-o", "records.jsonl", "--seen", "opened"] + Self.answers
    ).wait()
    let (file, problems, _) = ShareRecordFile.readingAll(try place.folder.read("records.jsonl"))
    #expect(file.entries.map(\.line) == [1, 3])
    #expect(problems.count == 1)
  }

  @Test func `records of many processes at once do not mix`() async throws {
    let arguments = ["record", "add", "-o", "records.jsonl", "--seen", "opened"] + Self.answers
    let children = try (0..<12).map { _ in try place.start(arguments) }
    for child in children { #expect(try await child.wait().status == .exited(0)) }
    #expect(try records().count == 12)
    #expect(Set(try records().map(\.id)).count == 12)
  }

  @Test(arguments: [
    (["--no-input"], "The record lacks '--source', '--content', '--seen', '--system'."),
    ([], "or answer on a terminal"),
    (
      ["--declares", "public.url", "--item", "public.url"],
      "is given by '--declares' or by '--item'"
    ),
    (["--row", "a"], "'--row' and '--contract' go together"),
    (["--seen", "appeared", "--seen", "did-not-appear"], "cannot both be seen"),
    (["--seen", "vanished"], "'--seen' cannot be 'vanished'"),
    (["--source", "/private/var"], "'--source' cannot be '/private/var'"),
  ])
  func `a command line that lacks something or contradicts itself is status 2, and leaves no file`(
    _ arguments: [String], _ message: String
  ) async throws {
    let run = try await place.start(["record", "add", "-o", "records.jsonl"] + arguments).wait()
    #expect(run.status == .exited(2))
    #expect(run.errorOutput.contains(message))
    #expect(try place.folder.list() == [])
  }

  @Test func `a folder, a pipe or a place that is not there is no file of records`() async throws {
    try place.folder.makeFolder("folder")
    try #require(mkfifo(place.folder.path(of: "pipe"), 0o600) == 0)
    for (name, message) in [
      ("folder", "Is a directory"), ("pipe", "is no file"), ("no/where", "No such file"),
    ] {
      let run = try await place.start(
        ["record", "add", "-o", name, "--seen", "opened"] + Self.answers
      ).wait()
      #expect(run.status == .exited(1))
      #expect(run.errorOutput.contains(message), "\(run.errorOutput)")
    }
  }

  // MARK: Asking

  #if os(Linux)
    /// Runs the program on a terminal of its own, and types `lines` into it.
    private func onTerminal(
      _ command: String, typing lines: [String]
    ) async throws -> ChildProcess.Ending {
      let text = lines.map { $0 + "\n" }.joined()
      return try await ChildProcess(
        "script",
        [
          "--quiet", "--return", "--command", "'\(try Workplace.program())' \(command)",
          "/dev/null",
        ],
        environment: .only(["LC_ALL": "C.UTF-8", "TERM": "dumb", "PATH": "/usr/bin:/bin"]),
        workingDirectory: place.folder.path, input: .bytes(Array(text.utf8))
      ).wait()
    }

    @Test func `on a terminal what is missing is asked, until it is answered`() async throws {
      let run = try await onTerminal(
        "record add -o records.jsonl --content 'still photo'",
        typing: [
          "/private/var", "Photos", "9", "1, 2", "1, 5", "iOS 26.1", "23B85", "", "1.4 (210)", "no",
        ])
      #expect(run.status == .exited(0), "\(run.output)")
      #expect(run.output.contains("Which app shared (such as Photos):"))
      #expect(!run.output.contains("What was shared"))
      #expect(run.output.contains("Numbers from 1 to 6."))
      #expect(run.output.contains("'appeared' and 'did-not-appear' cannot both be seen."))
      let record = try #require(try records().first)
      #expect(record.source == "Photos" && record.content == "still photo")
      #expect(record.seen == [.appeared, .opened])
      #expect(
        record.system == .init(name: "iOS 26.1", build: "23B85", isFreshInstallation: false))
      #expect(record.build == "1.4 (210)")
    }

    @Test func `answers that end before the last question record nothing`() async throws {
      // Control-D at the start of a line ends the input of a terminal.
      let run = try await onTerminal("record add -o records.jsonl", typing: ["Photos", "\u{4}"])
      #expect(run.status == .exited(1), "\(run.output)")
      #expect(run.output.contains("ended before all was answered; nothing was recorded"))
      #expect(try place.folder.read("records.jsonl") == [])
    }
  #endif

  // MARK: Listing and checking

  @Test func `the reported library is listed, as a table and as records`() async throws {
    let table = try await place.run("record", "list", "--reported")
    #expect(table.status == .exited(0))
    let lines = table.output.split(separator: "\n")
    #expect(lines.count == 1 + ReportedShares.all.count)
    #expect(lines[0].hasPrefix("SOURCE "))
    #expect(
      lines.contains {
        $0.hasPrefix("Safari  ") && $0.hasSuffix("com.adobe.pdf | public.url")
          && $0.contains("reported")
      })
    let json = try await place.run("record", "list", "--reported", "--json")
    #expect(try ShareRecordFile(reading: json.outputBytes).records == ReportedShares.all)
    #expect(try await place.run("record", "list").status == .exited(2))
    #expect(try await place.run("record", "list", "--reported", "a").status == .exited(2))
  }

  @Test func `a file with bad lines is listed but for those, and they are reported`() async throws {
    let good = ReportedShares.all[0].jsonLine
    let bad = Array("{\"version\":9}\n".utf8)
    try place.folder.write(good + bad + good.dropLast(9), to: "records.jsonl")
    let list = try await place.run("record", "list", "records.jsonl")
    #expect(list.status == .exited(1))
    #expect(list.output.split(separator: "\n").count == 2)
    #expect(list.errorOutput.contains("records.jsonl: line 2, column 12: version 9 of records"))
    #expect(list.errorOutput.contains("line 3, column "))
    #expect(list.errorOutput.contains("the last line is cut off"))
    let check = try await place.run("record", "check", "records.jsonl")
    #expect(check.status == .exited(1))
    #expect(check.output.hasSuffix("\n1 record: 2 problems.\n"))
    #expect(check.errorOutput == "")
    let json = try await place.run("record", "check", "--json", "records.jsonl")
    #expect(
      json.output.hasSuffix(#"{"kind":"records","records":1,"others":0,"problems":2}"# + "\n"))
  }

  @Test func `a right file passes, from a pipe too`() async throws {
    let other = Array("{\"version\":1,\"kind\":\"note\"}\n".utf8)
    let run = try await place.start(
      ["record", "check", "-"], input: .bytes(ReportedShares.all.flatMap(\.jsonLine) + other)
    ).wait()
    #expect(run.status == .exited(0))
    #expect(run.output == "25 records, 1 line of other kinds: nothing was found.\n")
  }
}
