import ChangeEvidence
import IntakeModel
import ShareContract
import Testing

/// Reading of what `xcresulttool` writes.
struct XCResultReadingTests {
  private func read(_ text: String) throws -> TestReport {
    try XCResultTests().read(Array(text.utf8))
  }

  /// A test below its plan, bundle and suite.
  private func document(_ cases: String) -> String {
    """
    {"devices": [{"deviceName": "iPhone 17"}], "testPlanConfigurations": [], "testNodes": [
      {"name": "App", "nodeType": "Test Plan", "result": "Passed", "children": [
        {"name": "AppTests.xctest", "nodeType": "Unit test bundle", "result": "Passed", "children": [
          {"name": "ShareTests", "nodeType": "Test Suite", "children": [\(cases)]}]}]}]}
    """
  }

  private func test(_ result: String, _ children: String = "", name: String = "stores()") -> String
  {
    """
    {"name": "\(name)", "nodeType": "Test Case", "nodeIdentifier": "ShareTests/\(name)", "result": "\(result)",
     "duration": "0,25s", "children": [\(children)]}
    """
  }

  private func node(_ type: String, _ result: String, _ children: String = "") -> String {
    #"{"name": "x", "nodeType": "\#(type)", "result": "\#(result)", "children": [\#(children)]}"#
  }

  @Test func `a test is named after its bundle, and its verdict and duration are read`() throws {
    let report = try read(document(test("Passed")))
    #expect(
      report.observations == [
        TestObservation("AppTests.ShareTests/stores()", .passed, duration: .milliseconds(250))
      ])
    #expect(report.isComplete)
  }

  @Test(arguments: [
    ("Passed", TestObservation.Verdict.passed), ("Failed", .failed), ("Skipped", .skipped),
    ("Expected Failure", .passed), ("unknown", .unfinished), ("Something new", .unfinished),
  ])
  func `each result is a verdict`(_ result: String, _ verdict: TestObservation.Verdict) throws {
    let report = try read(document(test(result)))
    #expect(report.results.map(\.verdict) == [verdict])
    #expect(report.isComplete == (verdict != .unfinished))
  }

  @Test(arguments: ["Arguments", "Device", "Test Plan Configuration", "Test Case Run"])
  func `a test whose row or device failed has failed, whatever it says itself`(_ type: String)
    throws
  {
    let rows = [node(type, "Passed"), node(type, "Failed"), node(type, "Passed")]
    let report = try read(document(test("Passed", rows.joined(separator: ","))))
    #expect(report.observations.map(\.verdict) == [.failed])
  }

  @Test func `a row fails also below a device`() throws {
    let device = node("Device", "Passed", node("Arguments", "Passed", node("Repetition", "Failed")))
    #expect(try read(document(test("Passed", device))).results.map(\.verdict) == [.failed])
  }

  @Test func `of repetitions the last one counts, and a test counts once`() throws {
    let again = [node("Repetition", "Failed"), node("Repetition", "Passed")]
    let passed = try read(document(test("Passed", again.joined(separator: ","))))
    #expect(passed.results.map(\.verdict) == [.passed])
    #expect(passed.results[0].issues.contains(TestIssue(.retried, .warning)))
    let failed = try read(document(test("Passed", again.reversed().joined(separator: ","))))
    #expect(failed.results.map(\.verdict) == [.failed])
  }

  @Test func `one test in two configurations is one, with the worst verdict`() throws {
    let report = try read(document(test("Passed") + "," + test("Skipped")))
    #expect(report.results.map(\.verdict) == [.skipped])
  }

  @Test func `of a message only its place is read`() throws {
    let message =
      #"{"name": "ShareTests.swift:42: /Users/someone is not it", "nodeType": "Failure Message"}"#
    let report = try read(document(test("Failed", message)))
    #expect(
      report.results[0].issues == [
        TestIssue(.recorded, .failure, at: SourcePlace(path: "ShareTests.swift", line: 42))
      ])
    #expect(!String(decoding: report.json, as: UTF8.self).contains("someone"))
  }

  @Test func `a name that is too long with its module is refused`() throws {
    let path = String(repeating: "a", count: XUnitFile.maximumNameLength)
    let test = #"{"name": "a()", "nodeType": "Test Case", "nodeIdentifier": "\#(path)"}"#
    let bundle =
      #"{"name": "AppTests", "nodeType": "Unit test bundle", "children": [\#(test)]}"#
    #expect(throws: DocumentError.self) { try read(#"{"testNodes": [\#(bundle)]}"#) }
    #expect(throws: Never.self) { try read(#"{"testNodes": [\#(test)]}"#) }
  }

  @Test(arguments: ["0", "1000000001", "1000000000000000003", "99999999999999999999"])
  func `a line that no file has is no place`(line: String) throws {
    let message = #"{"name": "ShareTests.swift:\#(line): no", "nodeType": "Failure Message"}"#
    let report = try read(document(test("Failed", message)))
    #expect(report.results[0].issues == [TestIssue(.recorded, .failure)])
    #expect(try TestReport(reading: report.json).results == report.results)
  }

  @Test func `a bundle that failed without a failing test is told`() throws {
    let text =
      #"{"testNodes": [{"name": "AppTests", "nodeType": "Unit test bundle", "result": "Failed"}]}"#
    let report = try read(text)
    #expect(report.saysFailed)
    #expect(report.issues == [TestIssue(.other, .failure)])
  }

  @Test func `a suite of Swift Testing in another keeps its path`() throws {
    let text = """
      {"testNodes": [{"name": "AppTests", "nodeType": "Unit test bundle", "children": [
        {"name": "Outer", "nodeType": "Test Suite", "children": [
          {"name": "Inner", "nodeType": "Test Suite", "children": [
            {"name": "`a b`()", "nodeType": "Test Case", "result": "Passed", "durationInSeconds": 2}]}]}]}]}
      """
    #expect(
      try read(text).observations == [
        TestObservation("AppTests.Outer/Inner/`a b`()", .passed, duration: .seconds(2))
      ])
  }

  @Test(arguments: [
    ("", "line 1, column 1: the text holds nothing"),
    ("{}", "line 1, column 1: expected the tests"),
    ("{\"testNodes\": [\n{}]}", "line 2, column 1: expected a node with the string 'nodeType'"),
    ("{\"testNodes\": [", "line 1, column 16: the text ends within the array"),
  ])
  func `what is wrong is told with its place`(_ text: String, _ message: String) {
    do throws(DocumentError) {
      _ = try XCResultTests().read(Array(text.utf8))
      Issue.record("it was read")
    } catch {
      #expect("\(error)".hasPrefix(message))
    }
  }

  @Test func `a summary is read with its counts`() throws {
    let text = """
      {"title": "Test - App", "result": "Failed", "totalTestCount": 5, "passedTests": 2, "failedTests": 1,
       "skippedTests": 1, "expectedFailures": 1, "testFailures": [{"failureText": "anything"}]}
      """
    let summary = try XCResultSummary(reading: Array(text.utf8))
    #expect(summary.verdict == .failed)
    #expect(summary.total == 5 && summary.passed == 2 && summary.failed == 1)
    #expect(summary.skipped == 1 && summary.expectedFailures == 1)
    #expect(throws: DocumentError.self) {
      try XCResultSummary(reading: Array(#"{"result": "Passed", "totalTestCount": -1}"#.utf8))
    }
  }
}
