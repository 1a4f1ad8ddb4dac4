import ShareContract
import Testing

/// What a contract says against itself.
struct ContractCheckTests {
  private typealias Samples = ContractSamples

  /// The one problem of a contract, without its place.
  private static func problem(_ text: String) -> String? {
    let problems = Samples.document(text).problems
    guard problems.count == 1, problems[0].place != nil else { return "\(problems)" }
    return problems[0].description.split(separator: ": ", maxSplits: 1).last.map(String.init)
  }

  // MARK: Terms

  @Test(arguments: [
    (
      #"["public.jpeg","public.jpeg"]"#, "",
      "error: 'public.jpeg' is accepted twice, first at line 1, column 35; keep one, with the terms of both"
    ),
    (
      #"["public.jpeg","PUBLIC.JPEG"]"#, "",
      "error: 'PUBLIC.JPEG' is accepted twice, first at line 1, column 35; keep one, with the terms of both"
    ),
    (
      #"["public.jpeg"]"#, #""refuse":["public.jpeg"]"#,
      "error: 'public.jpeg' is accepted and refused; keep one of the two"
    ),
    (
      #"["public.image"]"#, #""refuse":["public.png","public.png"]"#,
      "error: 'public.png' is refused twice, first at line 2, column 11; keep one"
    ),
    (
      #"["public.jpeg"]"#, #""refuse":["public.image","public.svg-image"]"#,
      "warning: the refusal of 'public.svg-image' is never reached: it conforms to 'public.image', which is refused at line 2, column 11; put it before that one, or remove it"
    ),
    (
      #"["public.jpg"]"#, "",
      "warning: the type 'public.jpg' is not known; 'public.jpeg' may be meant; a type of an app matches by its name alone, unless its declaration is given"
    ),
    (
      #"["com.acme.blueprint"]"#, "",
      "warning: the type 'com.acme.blueprint' is not known; a type of an app matches by its name alone, unless its declaration is given"
    ),
    (
      #"["dyn.a!"]"#, "",
      "error: 'dyn.a!' is no type identifier; one has ASCII letters, digits, '.', '-' and '_', such as public.jpeg"
    ),
    (
      #"["com.apple.live-photo-bundle"]"#, "",
      "warning: 'com.apple.live-photo-bundle' is a directory, and 'directories' says that those are refused; write \"directories\": \"zip\", or do not accept it"
    ),
    (
      #"[{"type":"public.jpeg","maximumSize":"2 MiB"}]"#, #""limits":{"fileSize":"1 MiB"}"#,
      "warning: 'maximumSize' of 'public.jpeg' is 2.00 MiB, more than the 1.00 MiB of 'fileSize', which holds for all; remove it, or raise 'fileSize'"
    ),
    (
      #"["public.jpeg"]"#, #""limits":{"fileSize":"2 MiB","batchSize":"1 MiB"}"#,
      "warning: 'batchSize' is 1.00 MiB, less than the 2.00 MiB of 'fileSize', which is then never reached; raise 'batchSize', or lower 'fileSize'"
    ),
    (
      #"["public.jpeg"]"#, #""limits":{"count":20,"containerCount":10}"#,
      "warning: 'containerCount' is 10, less than the 20 of 'count', which is then never reached; raise 'containerCount', or lower 'count'"
    ),
  ])
  func `terms that do not fit together are named`(
    _ accept: String, _ members: String, _ problem: String
  ) {
    #expect(Self.problem(Samples.contract(accept: accept, members)) == problem)
  }

  @Test func `the order of accepted types is their meaning, and no mistake`() {
    #expect(Samples.problems(Samples.contract(accept: #"["public.image","public.jpeg"]"#)) == [])
  }

