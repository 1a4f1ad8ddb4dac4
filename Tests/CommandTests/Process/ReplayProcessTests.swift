import Foundation
import IntakeModel
import IntakeTesting
import ShareContract
import Testing
import UniformTypes

/// `intake replay` as a shell starts it.
@Suite(.timeLimit(.minutes(5)))
struct ReplayProcessTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.folder.write(Self.contract.utf8, to: "contract.json")
  }

  static let contract = """
    {
      "version": 1,
      "name": "Meadow Share",
      "accept": ["public.heic", "public.image", "com.adobe.pdf", "public.movie"],
      "limits": {"fileSize": "2 GiB"}, // per attachment
      "rows": [
        {
          "id": "photos-still", "source": "Photos", "content": "still photo",
          "declares": ["public.jpeg", "public.heic"],
          "expect": {"result": "stored", "representation": "public.heic"},
          "tests": ["MeadowTests.Sharing/still()"],
        },
        {
          "id": "photos-cloud", "source": "Photos", "content": "photo in the cloud",
          "declares": ["public.jpeg"],
          "expect": {"result": "not-downloaded"},
          "tests": ["MeadowTests.Sharing/cloud()"],
        },
        {
          "id": "safari-page", "source": "Safari", "content": "page",
          "declares": ["public.url"],
          "expect": {"result": "no-accepted-type"},
        },
      ],
    }

    """

  /// A photo that was offered in two formats, of which the better one was stored.
  ///
  /// - Parameter number: Tells one share from another.
  static func photo(
    _ number: Int = 1, size: ByteCount = .bytes(40_000),
    as delivery: Representation.Delivery = .file,
    storing type: TypeIdentifier = "public.heic"
  ) -> ShareRecord {
    let stored = RepresentationRecord.Attempt(
      order: 0, arrival: delivery == .stream ? .chunks : .file, size: size,
      contentType: "public.heic")
    let attachment = AttachmentRecord(
      representations: [
        RepresentationRecord("public.jpeg", delivery: .file),
        RepresentationRecord("public.heic", delivery: delivery, attempt: stored),
      ],
      result: .stored(declaredType: type, contentType: "public.heic", size: size))
    return ShareRecord(
      id: ShareID("0190163d-8694-739b-aea5-966c26f8ad9\(number)")!, origin: .device,
      source: "Photos",
      content: "still photo", items: [.init(attachments: [attachment])])
  }

  private func write(_ records: ShareRecord...) throws {
    try place.folder.write(records.flatMap(\.jsonLine), to: "records.jsonl")
  }

  @Test func `a share that goes as before is the same`() async throws {
    try write(Self.photo())
    let run = try await place.run("replay", "records.jsonl", "--contract", "contract.json")
    #expect(run.status == .exited(0))
    #expect(run.errorOutput == "")
    #expect(
      run.output == """
        #  SOURCE    CONTENT      DECLARED                  CHOSEN        OUTCOME           REPLAY
        1  Photos    still photo  public.jpeg, public.heic  public.heic   stored, 39.1 KiB  same

        1 share: 1 same

        """)
  }

  @Test func `a file without a record ends with 1, and says why`() async throws {
    try write()
    let run = try await place.run("replay", "records.jsonl", "-c", "contract.json")
    #expect(run.status == .exited(1))
    #expect(run.output == "0 shares\n")
    #expect(run.errorOutput.contains("There is nothing to replay"), "\(run.errorOutput)")
  }

  @Test func `a difference is shown, and ends with 1`() async throws {
    try write(Self.photo(), Self.photo(2, storing: "public.jpeg"))
    let run = try await place.run("replay", "records.jsonl", "-c", "contract.json")
    #expect(run.status == .exited(1))
    #expect(
      run.output.hasSuffix(
        """

        #2 Photos, still photo: attachment 1: representation was public.jpeg, and is public.heic

        2 shares: 1 same, 1 differs

        """))
  }

  @Test func `the lines of two processes about one share are one replay`() async throws {
    var seenByApp = Self.photo()
    seenByApp.items = []
    try write(Self.photo(), seenByApp)
    let run = try await place.run("replay", "records.jsonl", "-c", "contract.json")
    #expect(run.status == .exited(0))
    #expect(run.output.hasSuffix("\n1 share: 1 same\n"))
  }

  @Test func `every row is replayed without a record`() async throws {
    let run = try await place.run("replay", "--rows", "-c", "contract.json")
    #expect(run.status == .exited(0), "\(run.output) \(run.errorOutput)")
    #expect(run.output.hasSuffix("\n3 shares: 3 same\n"))
    #expect(run.output.contains("not-downloaded"))
    #expect(run.output.contains("\n#1, #2, #3: the content is made up from what the row promises"))
  }

  @Test func `a row that the contract's own limits contradict is shown`() async throws {
    let contract = """
      {
        "version": 1, "name": "Meadow Share", "accept": ["public.image"], "limits": {"count": 1},
        "rows": [
          {
            "id": "two", "source": "Photos", "content": "two photos",
            "attachments": [["public.jpeg"], ["public.png"]],
            "expect": [{"result": "stored"}, {"result": "stored"}],
            "tests": ["MeadowTests.Sharing/two()"],
          },
        ],
      }
      """
    try place.folder.write(contract.utf8, to: "strict.json")
    let run = try await place.run("replay", "--rows", "-c", "strict.json")
    #expect(run.status == .exited(1), "\(run.errorOutput)")
    #expect(
      run.output.hasSuffix(
        """

        #1 Photos, two photos: attachment 2: result is to be stored, and is refused: over-count-limit \
        (selection)
        #1: the content is made up from what the row promises; only a record tells what a source really \
        delivers

        1 share: 1 differs

        """), "\(run.output)")
  }

  @Test func `the shares that are reported are replayed without a contract's rows`() async throws {
    let run = try await place.run("replay", "--reported", "-c", "contract.json", "--json")
    #expect(run.status != .exited(2))
    let lines = run.output.split(separator: "\n")
    #expect(lines.count >= 25)
    #expect(lines.allSatisfy { $0.contains(#""origin":"reported""#) })
    #expect(!run.output.contains(#""verdict":"not-replayed""#))
  }

  @Test func `JSON has a line for each share`() async throws {
    try write(Self.photo(storing: "public.jpeg"))
    let run = try await place.run("replay", "records.jsonl", "-c", "contract.json", "--json")
    #expect(run.status == .exited(1))
    #expect(
      run.output == """
        {"share":"0190163d-8694-739b-aea5-966c26f8ad91","origin":"device","source":"Photos",\
        "content":"still photo","row":"photos-still","verdict":"differs","attachments":[{"declared":\
        ["public.jpeg","public.heic"],"result":"stored","declaredType":"public.heic","contentType":\
        "public.heic","size":40000}],"differences":[{"attachment":0,"subject":"representation",\
        "against":"record","expected":"public.jpeg","observed":"public.heic"}],"obstacles":[],\
        "remarks":[],"caveats":[]}

        """)
  }

  @Test func `the records of the replays are written, whole, and the same each time`() async throws
  {
    try write(Self.photo(), Self.photo(2, size: .bytes(50_000)))
    let arguments = ["replay", "records.jsonl", "-c", "contract.json", "--rows", "-o"]
    let first = try await place.start(arguments + ["first.jsonl"]).wait()
    #expect(first.status == .exited(0), "\(first.output)")
    _ = try await place.start(arguments + ["second.jsonl"]).wait()
    let bytes = try place.folder.read("first.jsonl")
    #expect(try place.folder.read("second.jsonl") == bytes)
    let records = try ShareRecordFile(reading: bytes).records
    #expect(records.count == 5)
    #expect(records.allSatisfy { $0.origin == .synthetic })
    let contract = try InputContract(reading: Array(Self.contract.utf8))
    let rows = [0, 0, 0, 1, 2].map { contract.rows[$0] }
    #expect(records.map { $0.row?.id } == rows.map(\.id))
    #expect(try records.map { $0.row?.revision } == rows.map { try $0.revision })
    #expect(
      records.prefix(4).flatMap(\.attachments).count { $0.readBack == .init(by: .intake) } == 3)

    let again = try await place.start(arguments + ["first.jsonl"]).wait()
    #expect(again.status == .exited(1))
    #expect(again.errorOutput.contains("'first.jsonl' exists"))
    #expect(
      try await place.start(arguments + ["first.jsonl", "--force"]).wait().status == .exited(0))
  }

  #if os(Linux)
    @Test(arguments: [Representation.Delivery.file, .inPlaceFile, .stream])
    func `300 MB are replayed in little memory, and a signal leaves nothing`(
      delivery: Representation.Delivery
    ) async throws {
      try write(
        Self.photo(size: .mebibytes(300), as: delivery),
        Self.photo(2, size: .gibibytes(2), as: delivery))
      let temporary = try place.folder.makeFolder("temporary")
      let child = try ChildProcess(
        Workplace.program(), ["replay", "records.jsonl", "-c", "contract.json", "--json"],
        environment: .only(["TMPDIR": temporary]), workingDirectory: place.folder.path,
        input: .none)
      try await child.waitForOutput(#""verdict":"same""#)
      // What the system says at the end also counts the process that started it.
      let peak = try Self.peakKibibytes(of: child.processID)
      #expect(peak < 64 << 10)
      child.kill(SIGTERM)
      let ending = try await child.wait()
      #expect(ending.status == .exited(143))
      #expect(ending.output.contains(#""size":314572800}"#))
      #expect(try place.folder.list("temporary") == [])
    }

    private static func peakKibibytes(of process: Int32) throws -> Int {
      let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
      return try #require(Int(line.filter { $0.isASCII && $0.isNumber }))
    }
  #endif

  @Test func `8 GiB are refused by the limit, without being written`() async throws {
    let failure = RepresentationRecord.Attempt(
      order: 0, arrival: .file, size: .zero, failure: .init(.overFileLimit, at: .copying))
    let film = AttachmentRecord(
      representations: [
        RepresentationRecord(
          "com.apple.quicktime-movie", delivery: .file, declaredSize: .gibibytes(8),
          attempt: failure)
      ], result: .refused(.overFileLimit, at: .copying))
    try write(
      ShareRecord(
        id: ShareID(milliseconds: 1), origin: .device, items: [.init(attachments: [film])]))
    let run = try await place.run("replay", "records.jsonl", "-c", "contract.json")
    #expect(run.status == .exited(0), "\(run.output)")
    #expect(run.output.contains("over-file-limit"))
    #expect(run.userTime < .seconds(5))
  }

  @Test func `nothing that can be replayed is no success`() async throws {
    try write(Self.photo(size: .gibibytes(1)))
    let run = try await place.run(
      "replay", "records.jsonl", "-c", "contract.json", "--max-copy", "100M")
    #expect(run.status == .exited(1))
    #expect(
      run.output.contains(
        "not replayed: 1.00 GiB would be copied, and a replay copies at most 100 MiB\n"))
  }

  @Test(
    arguments: [
      ["replay", "-c", "contract.json"], ["replay", "--rows"],
      ["replay", "--rows", "-c", "contract.json", "--force"], ["replay", "-", "-c", "-"],
    ])
  func `a wrong command line ends with 2`(arguments: [String]) async throws {
    let run = try await place.start(arguments).wait()
    #expect(run.status == .exited(2))
    #expect(run.output == "")
    #expect(run.errorOutput.hasPrefix("intake: "))
  }

  @Test func `a document that is none ends with 1, and says where`() async throws {
    try place.folder.write(#"{"version":1,"kind":"share""#.utf8, to: "bad.jsonl")
    let bad = try await place.run("replay", "bad.jsonl", "-c", "contract.json", "-o", "new.jsonl")
    #expect(bad.status == .exited(1))
    #expect(bad.errorOutput.contains("bad.jsonl: line 1, column "))
    let missing = try await place.run("replay", "nowhere.jsonl", "-c", "contract.json")
    #expect(missing.status == .exited(1))
    #expect(missing.errorOutput.contains("'nowhere.jsonl' cannot be opened"))
    #expect(try place.folder.list() == ["bad.jsonl", "contract.json"])
  }

  @Test func `nothing is left in the temporary folder`() async throws {
    try write(Self.photo())
    let temporary = try place.folder.makeFolder("temporary")
    let child = try ChildProcess(
      Workplace.program(), ["replay", "records.jsonl", "-c", "contract.json"],
      environment: .only(["TMPDIR": temporary]), workingDirectory: place.folder.path, input: .none)
    #expect(try await child.wait().status == .exited(0))
    #expect(try place.folder.list("temporary") == [])
  }
}
