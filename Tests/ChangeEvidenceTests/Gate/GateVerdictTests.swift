import ChangeEvidence
import IntakeModel
import ShareContract
import Testing

/// The judging of runs (P11).
struct GateVerdictTests {
  private func report(
    _ results: (String, TestObservation.Verdict)..., isComplete: Bool = true,
    saysFailed: Bool = false
  ) -> GateInput.Report {
    GateInput.Report(
      "events.jsonl",
      .tests(
        TestReport(
          results: results.map { TestResult(name: $0.0, verdict: $0.1) }, isComplete: isComplete,
          saysFailed: saysFailed)))
  }

  private func reasons(
    _ ending: GateInput.Ending = .exited(0), _ reports: GateInput.Report...,
    complaint: GateReason? = nil, required: [String] = []
  ) -> [GateReason] {
    GateVerdict(
      GateInput(ending: ending, reports: reports, complaint: complaint, required: required)
    ).findings.map(\.reason)
  }

  private var passing: GateInput.Report { report(("A.S/a()", .passed), ("A.S/b()", .skipped)) }

  @Test func `a run whose tests ran and passed is green`() {
    let input = GateInput(ending: .exited(0), reports: [passing], required: ["A.S/a()"])
    let verdict = GateVerdict(input)
    #expect(verdict.isGreen)
    #expect(verdict.ranCount == 1)
    #expect(verdict.required.map(\.verdict) == [.passed])
  }

  @Test func `the status of the command comes first`() {
    #expect(reasons(.exited(1), passing) == [.exitStatus])
    #expect(reasons(.signalled(9), passing) == [.commandCrashed])
    #expect(reasons(.timedOut(.seconds(1)), passing) == [.timedOut])
    #expect(reasons(.notStarted("gone")) == [.startFailed])
  }

