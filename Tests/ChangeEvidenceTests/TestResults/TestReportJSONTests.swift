import ChangeEvidence
import IntakeModel
import ShareContract
import Testing

/// The normal form as a document.
struct TestReportJSONTests {
  private let report = TestReport(
    results: [
      TestResult(
        name: "A.S/`quotes \" < > & \u{1B}[31m \u{0}`()", verdict: .failed,
        duration: .microseconds(1_500),
        place: SourcePlace(path: "Tests/A.swift", line: 3, column: 4),
        issues: [TestIssue(.expectation, .failure, at: SourcePlace(path: "Tests/A.swift", line: 9))]
      ),
      TestResult(name: "A.S/skipped()", verdict: .skipped),
    ], issues: [TestIssue(.system, .warning)], isComplete: true, saysFailed: true,
    gate: GateSummary([.init(.exitStatus), .init(.testFailed, "A.S/`quotes \"`()")]))

  @Test func `it reads what it writes, names of any characters included`() throws {
    #expect(try TestReport(reading: report.json) == report)
    #expect(!report.json.contains(0x1B))
  }

  @Test func `the same report gives the same bytes`() {
    let other = TestReport(
      results: report.results.reversed(), issues: report.issues, isComplete: true, saysFailed: true,
      gate: report.gate)
    #expect(other.json == report.json)
  }

  @Test(arguments: [
    (#"{"version": 2}"#, "the member 'version'"),
    (#"{"version": 1, "tests": [], "issues": [], "complete": true}"#, "true or false for 'failed'"),
    (
      #"{"version": 1, "tests": [{"name": "a", "verdict": "fine"}], "issues": []}"#,
      "one of passed, failed"
    ),
    (#"{"version": 1, "text": "anything"}"#, "a member that is not known"),
    (
      #"{"version": 1, "complete": true, "failed": false, "gate": {"green": true, "findings": "#
        + #"[{"reason": "bad luck"}]}, "tests": [], "issues": []}"#, "one of start-failed"
    ),
    (
      #"{"version": 1, "complete": true, "failed": false, "gate": {"findings": []}, "tests": [], "#
        + #""issues": []}"#, "true or false for 'green'"
    ),
    (
      #"{"version": 1, "tests": [{"name": "a", "verdict": "passed", "file": "/home/a", "line": 1}]}"#,
      "a path within the package"
    ),
  ])
  func `what is not in the format is an error, for it may be content`(
    _ text: String, _ message: String
  ) {
    do throws(DocumentError) {
      _ = try TestReport(reading: Array(text.utf8))
      Issue.record("it was read")
    } catch {
      #expect(error.message.contains(message))
      #expect(error.place != nil)
    }
  }

  @Test func `a gate that says red without a reason is red, and one that says green with one too`()
    throws
  {
    func gate(_ text: String) throws -> GateSummary {
      try GateSummary(readingVerdict: Array(text.utf8))
    }
    #expect(try gate(#"{"green": true, "findings": []}"#).isGreen)
    #expect(try gate(#"{"green": false, "findings": []}"#).objections == ["gate: the run was red"])
    let contradictory = try gate(#"{"green": true, "findings": [{"reason": "no-tests"}]}"#)
    #expect(!contradictory.isGreen && contradictory.objections == ["gate: no-tests"])
    let joined = TestReport.joining([
      TestReport(results: [], isComplete: true, gate: GateSummary([])),
      TestReport(results: [], isComplete: true),
      TestReport(results: [], isComplete: true, gate: contradictory),
    ])
    #expect(joined.gate?.isGreen == false)
  }

  @Test func `reports are joined by name, the worst verdict first`() {
    let other = TestReport(
      results: [TestResult(name: "A.S/skipped()", verdict: .passed, duration: .seconds(1))],
      isComplete: false)
    let joined = TestReport.joining([report, other])
    #expect(joined.results.map(\.verdict) == [.failed, .skipped])
    #expect(!joined.isComplete && joined.saysFailed)
    #expect(!TestReport.joining([]).isComplete)
  }
}
