import ShareContract
import Testing

/// How a contract's names of tests find their results.
struct TestNameTests {
  private func verdict(_ name: String, _ results: [(String, TestObservation.Verdict)]) throws
    -> [String]
  {
    var row = MatrixSamples.still
    row.tests = [name]
    let matrix = try TypeMatrix(
      contract: MatrixSamples.contract(row), records: [],
      tests: results.map { TestObservation($0.0, $0.1) })
    return matrix.rows[0][.automated].observations[0].observed
  }

  static let same: [(String, String)] = [
    ("A.S/t()", "A.S/t()"), ("A.S/t()", "A.S/t()/File.swift:12:3"), ("A.S/t", "A.S/t()"),
    ("A.S/t()", "A.S/t(a:b:)"), ("A.S/t", "A.S/t(_:with:)"), ("A.S/t(a:)", "A.S/t(a:)"),
    ("A.S/a name with spaces", "A.S/`a name with spaces`()"),
    ("A.S/`a / b (c): 3:4`()", "A.S/`a / b (c): 3:4`()/File.swift:9:4"),
    ("A.t()", "A.t()/F.swift:1:1"),
    ("A.S/T/t()", "A.S/T/t()"),
  ]

  @Test(arguments: same)
  func `a test is found under its name, with its place and parameters or without`(
    name: String, ran: String
  ) throws {
    #expect(try verdict(name, [(ran, .passed)]) == ["passed"])
  }

  static let different: [(String, String)] = [
    ("A.S/t(b:)", "A.S/t(a:)"), ("A.S/t", "A.S/tt()"), ("S/t()", "A.S/t()"), ("A.S/T()", "A.S/t()"),
    ("A.S/t()", "A.S/T/t()"), ("", "A.S/t()"), ("A.S/t(a:)", "A.S/t()"),
  ]

  @Test(arguments: different)
  func `another name is another test`(name: String, ran: String) throws {
    #expect(try verdict(name, [(ran, .passed)]) == ["no test of this name ran"])
  }

  @Test func `a name that several tests share is not guessed`() throws {
    let results: [(String, TestObservation.Verdict)] = [
      ("A.S/t(b:)", .passed), ("A.S/t(a:)", .passed),
    ]
    #expect(try verdict("A.S/t", results) == ["could be any of A.S/t(a:), A.S/t(b:)"])
    #expect(try verdict("A.S/t(b:)", results) == ["passed"])
  }

  @Test(arguments: TestObservation.Verdict.allCases)
  func `of several runs of a test the worst counts`(verdict worse: TestObservation.Verdict) throws {
    guard worse != .passed else { return }
    for results in [
      [("A.t()", .passed), ("A.t()", worse)], [("A.t()", worse), ("A.t()", .passed)],
    ] {
      #expect(try verdict("A.t()", results) != ["passed"])
    }
    #expect(try verdict("A.t()", [("A.t()", worse), ("A.t()", .failed)]) == ["failed"])
  }

  @Test(arguments: [
    "", "/", "()", "(", ")", "`", "a/b:1:2", ":1:2", "/:1:2", "a(`)", "(((", "a/F.swift:1:2:3",
  ])
  func `any text is a name`(text: String) {
    let name = TestName(text)
    #expect(name.full.utf8.count <= text.utf8.count)
  }
}
