import IntakeTesting
import ShareContract
import Testing

struct ContractReadingTests {
  private typealias Samples = ContractSamples

  @Test func `every member of a contract is read`() throws {
    let document = Samples.document(Samples.full)
    #expect(document.problems == [])
    let contract = try #require(document.contract)
    #expect(contract.name == "Meadow Share")
    #expect(
      contract.rule.accepted == [
        AcceptedType("public.heic"),
        AcceptedType(
          "public.image", deliveries: [.file, .data], maximumSize: .mebibytes(50)),
        AcceptedType("com.adobe.pdf"),
      ])
    #expect(
      contract.rule.refused == [
        RefusedType("public.svg-image", message: "Share a PNG of it."),
        RefusedType("public.camera-raw-image"),
      ])
    #expect(contract.rule.directories == .zip)
    var limits = InputContract.Limits()
    limits.fileSize = .mebibytes(100)
    limits.batchSize = .mebibytes(1536)
    limits.count = 20
    limits.containerSize = .gibibytes(8)
    limits.containerCount = 500
    limits.loadTimeout = .seconds(90)
    #expect(contract.limits == limits)
    var opening = InputContract.Validation.Limits()
    opening.contentSize = .mebibytes(256)
    opening.decodedSize = .gibibytes(1)
    opening.frames = 100
    opening.objects = 1_000_000
    opening.entries = 500
    opening.expandedSize = .gibibytes(2)
    opening.ratio = 50
    opening.time = .seconds(5)
    #expect(
      contract.validation
        == InputContract.Validation(
          refusing: [.locked, .repairable], limits: opening, scan: .preferred))
    #expect(contract.batchPolicy == .allOrNothing)
    #expect(
      contract.rows == [
        ContractRow(
          id: "photos-still", source: "Photos", content: "still photo",
          items: [SharedItem(attachments: [["public.jpeg", "public.heic"]])],
          expectations: [
            Expectation(
              .stored, representation: "public.heic", delivery: .file, contentType: "public.heic")
          ],
          appears: true, tests: ["MeadowTests.Sharing/still()"], requiresDevice: true),
        ContractRow(
          id: "safari-pdf", source: "Safari", content: "PDF page",
          items: [
            SharedItem(attachments: [["com.adobe.pdf"]]), SharedItem(attachments: [["public.url"]]),
          ],
          expectations: [Expectation(.stored), Expectation(.refused(.noAcceptedType))],
          tests: ["MeadowTests.Sharing/page()"]),
        ContractRow(
          id: "store-cards", source: "App Store", content: "App card",
          items: [SharedItem(attachments: [["public.svg-image"], ["public.url"]])],
          expectations: [
            Expectation(.refused(.typeRefused)), Expectation(.refused(.noAcceptedType)),
          ]),
      ])
    #expect(contract.rows.map(\.appears) == [true, true, false])
    #expect(
      document.rowPlaces == [
        "photos-still": .line(26, column: 5), "safari-pdf": .line(33, column: 5),
        "store-cards": .line(39, column: 5),
      ])
  }

  @Test func `what is not said is as the pipeline has it`() throws {
    let contract = try InputContract(reading: Array(Samples.contract().utf8))
    #expect(contract.limits == InputContract.Limits())
    #expect(contract.rule.directories == .refuse)
    #expect(contract.validation == nil)
    #expect(contract.batchPolicy == .keep)
    #expect(contract.rule.accepted.map(\.deliveries) == [nil, nil])
    #expect(contract.rows == [])
  }

  @Test(arguments: [
    ("", "line 1, column 1: error: the text holds nothing; expected a JSON value"),
    ("[]", "line 1, column 1: error: expected an object, which a contract is, found an array"),
    (
      #"{"version":2,"nonsense":1}"#,
      "line 1, column 12: error: version 2 of contracts is not known; this program reads version 1"
    ),
    (
      #"{"version":"1"}"#,
      "line 1, column 12: error: expected the number 1 for 'version', found a string"
    ),
    (
      #"{"name":"x","accept":["public.jpeg"]}"#,
      "line 1, column 1: error: a contract lacks the member 'version'"
    ),
    (
      Samples.contract(#""acept":[]"#),
      "line 2, column 1: error: a contract has no member 'acept'; 'accept' may be meant"
    ),
    (
      Samples.contract(#""zzzz":1"#),
      "line 2, column 1: error: a contract has no member 'zzzz'; its members are $schema, version, name, accept, refuse, directories, limits, validation, batch, rows"
    ),
    (
      Samples.contract(accept: "[]"),
      "line 1, column 34: error: 'accept' names no type; name at least one"
    ),
    (
      Samples.contract(accept: "\"public.jpeg\""),
      "line 1, column 34: error: expected an array for 'accept', found a string"
    ),
    (
      Samples.contract(accept: "[1]"),
      "line 1, column 35: error: expected a type, or an object with one, in 'accept', found a number"
    ),
    (
      Samples.contract(accept: #"["a/b"]"#),
      "line 1, column 35: error: 'a/b' is no type identifier; one has ASCII letters, digits, '.', '-' and '_', such as public.jpeg"
    ),
    (
      Samples.contract(accept: #"[{"load":["file"]}]"#),
      "line 1, column 35: error: an accepted type lacks the member 'type'"
    ),
    (
      Samples.contract(accept: #"[{"type":"public.jpeg","load":["files"]}]"#),
      "line 1, column 65: error: a way to load cannot be 'files'; 'file' may be meant"
    ),
    (
      Samples.contract(accept: #"[{"type":"public.jpeg","load":["file","file"]}]"#),
      "line 1, column 72: error: 'file' stands twice in 'load'; remove one"
    ),
    (
      Samples.contract(accept: #"[{"type":"public.jpeg","load":[]}]"#),
      "line 1, column 64: error: 'load' names no way, so that nothing of the type is taken; leave it out for every way"
    ),
    (
      Samples.contract(accept: #"[{"type":"public.jpeg","maximumSize":"fifty"}]"#),
      "line 1, column 71: error: 'maximumSize' cannot be 'fifty'; write a size above zero such as \"50 MiB\", \"1.5 GB\", or a number of bytes"
    ),
    (
      Samples.contract(#""limits":{"fileSize":0}"#),
      "line 2, column 22: error: 'fileSize' cannot be 0; write a size above zero such as \"50 MiB\", \"1.5 GB\", or a number of bytes"
    ),
    (
      Samples.contract(#""limits":{"fileSize":-5}"#),
      "line 2, column 22: error: 'fileSize' cannot be -5; write a size above zero such as \"50 MiB\", \"1.5 GB\", or a number of bytes"
    ),
    (
      Samples.contract(#""limits":{"fileSize":"0 MiB"}"#),
      "line 2, column 22: error: 'fileSize' cannot be '0 MiB'; write a size above zero such as \"50 MiB\", \"1.5 GB\", or a number of bytes"
    ),
    (
      Samples.contract(#""limits":{"count":0}"#),
      "line 2, column 19: error: expected a whole number, at least 1, for 'count', found 0"
    ),
    (
      Samples.contract(#""limits":{"count":1.5}"#),
      "line 2, column 19: error: expected a whole number, at least 1, for 'count', found a number with a fraction, an exponent or too many digits"
    ),
    (
      Samples.contract(#""limits":{"loadTimeout":"0s"}"#),
      "line 2, column 25: error: 'loadTimeout' cannot be '0s'; write a duration above zero such as \"60s\", \"5m\", \"1h30m\" or \"250ms\""
    ),
    (
      Samples.contract(#""validation":true"#),
      "line 2, column 14: error: expected an object for 'validation', found true"
    ),
    (
      Samples.contract(#""validation":{"limit":{}}"#),
      "line 2, column 15: error: 'validation' has no member 'limit'; 'limits' may be meant"
    ),
    (
      Samples.contract(#""validation":{"refuse":["lock"]}"#),
      "line 2, column 25: error: a verdict that is refused cannot be 'lock'; 'locked' may be meant"
    ),
    (
      Samples.contract(#""validation":{"refuse":["invalid"]}"#),
      "line 2, column 25: error: a verdict that is refused cannot be 'invalid'; it is one of locked, repairable, not-validated"
    ),
    (
      Samples.contract(#""validation":{"refuse":["locked","locked"]}"#),
      "line 2, column 34: error: 'locked' stands twice in 'refuse' of 'validation'; remove one"
    ),
    (
      Samples.contract(#""validation":{"limits":{"time":"soon"}}"#),
      "line 2, column 32: error: 'time' cannot be 'soon'; write a duration above zero such as \"60s\", \"5m\", \"1h30m\" or \"250ms\""
    ),
    (
      Samples.contract(#""validation":{"limits":{"objects":0}}"#),
      "line 2, column 35: error: expected a whole number, at least 1, for 'objects', found 0"
    ),
    (
      Samples.contract(#""validation":{"scan":"/usr/bin/clamdscan"}"#),
      "line 2, column 22: error: 'scan' cannot be '/usr/bin/clamdscan'; it is one of required, preferred"
    ),
    (
      Samples.contract(#""directories":"zipped""#),
      "line 2, column 15: error: 'directories' cannot be 'zipped'; it is one of refuse, zip"
    ),
    (
      Samples.contract(#""batch":"all""#),
      "line 2, column 9: error: 'batch' cannot be 'all'; 'all-or-nothing' may be meant"
    ),
    (
      Samples.contract(#""refuse":[{"type":"public.png","message":""}]"#),
      "line 2, column 42: error: 'message' has 0 characters; it has 1 to 500"
    ),
    (
      Samples.contract(#""refuse":[{"type":"public.png","message":"a\u202eb"}]"#),
      "line 2, column 42: error: 'message' holds U+202E; it has only characters that are seen"
    ),
  ])
  func `an error has its place, what was found, and what would help`(
    _ text: String, _ problem: String
  ) {
    let document = Samples.document(text)
    #expect(document.problems.map(\.description) == [problem])
    #expect(document.contract == nil)
  }

  @Test(arguments: [
    (
      Samples.row("A"),
      "error: 'id' cannot be 'A'; it has 1 to 64 lowercase letters, digits and hyphens, such as photos-still"
    ),
    (
      #"{"id":"a","source":"Photos","content":"c","expect":{"result":"stored"}}"#,
      "error: a row lacks what is declared; add 'declares' with the types of one attachment, 'attachments' with those of several, or 'items' with several such lists"
    ),
    (
      Samples.row(members: #""items":[[["public.jpeg"]]]"#),
      "error: a row has 'declares' and 'items'; keep one of them"
    ),
    (
      Samples.row(declares: "[]"),
      "error: 'declares' declares no type; name what the source declares"
    ),
    (
      Samples.row(declares: #"[["public.jpeg"]]"#),
      "error: expected a string for a declared type, found an array"
    ),
    (
      Samples.row(expect: #"{"result":"store"}"#),
      "error: 'result' cannot be 'store'; 'stored' may be meant"
    ),
    (
      Samples.row(expect: #"{"result":"no-acepted-type"}"#),
      "error: 'result' cannot be 'no-acepted-type'; 'no-accepted-type' may be meant"
    ),
    (Samples.row(expect: "{}"), "error: an expectation lacks the member 'result'"),
    (
      Samples.row(expect: "\"stored\""),
      "error: expected an object for 'expect', or an array with one for each attachment, found a string"
    ),
    (
      Samples.row(expect: #"[{"result":"stored"},{"result":"stored"}]"#),
      "error: the row 'a' declares 1 attachment, and expects 2 results; 'expect' has one for each attachment, in their order"
    ),
    (
      Samples.row(content: "a/b"),
      "error: 'content' cannot be 'a/b'; a label has 1 to 80 letters, digits, spaces and . , - _ ( ) + & ', and no space at its ends"
    ),
    (
      Samples.row(members: #""appears":1"#),
      "error: expected true or false for 'appears', found a number"
    ),
    (
      Samples.row(members: #""tests":"M.S/t()""#),
      "error: expected an array for 'tests', found a string"
    ),
  ])
  func `an error in a row has its place`(_ row: String, _ problem: String) {
    let problems = Samples.problems(Samples.contract(rows: [row]))
    #expect(problems.count == 1)
    #expect(problems.first?.hasSuffix(problem) == true, "\(problems)")
    #expect(problems.first?.hasPrefix("line 1, column ") == true)
  }

  @Test func `all problems are found at once, in the order of the file`() {
    let text = """
      {
        "version": 1, "name": "", "accept": ["public.jpeg", 5],
        "limits": {"count": "x", "size": 1},
        "batch": "some",
        "rows": [{"id": "a"}, {"id": "B", "source": "S", "content": "c", "declares": ["public.jpeg"],
          "expect": {"result": "?"}}]
      }
      """
    let places = Samples.document(text).problems.compactMap(\.place)
    #expect(
      places == [
        .line(2, column: 25), .line(2, column: 55), .line(3, column: 23), .line(3, column: 28),
        .line(4, column: 12), .line(5, column: 12), .line(5, column: 12), .line(5, column: 12),
        .line(5, column: 12), .line(5, column: 32), .line(6, column: 26),
      ])
  }

  @Test func `a hundred problems are shown, and the others counted`() {
    let rows = (0..<3_000).map { _ in "1" }
    let document = Samples.document(Samples.contract(rows: rows))
    #expect(document.problems.count == 100)
    #expect(document.omittedProblems == 2_900)
    #expect(document.problems.first?.place == .line(1, column: 72))
    #expect(document.problems.last?.place == .line(100, column: 1))
  }

  @Test func `an error is found and shown behind any number of warnings`() {
    let types = (0..<2_000).map { "\"com.acme.z\($0)\"" }
    let rows = (0..<40).map { row in
      let declared = ["\"public.jpeg\""] + types[(row * 50)..<(row * 50 + 50)]
      return Samples.row("r\(row)", declares: "[\(declared.joined(separator: ","))]", members: "")
    }
    let last = Samples.row("last", declares: #"["public.movie"]"#)
    let document = Samples.document(Samples.contract(rows: rows + [last]))
    #expect(document.contract == nil)
    #expect(document.problems.count == 100)
    #expect(
      document.problems.filter { $0.severity == .error }.map(\.place) == [
        document.problems.last?.place
      ])
    #expect(document.omittedProblems == 2_000 + 40 + 1 - 100)
  }

  @Test func `a contract that is too large or deep is an error`() {
    let large = Samples.contract() + String(repeating: " ", count: 2 << 20)
    #expect(Samples.problems(large).first?.contains("at most 2097152 are read") == true)
    let rows = Array(repeating: "{}", count: 10_001)
    #expect(
      Samples.problems(Samples.contract(rows: rows)).first?
        .contains("'rows' has 10001 elements; at most 10000 are read") == true)
    let deep = Samples.contract(#""limits":"# + String(repeating: "[", count: 200_000))
    #expect(Samples.problems(deep).first?.contains("more than 64 deep") == true)
  }

  @Test func `a contract that throws throws its first error`() {
    let text = Samples.contract(#""refuse":["com.example.unknown"],"batch":"x""#)
    #expect(
      throws: DocumentError(
        "'batch' cannot be 'x'; it is one of keep, all-or-nothing", at: .line(2, column: 42))
    ) {
      try InputContract(reading: Array(text.utf8))
    }
  }

  @Test(arguments: 0..<40)
  func `a contract with a few bytes changed is read or refused with a place`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let good = Array(Samples.full.utf8)
    for _ in 0..<4 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        default:
          bytes.insert(Array("{}[]:,\"'0/".utf8).randomElement(using: &random) ?? 0, at: place)
        }
      }
      let document = ContractDocument(reading: bytes)
      let errors = document.problems.filter { $0.severity == .error }
      #expect((document.contract == nil) == !errors.isEmpty)
      #expect(document.problems.allSatisfy { $0.place != nil && !$0.message.isEmpty })
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `long rows under many terms are judged in time`() {
    // Types that have many ancestors or have to be decoded, under as many terms as are read.
    let types = [
      "public.swift-source", "com.apple.m4a-audio", "public.heic", "dyn.ah62d4rv4ge80c65dta",
    ]
    let accept =
      (0..<250).map { "{\"type\":\"com.acme.t\($0)\",\"load\":[\"file\"]}" } + ["\"public.heic\""]
    let declared = (0..<64).map { "\"\(types[$0 % 4])\"" }.joined(separator: ",")
    let rows = (0..<8).map {
      Samples.row("r\($0)", declares: "[\(declared)]", expect: #"{"result":"stored"}"#)
    }
    let document = Samples.document(
      Samples.contract(accept: "[\(accept.joined(separator: ","))]", rows: rows))
    #expect(document.contract != nil)
  }
}