  @Test func `an unknown type is named once, however often it stands`() {
    let rows = (0..<3).map { Samples.row("r\($0)", declares: #"["public.jpeg","com.acme.x"]"#) }
    #expect(Samples.problems(Samples.contract(rows: rows)).count == 1)
  }

  @Test func `a type that the app declares is known`() {
    let registry = TypeRegistry.standard.adding([
      UniformType("com.acme.blueprint", conformsTo: ["public.image"])
    ])
    let text = Samples.contract(
      accept: #"["public.image"]"#, rows: [Samples.row(declares: #"["com.acme.blueprint"]"#)])
    #expect(ContractDocument(reading: Array(text.utf8), registry: registry).problems == [])
    #expect(ContractDocument(reading: Array(text.utf8)).contract == nil)
  }

  // MARK: Rows

  @Test func `rows are named once, and say different things`() {
    let row = Samples.row("a", content: "c")
    #expect(
      Self.problem(Samples.contract(rows: [row, Samples.row("b"), Samples.row("a", content: "d")]))
        == "error: the row 'a' stands twice, first at line 1, column 78; name each row once")
    #expect(
      Self.problem(Samples.contract(rows: [row, Samples.row("b", content: "c")]))
        == "error: the row 'b' says the same source, content and types as 'a' at line 1, column 72; keep one, or say in 'content' what differs"
    )
  }

  @Test(arguments: [
    // Not declared.
    (
      #"["public.jpeg"]"#, #"{"result":"stored","representation":"public.heic"}"#,
      "error: 'public.heic' is expected, and not declared; name one of 'public.jpeg'"
    ),
    // Another comes first.
    (
      #"["public.heic","public.jpeg"]"#, #"{"result":"stored","representation":"public.heic"}"#,
      "error: 'public.heic' is expected, and not chosen first: 'public.jpeg' comes first, which is accepted; expect that one, or change the order of 'accept'"
    ),
    // Nothing is accepted.
    (
      #"["public.movie"]"#, #"{"result":"stored"}"#,
      "error: a copy is expected, and nothing that is declared is accepted: public.movie conforms to no accepted type; accept one of these types, or share another kind of file; accept one of the types, or expect \"no-accepted-type\""
    ),
    (
      #"["public.folder"]"#, #"{"result":"stored"}"#,
      "error: a copy is expected, and nothing that is declared is accepted: public.folder is a directory, and directories are refused; take directories as zip, or share the files in it; accept one of the types, or expect \"source-is-directory\""
    ),
    // It is accepted, and a refusal is expected.
    (
      #"["public.jpeg"]"#, #"{"result":"no-accepted-type"}"#,
      "error: \"no-accepted-type\" is expected, and 'public.jpeg' is accepted; expect a copy, or do not accept that type"
    ),
    // It is refused earlier than is expected.
    (
      #"["public.movie"]"#, #"{"result":"load-failed"}"#,
      "error: \"load-failed\" is expected, and selection refuses before that: public.movie conforms to no accepted type; accept one of these types, or share another kind of file; expect \"no-accepted-type\""
    ),
    (
      #"["com.compuserve.gif"]"#, #"{"result":"no-accepted-type"}"#,
      "error: \"no-accepted-type\" is expected, and selection refuses before that: the contract refuses it with the message 'Share a still'; expect \"type-refused\""
    ),
    // It comes in a way that is not accepted.
    (
      #"["public.tiff"]"#, #"{"result":"stored","representation":"public.tiff","load":"stream"}"#,
      "error: a copy is expected, and nothing that is declared is accepted: public.tiff is not accepted when it comes as a stream; accept one of these types, or share another kind of file; accept one of the types, or expect \"no-accepted-type\""
    ),
    // The content is refused.
    (
      #"["public.jpeg"]"#, #"{"result":"stored","content":"com.compuserve.gif"}"#,
      "error: the content is expected to be 'com.compuserve.gif', which is refused; expect \"type-refused\""
    ),
    (
      #"["public.jpeg"]"#, #"{"result":"stored","content":"public.png"}"#,
      "warning: the content is expected to be 'public.png', which is not accepted; accept it, or expect \"content-mismatch\""
    ),
    (
      #"["public.movie"]"#, #"{"result":"no-accepted-type","representation":"public.movie"}"#,
      "warning: nothing is chosen, so that 'representation' says nothing; remove it"
    ),
  ])
  func `a row that its terms contradict is named`(
    _ declares: String, _ expect: String, _ problem: String
  ) {
    let text = Samples.contract(
      accept: #"["public.jpeg","public.heic",{"type":"public.tiff","load":["file"]}]"#,
      #""refuse":[{"type":"com.compuserve.gif","message":"Share a still"}]"#,
      rows: [Samples.row(declares: declares, expect: expect)])
    #expect(Self.problem(text) == problem)
  }

  @Test(arguments: [
    (
      #"["public.jpeg","public.heic"]"#,
      #"{"result":"stored","representation":"public.jpeg","load":"data"}"#
    ),
    (#"["public.tiff","public.heic"]"#, #"{"result":"stored","representation":"public.heic"}"#),
    (#"["public.tiff"]"#, #"{"result":"stored"}"#),
    // Delivered as a stream, it is refused.
    (#"["public.tiff"]"#, #"{"result":"no-accepted-type"}"#),
    (#"["public.jpeg"]"#, #"{"result":"not-downloaded"}"#),
    (#"["public.jpeg"]"#, #"{"result":"source-is-directory"}"#),
    (#"["public.jpeg"]"#, #"{"result":"type-refused","content":"com.compuserve.gif"}"#),
    (#"["public.movie"]"#, #"{"result":"over-count-limit"}"#),
    (#"["public.folder"]"#, #"{"result":"source-is-directory"}"#),
    (#"["com.compuserve.gif"]"#, #"{"result":"type-refused"}"#),
  ])
  func `a row that can come true is right`(_ declares: String, _ expect: String) {
    let text = Samples.contract(
      accept: #"["public.jpeg","public.heic",{"type":"public.tiff","load":["file"]}]"#,
      #""refuse":[{"type":"com.compuserve.gif","message":"Share a still"}]"#,
      rows: [Samples.row(declares: declares, expect: expect)])
    #expect(Samples.problems(text) == [])
  }

  @Test(arguments: [
    ("content-invalid", "", "\"validation\": {}"),
    ("content-over-limit", "", "\"validation\": {}"),
    ("content-locked", "", "\"refuse\": [\"locked\"] in 'validation'"),
    (
      "content-locked", #""validation":{"refuse":["repairable"]}"#,
      "\"refuse\": [\"locked\"] in 'validation'"
    ),
    (
      "content-repairable", #""validation":{}"#, "\"refuse\": [\"repairable\"] in 'validation'"
    ),
    ("not-validated", #""validation":{}"#, "\"refuse\": [\"not-validated\"] in 'validation'"),
    ("content-infected", #""validation":{}"#, "\"scan\": \"required\" in 'validation'"),
    (
      "not-scanned", #""validation":{"scan":"preferred"}"#, "\"scan\": \"required\" in 'validation'"
    ),
  ])
  func `a refusal of content that the contract does not ask for is doubtful`(
    _ code: String, _ members: String, _ missing: String
  ) {
    let row = Samples.row(expect: #"{"result":"\#(code)"}"#)
    #expect(
      Self.problem(Samples.contract(members, rows: [row]))
        == "warning: \"\(code)\" is expected, and the contract refuses nothing for that reason; write \(missing), or expect something else"
    )
  }

  @Test(arguments: [
    "content-invalid", "content-over-limit", "content-locked", "content-repairable",
    "not-validated", "content-infected", "not-scanned",
  ])
  func `a refusal of content that the contract asks for is right`(_ code: String) {
    let text = Samples.contract(
      #""validation":{"refuse":["locked","repairable","not-validated"],"scan":"required"}"#,
      rows: [Samples.row(expect: #"{"result":"\#(code)"}"#)])
    #expect(Samples.problems(text) == [])
  }

  @Test(arguments: [
    ("[]", "is stored, and nobody has opened it"),
    (#"["not-validated"]"#, "is refused, though 'fileSize' allows it"),
  ])
  func `content that is too large to be opened is doubtful`(_ refuse: String, _ end: String) {
    let members =
      #""limits":{"fileSize":"2 MiB"},"validation":{"refuse":\#(refuse),"limits":{"contentSize":"1 MiB"}}"#
    #expect(
      Self.problem(Samples.contract(members))
        == "warning: 'contentSize' is 1.00 MiB, less than the 2.00 MiB of 'fileSize': content between the two \(end); raise 'contentSize', or lower 'fileSize'"
    )
    let fits = members.replacing("1 MiB", with: "2 MiB")
    #expect(Samples.problems(Samples.contract(fits)) == [])
  }

  @Test func `nothing is stored where the extension does not appear`() {
    let row = Samples.row(members: #""appears":false,"tests":["M.S/t()"]"#)
    #expect(
      Self.problem(Samples.contract(rows: [row]))
        == "error: the row 'a' expects a copy, and that the extension does not appear; what does not appear takes nothing: remove 'appears', or expect a refusal"
    )
    let refused = Samples.row(
      declares: #"["public.movie"]"#, expect: #"{"result":"no-accepted-type"}"#,
      members: #""appears":true"#)
    #expect(Samples.problems(Samples.contract(rows: [refused])) == [])
  }

  @Test func `a supported row without a test is doubtful, and a refused one is not`() {
    #expect(
      Self.problem(Samples.contract(rows: [Samples.row(members: "")]))
        == "warning: the row 'a' is supported, and names no test; name one in 'tests'")
    let refused = Samples.row(
      declares: #"["public.movie"]"#, expect: #"{"result":"no-accepted-type"}"#, members: "")
    #expect(Samples.problems(Samples.contract(rows: [refused])) == [])
  }

  @Test(arguments: [
    (#"["M.S/t()","M.S/t()"]"#, "warning: the test 'M.S/t()' stands twice in its row; remove one"),
    (
      #"["still photos"]"#,
      "warning: 'still photos' is not how a runner names a test; write Module.Suite/test()"
    ),
  ])
  func `names of tests are as a runner has them`(_ tests: String, _ problem: String) {
    let row = Samples.row(members: #""tests":"# + tests)
    #expect(Self.problem(Samples.contract(rows: [row])) == problem)
  }

  @Test(arguments: ["`a sentence as a name`()", "t()", "`with / and .`()"])
  func `a name of a test may be a sentence`(_ test: String) {
    let row = Samples.row(members: #""tests":["Module.Suite/\#(test)","Module.\#(test)"]"#)
    #expect(Samples.problems(Samples.contract(rows: [row])) == [])
  }
}
