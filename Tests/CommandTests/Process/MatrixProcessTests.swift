import IntakeTesting
import ShareContract
import Testing

/// `intake matrix` as a shell starts it.
@Suite(.timeLimit(.minutes(5)))
struct MatrixProcessTests {
  private let place: Workplace
  private static let results = Workplace.samples.dropLast("Samples".count) + "TestResults"

  private static let contract = """
    {
      "version": 1, "name": "Example", "accept": ["public.image"],
      "rows": [
        // A row that a test covers, one that a device has to show, and one that is refused.
        {"id": "photos-still", "source": "Photos", "content": "still photo",
          "declares": ["public.heic", "public.jpeg"], "expect": {"result": "stored"},
          "tests": ["PhotosTests.ShareTests/stillPhoto()"]},
        {"id": "photos-live", "source": "Photos", "content": "live photo",
          "declares": ["com.apple.live-photo", "public.jpeg"], "expect": {"result": "stored"},
          "tests": ["PhotosTests.ShareTests/Nested/inner"], "device": true},
        {"id": "safari-page", "source": "Safari", "content": "page", "declares": ["public.url"],
          "expect": {"result": "no-accepted-type"}, "tests": []},
      ],
    }
    """

  init() throws {
    place = try Workplace()
    try place.folder.write(Self.contract.utf8, to: "contract.json")
    try place.folder.write(Self.records.flatMap(\.jsonLine), to: "records.jsonl")
  }

  /// The live photo on a device, and the refused page in a replay.
  private static let records: [ShareRecord] = [
    ShareRecord(
      id: ShareID(milliseconds: 1), recordedAt: 1, origin: .device, source: "Photos",
      system: .init(name: "iOS 26.1", build: "23B85"), build: "12",
      items: [
        .init(attachments: [
          AttachmentRecord(
            representations: ["com.apple.live-photo", "public.jpeg"].map {
              RepresentationRecord($0, delivery: .file)
            },
            result: .stored(
              declaredType: "public.jpeg", contentType: "public.jpeg", size: .bytes(1)))
        ])
      ]),
    ShareRecord(
      id: ShareID(milliseconds: 2), origin: .synthetic, source: "Safari",
      items: [
        .init(attachments: [
          AttachmentRecord(
            representations: [RepresentationRecord("public.url", delivery: .data)],
            result: .refused(.noAcceptedType, at: .selection))
        ])
      ]),
  ]

  @Test(arguments: [
    ("x.md", "| "), ("x.csv", ","), ("x.json", "{\"version\""), ("x.HTML", "<!"),
  ])
  func `the ending of the file says the format, where no option does`(
    _ name: String, _ mark: String
  ) async throws {
    _ = try await place.run("matrix", "-c", "contract.json", "-o", name)
    let format = ["x.md": "markdown", "x.csv": "csv", "x.json": "json", "x.HTML": "html"][name]
    let wanted = try await place.run("matrix", "-c", "contract.json", "-f", format ?? "")
    #expect(wanted.output.contains(mark))
    #expect(try place.folder.read(name) == wanted.outputBytes)
    _ = try await place.run("matrix", "-c", "contract.json", "-f", "csv", "-o", name)
    let csv = try await place.run("matrix", "-c", "contract.json", "-f", "csv")
    #expect(try place.folder.read(name) == csv.outputBytes)
  }

  private static func stream(_ name: String) -> String { "\(results)/\(name)-version-6.3.0.jsonl" }

