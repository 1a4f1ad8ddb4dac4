import ChangeEvidence
import IntakeModel
import IntakeTesting
import ShareContract
import Testing

@Suite(.timeLimit(.minutes(5)))
struct PageTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func page(
    _ page: EvidencePage, change: Change = SampleEvidence.change, more: [Collector] = []
  ) async throws -> String {
    let export = EvidenceExport(change: change, collectors: more, page: page)
    _ = try await export.write(to: folder.path(of: "e.zip"), replacing: true)
    let members = try RawMember.read(try folder.read("e.zip"))
    let member = try #require(members.first { $0.name == "index.html" })
    return String(decoding: member.bytes, as: UTF8.self)
  }

  @Test func `nothing is loaded, and nothing runs`() async throws {
    let charts = [
      BarChart(title: "Memory", unit: "MiB", bars: [.init("2,000 photos", 12.5, text: "12.5")])
    ]
    let html = try await page(EvidencePage(tests: SampleEvidence.tests, charts: charts))
    for text in ["<script", "javascript:", "src=", "href=", "@import", "url(", "onload"] {
      #expect(!html.contains(text), "\(text)")
    }
    #expect(html.contains("<svg"))
    #expect(html.contains("prefers-color-scheme: dark"))
    #expect(html.contains("@media print"))
    #expect(html.contains("name=\"viewport\""))
  }

  @Test(.enabled(if: Tool.exists("python3"), "python3 is not installed"))
  func `it is well-formed, whatever the names hold`() async throws {
    var change = SampleEvidence.change
    change.branch = "a<b>&\"'\u{7}\u{FFFE}é😀"
    let tests = TestReport(
      results: [
        TestResult(name: "M.S/`<script>alert(1)</script> \u{1B}[31m\u{0}`()", verdict: .failed),
        TestResult(name: "M.S/`]]> & \u{202E}`()", verdict: .skipped, duration: .seconds(1)),
      ], isComplete: false)
    let html = try await page(EvidencePage(tests: tests), change: change)
    #expect(!html.contains("<script>"))
    let file = try folder.write(html.utf8, to: "index.html")
    let junit = try folder.write(tests.junit, to: "junit.xml")
    for path in [file, junit] {
      _ = try await Tool.run(
        "python3", "-c", "import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])", path)
    }
  }

  @Test func `a JUnit file says what ran, failed and was skipped`() {
    let place = SourcePlace(path: "Tests/T.swift", line: 3)
    let report = TestReport(
      results: [
        TestResult(name: "M.S/a()", verdict: .passed, duration: .milliseconds(1500)),
        TestResult(
          name: "M.S/b()", verdict: .failed, issues: [TestIssue(.expectation, .failure, at: place)]),
        TestResult(name: "M.T/c()", verdict: .skipped),
        TestResult(name: "M.T/d()", verdict: .unfinished),
      ], isComplete: true)
    #expect(
      String(decoding: report.junit, as: UTF8.self) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites tests="4" failures="1" errors="1" skipped="1">
        <testsuite name="M.S" tests="2" failures="1" errors="0" skipped="0">
        <testcase name="a()" classname="M.S" time="1.500000" />
        <testcase name="b()" classname="M.S"><failure message="expectation at Tests/T.swift:3" /></testcase>
        </testsuite>
        <testsuite name="M.T" tests="2" failures="0" errors="1" skipped="1">
        <testcase name="c()" classname="M.T"><skipped /></testcase>
        <testcase name="d()" classname="M.T"><error message="unfinished" /></testcase>
        </testsuite>
        </testsuites>

        """)
  }

  @Test func `what is missing is on it`() async throws {
    let html = try await page(
      EvidencePage(), more: [.absent("device", note: "no device was attached")])
    #expect(html.contains("✗ failed"))
    #expect(html.contains("there are no test results"))
    #expect(html.contains("absent; no device was attached"))
  }

  @Test func `each thing that speaks against the change is a reason`() {
    let failed = TestResult(name: "a", verdict: .failed)
    let passed = TestResult(name: "a", verdict: .passed)
    let cases: [(EvidencePage, [String])] = [
      (EvidencePage(), ["there are no test results"]),
      (EvidencePage(tests: TestReport(results: [], isComplete: true)), ["no test ran"]),
      (
        EvidencePage(tests: TestReport(results: [failed], isComplete: false)),
        [
          "the test results are not complete",
          "1 of 1 tests failed, or did not run to their end",
        ]
      ),
      (
        EvidencePage(tests: TestReport(results: [passed], isComplete: true, saysFailed: true)),
        ["the test run failed outside of its tests"]
      ),
      (
        EvidencePage(
          tests: TestReport(results: [passed], isComplete: true), otherObjections: ["gate: x"]),
        ["gate: x"]
      ),
      (EvidencePage(tests: TestReport(results: [passed], isComplete: true)), []),
    ]
    for (page, reasons) in cases { #expect(page.objections == reasons) }
  }

  @Test(arguments: [
    (1, 1, "1 of 1 row of the type matrix is red: row-1"),
    (1, 3, "1 of 3 rows of the type matrix is red: row-1"),
    (2, 3, "2 of 3 rows of the type matrix are red: row-1, row-2"),
    (
      10, 10,
      "10 of 10 rows of the type matrix are red: row-1, row-2, row-3, row-4, row-5, row-6, row-7, row-8 "
        + "and 2 more"
    ),
  ])
  func `the rows that are red are named`(red: Int, all: Int, reason: String) throws {
    let rows = (1...all).map { number in
      """
      {"id": "row-\(number)", "source": "Photos", "content": "photo \(number)", "declares": ["public.jpeg"],
       "expect": {"result": "stored"}, "tests": ["\(number <= red ? "none" : "a")"]}
      """
    }
    let contract = try InputContract(
      reading: Array(
        """
        {"version": 1, "name": "Share", "accept": ["public.jpeg"],
         "rows": [\(rows.joined(separator: ", "))]}
        """.utf8))
    let tests = TestReport(results: [TestResult(name: "a", verdict: .passed)], isComplete: true)
    let matrix = try TypeMatrix(contract: contract, records: [], tests: tests.observations)
    #expect(EvidencePage(matrix: matrix, tests: tests).objections == [reason])
  }

  @Test func `a run in which every test was skipped is no success`() {
    let skipped = TestResult(name: "a", verdict: .skipped)
    let page = EvidencePage(tests: TestReport(results: [skipped], isComplete: true))
    #expect(page.objections == ["no test ran"])
  }

  @Test func `figures are read, with the place of what is wrong`() throws {
    let text =
      #"{"charts":[{"title":"Time","unit":"s","bars":[{"name":"a","value":1.5},{"name":"b","value":2}]}]}"#
    let charts = try BarChart.charts(reading: Array(text.utf8))
    #expect(charts.first?.bars.map(\.text) == ["1.50", "2"])
    for (text, start) in [
      (
        #"{"charts":[{"title":"x","unit":"s","bars":[{"name":"a","value":-1}]}]}"#,
        "line 1, column 64: "
      ),
      (#"{"charts":[7]}"#, "line 1, column 11: "), ("[]", "line 1, column 1: "),
      (
        #"{"charts":[{"title":"x","unit":"s","bars":[{"name":"a","value":1e300}]}]}"#,
        "line 1, column 64: "
      ),
    ] {
      let error = #expect(throws: DocumentError.self) {
        _ = try BarChart.charts(reading: Array(text.utf8))
      }
      #expect(error?.description.hasPrefix(start) == true, "\(error?.description ?? "")")
    }
  }
}