  @Test func `a status of 0 does not make a failed run green`() {
    #expect(reasons(.exited(0), report(("A.S/a()", .failed))) == [.reportsDisagree, .testFailed])
    #expect(
      reasons(.exited(0), report(("A.S/a()", .passed), saysFailed: true)) == [.reportsDisagree])
  }

  @Test(arguments: [
    (TestObservation.Verdict.unfinished, GateReason.testUnfinished),
    (.notRun, .testNotRun), (.cancelled, .testCancelled),
  ])
  func `a test of which nobody knows what it came to keeps a run with status 0 from being green`(
    _ verdict: TestObservation.Verdict, _ reason: GateReason
  ) {
    #expect(reasons(.exited(0), report(("A.S/a()", .passed), ("A.S/b()", verdict))) == [reason])
  }

  @Test func `a report of a run that a gate found red does not make another one green`() {
    let red = TestReport(
      results: [TestResult(name: "A.S/a()", verdict: .passed)], isComplete: true,
      gate: GateSummary([.init(.exitStatus)]))
    #expect(
      reasons(.exited(0), passing, .init("results.json", .tests(red))) == [.reportsDisagree])
  }

  @Test func `a build that failed is told from a run that crashed`() {
    #expect(
      reasons(.exited(1), GateInput.Report("events.jsonl", .missing)) == [
        .exitStatus, .testsNotStarted,
      ])
    #expect(reasons(.exited(1), report(isComplete: false)) == [.exitStatus, .testsNotStarted])
    #expect(
      reasons(
        .exited(1), report(("A.S/a()", .unfinished), ("A.S/b()", .notRun), isComplete: false))
        == [.exitStatus, .testsCrashed, .reportCut, .noTests])
  }

  @Test func `a run without tests is red, also where all were skipped`() {
    #expect(reasons(.exited(0), report()) == [.noTests])
    #expect(reasons(.exited(0), report(("A.S/a()", .skipped))) == [.noTests])
  }

  @Test func `a report that is missing, cut or unreadable is red`() {
    #expect(reasons(.exited(0)) == [.reportMissing])
    #expect(reasons(.exited(0), GateInput.Report("x.xml", .missing)) == [.reportMissing])
    #expect(reasons(.exited(0), passing, GateInput.Report("x.xml", .missing)) == [.reportMissing])
    #expect(
      reasons(.exited(0), GateInput.Report("x.xml", .unreadable(DocumentError("no XML")))) == [
        .reportUnreadable
      ])
    #expect(
      reasons(.exited(0), report(("A.S/a()", .passed), isComplete: false)) == [.reportCut])
  }

  @Test(arguments: [
    (TestObservation.Verdict.skipped, GateReason.requiredSkipped),
    (.cancelled, .requiredCancelled), (.unfinished, .requiredUnfinished),
    (.notRun, .requiredNotRun), (.failed, .requiredFailed),
  ])
  func `a required test has to have run and passed`(
    _ verdict: TestObservation.Verdict, _ reason: GateReason
  ) {
    let found = reasons(
      .exited(verdict == .failed ? 1 : 0), report(("A.S/a()", verdict), ("A.S/b()", .passed)),
      required: ["A.S/a()"])
    #expect(found.last == reason)
  }

  @Test func `a required test is found without its parentheses, unless that fits several`() {
    let tests = report(("A.S/`a b`()", .passed), ("A.S/row(n:)", .passed), ("A.S/row(s:)", .passed))
    #expect(reasons(.exited(0), tests, required: ["A.S/a b", "A.S/row(n:)"]) == [])
    #expect(reasons(.exited(0), tests, required: ["A.S/row"]) == [.requiredAmbiguous])
    #expect(reasons(.exited(0), tests, required: ["A.S/c"]) == [.requiredMissing])
    #expect(reasons(.exited(0), tests, required: ["row"]) == [.requiredMissing])
  }

  @Test func `a name that is required twice is judged once`() {
    #expect(reasons(.exited(0), passing, required: ["A.S/c", "A.S/c"]) == [.requiredMissing])
  }

  @Test func `two runners are one run, in which either may fail`() {
    let other = GateInput.Report(
      "xunit.xml",
      .tests(TestReport(results: [TestResult(name: "B/t", verdict: .failed)], isComplete: true)))
    #expect(reasons(.exited(1), passing, other) == [.exitStatus, .testFailed])
  }

  @Test func `what the command says of itself is the cause, and not that no test began`() {
    #expect(
      reasons(.exited(1), complaint: .schemeMissing) == [.schemeMissing, .exitStatus])
  }

  @Test func `a summary that counts what the list has not is red`() throws {
    func summary(_ failed: Int, _ total: Int, _ result: String) throws -> GateInput.Report {
      let text = """
        {"result": "\(result)", "totalTestCount": \(total), "passedTests": \(total - failed),
         "failedTests": \(failed), "skippedTests": 0, "expectedFailures": 0}
        """
      return GateInput.Report(
        "summary.json", .summary(try XCResultSummary(reading: Array(text.utf8))))
    }
    #expect(try reasons(.exited(0), passing, summary(0, 2, "Passed")) == [])
    #expect(try reasons(.exited(0), passing, summary(1, 2, "Failed")) == [.reportsDisagree])
    #expect(try reasons(.exited(0), passing, summary(0, 2, "New")) == [.reportCut])
    #expect(try reasons(.exited(0), summary(0, 2, "Passed")) == [.reportMissing])
    #expect(try reasons(.exited(0), passing, summary(0, 5, "Passed")) == [.reportsDisagree])
    #expect(try reasons(.exited(0), passing, summary(0, 1, "Passed")) == [.reportsDisagree])
    #expect(
      try reasons(.exited(0), passing, summary(0, 2, "Passed"), summary(0, 1, "Passed")) == [
        .reportsDisagree
      ])
    #expect(
      try reasons(.exited(65), report(("A/a", .failed)), summary(0, 1, "Passed")) == [
        .exitStatus, .reportsDisagree, .testFailed,
      ])
  }

  @Test(arguments: [(1, false), (2, true), (4, true), (5, true), (6, false)])
  func `a summary may count the rows and devices of a test, or the test`(
    _ total: Int, _ isGreen: Bool
  ) throws {
    // Two tests, of which one ran with two rows on each of two devices.
    func node(_ type: String, _ children: String = "", name: String = "x") -> String {
      #"{"nodeType": "\#(type)", "name": "\#(name)", "result": "Passed", "children": [\#(children)]}"#
    }
    let device = node("Device", node("Arguments") + "," + node("Arguments"))
    let tests = [
      node("Test Case", name: "a"), node("Test Case", device + "," + device, name: "b"),
    ]
    let list = #"{"testNodes": [\#(tests.joined(separator: ","))]}"#
    let summary =
      #"{"result": "Passed", "totalTestCount": \#(total), "passedTests": \#(total), "failedTests": 0, "#
      + #""skippedTests": 0, "expectedFailures": 0}"#
    let found = reasons(
      .exited(0), .init("tests.json", .tests(try XCResultTests().read(Array(list.utf8)))),
      .init("summary.json", .summary(try XCResultSummary(reading: Array(summary.utf8)))))
    #expect(found == (isGreen ? [] : [.reportsDisagree]))
  }

  @Test func `no more tests are named than a person reads`() {
    let results = (0..<1_000).map { TestResult(name: "A.S/t\($0)()", verdict: .failed) }
    let input = GateInput(
      ending: .exited(1),
      reports: [.init("x", .tests(TestReport(results: results, isComplete: true)))])
    let verdict = GateVerdict(input)
    #expect(verdict.findings.count < 60)
    #expect(verdict.findings.last?.message == "950 more tests failed")
  }

  @Test func `a message is one line without what acts on a terminal`() {
    let verdict = GateVerdict(
      GateInput(ending: .exited(1), reports: [report(("A.S/`\u{1B}[2J\n\u{202E}`()", .failed))]))
    let message = verdict.findings.last?.message ?? ""
    #expect(message.contains(#"\u{1B}[2J\u{A}\u{202E}"#))
    #expect(!message.contains("\u{1B}"))
  }

  // MARK: The drill

  private static let mark = DrillMark(file: "A/Drills.swift", line: 7, function: "drill()")

  private func drill(
    _ ending: GateInput.Ending, _ report: GateInput.Report, marks: [DrillMark]? = [Self.mark]
  ) -> [GateReason] {
    let input = GateInput(ending: ending, reports: [report])
    return GateVerdict(input).ofDrill(input.tests, marks: marks).findings.map(\.reason)
  }

  private func failing(_ name: String, _ places: (String, Int)...) -> GateInput.Report {
    let issues = places.map {
      TestIssue(.expectation, .failure, at: SourcePlace(path: $0.0, line: $0.1))
    }
    let result = TestResult(name: name, verdict: .failed, issues: issues)
    return .init("events.jsonl", .tests(TestReport(results: [result], isComplete: true)))
  }

  @Test func `a drill that alone makes the run red is green`() {
    #expect(drill(.exited(1), report(("A.S/drill()", .failed), ("A.S/b()", .passed))) == [])
  }

  @Test func `a drill that nothing blocks is red`() {
    #expect(drill(.exited(0), passing) == [.drillNotBlocked])
  }

  @Test func `a drill that no test asserts is red`() {
    #expect(drill(.exited(0), passing, marks: nil) == [.drillNotAsserted])
    #expect(drill(.exited(1), report(("A.S/other()", .failed)), marks: nil) == [.drillNotAsserted])
  }

  @Test func `a drill whose failure the command does not tell by its status is not blocked`() {
    #expect(
      drill(.exited(0), report(("A.S/drill()", .failed))) == [.drillNotBlocked, .reportsDisagree])
  }

  @Test func `a drill is green only if the test that asserts it is the one that failed`() {
    // By the place of the failure, whatever folder it is told from.
    for path in ["Tests/A/Drills.swift", "A/Drills.swift", "Drills.swift"] {
      #expect(drill(.exited(1), failing("A.S/drill()", (path, 7))) == [])
    }
    #expect(
      drill(.exited(1), failing("A.S/drill()", ("Tests/A/Drills.swift", 8)))
        == [.drillInconclusive])
    #expect(
      drill(.exited(1), failing("A.S/drill()", ("Tests/A/Other.swift", 7)))
        == [.drillInconclusive])
    #expect(
      drill(.exited(1), failing("A.S/drill()", ("A/Drills.swift", 7), ("A/Drills.swift", 9)))
        == [.drillInconclusive])
    // By the name of the test, where the report has no places.
    #expect(drill(.exited(1), report(("A.S/other()", .failed))) == [.drillInconclusive])
    #expect(drill(.exited(1), report(("B.S/drill()", .failed))) == [.drillInconclusive])
    #expect(drill(.exited(1), report(("A.S/testDrill", .failed))) == [.drillInconclusive])
    #expect(drill(.exited(1), report(("A.S/drill()", .failed)), marks: []) == [.drillInconclusive])
  }

  @Test func `a run that is red for another reason shows nothing of the drill`() {
    #expect(
      drill(.exited(1), report(("A.S/drill()", .failed), ("A.S/b()", .failed)))
        == [.drillInconclusive])
    #expect(
      drill(.exited(1), report(("A.S/drill()", .unfinished), isComplete: false)).first
        == .drillInconclusive)
  }
}