  @Test func `a matrix in which every row is shown is green`() async throws {
    let run = try await place.run(
      "matrix", "--contract", "contract.json", "--records", "records.jsonl", "--results",
      Self.stream("passing"))
    #expect(
      run.output == """
        ROW           SOURCE    CONTENT      AUTOMATED  REPLAY  MANUAL  DEVICE  VERDICT
        photos-still  Photos    still photo  ✓ pass     -       -       -       ✓ pass
        photos-live   Photos    live photo   ✓ pass     -       -       ✓ pass  ✓ pass
        safari-page   Safari    page         -          ✓ pass  -       -       ✓ pass

        """)
    #expect(run.errorOutput == "intake: The matrix is green: 3 rows: 3 pass.\n")
    #expect(run.status == .exited(0))
  }

  @Test func `what is missing is red, with the reason`() async throws {
    let run = try await place.run("matrix", "--contract", "contract.json")
    #expect(run.status == .exited(1))
    #expect(
      run.output.contains("photos-live   only a record from a device shows it, and there is none"))
    #expect(run.output.contains("no test results were given"))
    #expect(run.errorOutput == "intake: The matrix is not green: 3 rows: 3 not tested; 3 red.\n")
  }

  @Test func `a stream that was cut keeps the matrix from being green`() async throws {
    try place.folder.link("whole.jsonl", to: Self.stream("passing"))
    try place.folder.write(try place.folder.read("whole.jsonl").dropLast(10), to: "cut.jsonl")
    let run = try await place.run(
      "matrix", "--contract", "contract.json", "--records", "records.jsonl", "--results",
      "cut.jsonl", "--format", "html")
    #expect(run.status == .exited(1))
    #expect(run.output.contains("Of 1 test results, number 1 is cut off"))
    // The page holds no paths.
    #expect(!run.output.contains("cut.jsonl"))
    #expect(run.errorOutput.contains("The test results in 'cut.jsonl' are cut off"))
  }

  @Test(arguments: ["table", "markdown", "csv", "json", "html"])
  func `each format goes to standard output and to a file, with the same bytes`(
    format: String
  ) async throws {
    let arguments = [
      "matrix", "-c", "contract.json", "-r", "records.jsonl", "--results", Self.stream("passing"),
      "-f", format,
    ]
    let shown = try await place.start(arguments).wait()
    #expect(shown.status == .exited(0))
    #expect(!shown.outputBytes.isEmpty)
    // A file that is there is replaced.
    for _ in 0..<2 {
      let written = try await place.start(arguments + ["-o", "matrix.out"]).wait()
      #expect(written.status == .exited(0))
      #expect(written.output == "")
      #expect(try place.folder.read("matrix.out") == shown.outputBytes)
    }
  }

  @Test func `without a locale for it the table is ASCII`() async throws {
    let run = try IntakeProcess.run(
      ["matrix", "-c", place.folder.path(of: "contract.json")].map { Array($0.utf8) })
    #expect(run.status == 1)
    #expect(run.output.utf8.allSatisfy { $0 < 0x80 })
    #expect(run.output.contains("not tested (red)"))
  }

  @Test func `a document that is none is named, with the place`() async throws {
    try place.folder.write("{\"version\": 9}".utf8, to: "bad.json")
    let contract = try await place.run("matrix", "--contract", "bad.json")
    #expect(contract.status == .exited(1))
    #expect(contract.output == "")
    #expect(contract.errorOutput.hasPrefix("intake: bad.json: line 1, column "))
    let records = try await place.run("matrix", "-c", "contract.json", "-r", "bad.json")
    #expect(records.status == .exited(1))
    #expect(records.errorOutput.hasPrefix("intake: bad.json: line 1, column "))
    let stream = try await place.run("matrix", "-c", "contract.json", "--results", "contract.json")
    #expect(stream.status == .exited(1))
    #expect(stream.errorOutput.hasPrefix("intake: contract.json: this looks like a contract, "))
    let missing = try await place.run("matrix", "-c", "nothing.json")
    #expect(missing.status == .exited(1))
    #expect(missing.errorOutput.contains("'nothing.json' cannot be opened"))
  }

  @Test(arguments: [
    ["matrix"], ["matrix", "-c", "-", "-r", "-"], ["matrix", "-c", "a", "-f", "pdf"],
    ["matrix", "contract.json"],
  ])
  func `a wrong command line is status 2`(arguments: [String]) async throws {
    let run = try await place.start(arguments).wait()
    #expect(run.status == .exited(2))
    #expect(run.output == "")
  }

  @Test func `a contract can come from standard input`() async throws {
    let run = try await place.run(
      "matrix", "-c", "-", "-r", "records.jsonl", "--results", Self.stream("passing"), "-f", "json",
      input: .bytes(Array(Self.contract.utf8)))
    #expect(run.status == .exited(0))
    #expect(run.output.contains(#""isGreen":true"#))
  }
}
