import IntakeModel
import ShareContract

/// The judging of one run, in the order of P11: the command, the reports, the tests.
struct GateJudging {
  private(set) var findings: [GateFinding] = []
  private let input: GateInput
  private let tests: TestReport
  /// The most tests that are named one by one.
  static let maximumNamed = 50

  init(_ input: GateInput, _ tests: TestReport) {
    self.input = input
    self.tests = tests
  }

  private var hasStartedTests: Bool {
    tests.results.contains { $0.verdict != .notRun && $0.verdict != .skipped }
  }

  private mutating func find(_ reason: GateReason, _ subject: String? = nil, _ message: String) {
    findings.append(GateFinding(reason, subject, message))
  }

  // MARK: The command

  mutating func judgeCommand() {
    if let complaint = input.complaint { find(complaint, nil, Self.text(of: complaint)) }
    switch input.ending {
    case .exited(0):
      if tests.saysFailed || tests.results.contains(where: { $0.verdict == .failed }) {
        find(
          .reportsDisagree, nil,
          "the command ended with status 0, and its report says that the run failed; a step between the tests "
            + "and the gate swallows the status")
      }
      nameAll(.unfinished, .testUnfinished, "began, and did not end, though the run did")
      // Of a report that was cut, that is no wonder, and told as such.
      if tests.isComplete {
        nameAll(.notRun, .testNotRun, "is part of the run, and neither began nor was skipped")
      }
    case .exited(let status):
      find(.exitStatus, nil, "the command ended with status \(status)\(Self.meaning(of: status))")
      judgeProgress()
    case .signalled(let signal):
      find(.commandCrashed, nil, "the command was ended by signal \(signal)")
      judgeProgress()
    case .timedOut(let limit):
      find(
        .timedOut, nil,
        "the command was ended because it took longer than \(DurationText.exact(limit)); "
          + "give it more with '--timeout', or find the test that hangs")
      nameAll(.unfinished, .testsCrashed, "did not end in time")
    case .notStarted(let why): find(.startFailed, nil, why)
    }
  }

  /// Says how far a run came that failed.
  private mutating func judgeProgress() {
    if !hasStartedTests {
      // What the command says of itself is nearer to the cause.
      guard input.complaint == nil else { return }
      find(
        .testsNotStarted, nil,
        "no test began: the build failed, or the runner did not start; see what the command wrote")
    } else {
      nameAll(.unfinished, .testsCrashed, "began, and the run ended before it did")
    }
  }

  /// Names each test that came to `verdict`.
  private mutating func nameAll(
    _ verdict: TestObservation.Verdict, _ reason: GateReason, _ what: String
  ) {
    let results = tests.results.filter { $0.verdict == verdict }
    for result in results.prefix(Self.maximumNamed) {
      find(reason, result.name, "\(Quotation.of(result.name)) \(what)")
    }
    let rest = results.count - Self.maximumNamed
    if rest > 0 { find(reason, nil, "\(rest) more tests: each \(what)") }
  }

  /// What shells and runners mean by a status.
  private static func meaning(of status: Int32) -> String {
    switch status {
    case 126: ": it may not be executed"
    case 127: ": there is no such command"
    case 129...159: ": signal \(status - 128) ended it"
    default: ""
    }
  }

  private static func text(of complaint: GateReason) -> String {
    switch complaint {
    case .toolMissing: "Xcode's command line tools are not there; see 'xcode-select --print-path'"
    case .schemeMissing: "the project has no scheme of that name; see 'xcodebuild -list'"
    case .simulatorMissing:
      "there is no such simulator; see 'xcrun simctl list devices available'"
    case .resultBundleMissing: "the run left no result bundle"
    case .resultBundleUnreadable: "the result bundle could not be read by 'xcrun xcresulttool'"
    default: "the command says so itself"
    }
  }

  // MARK: The reports

  mutating func judgeReports() {
    if case .notStarted = input.ending { return }
    let isFailed = !findings.isEmpty
    let hasTests = input.reports.contains { $0.tests != nil }
    for report in input.reports.sorted(by: { $0.name < $1.name }) {
      switch report.content {
      case .unreadable(let error):
        find(.reportUnreadable, report.name, "\(Quotation.of(report.name)): \(error)")
      case .missing:
        // A run that failed before its tests began has been told so.
        if !isFailed || hasStartedTests {
          find(
            .reportMissing, report.name, "the report \(Quotation.of(report.name)) was not written")
        }
      case .tests(let tests) where !tests.isComplete:
        if !isFailed || hasStartedTests {
          find(
            .reportCut, report.name,
            "the report \(Quotation.of(report.name)) ends before the run does, or counts more than it lists; a "
              + "crash, a kill or a full disk leaves it so")
        }
      case .tests(let tests):
        if let gate = tests.gate, !gate.isGreen {
          find(
            .reportsDisagree, report.name,
            "the report \(Quotation.of(report.name)) is of a run that a gate found red: "
              + Set(gate.findings.map(\.reason.rawValue)).sorted().joined(separator: ", "))
        }
      case .summary: break
      }
    }
    if !hasTests, !isFailed, !findings.contains(where: { $0.reason == .reportMissing }),
      !findings.contains(where: { $0.reason == .reportUnreadable })
    {
      find(
        .reportMissing, nil,
        "the command left no report that lists its tests; name it with '--report FILE', or let the command write "
          + "it into the folder in $\(GateFolder.variable)")
    }
    let summaries = input.reports.compactMap(\.summary)
    for summary in summaries { judge(summary) }
    judgeTotal(of: summaries)
  }

  /// Whether the summaries count what the lists have: of a test with rows, or on several devices, either one or all.
  private mutating func judgeTotal(of summaries: [XCResultSummary]) {
    let all = input.reports.compactMap(\.tests)
    // Where other runners left reports as well, the summaries know nothing of those.
    let counted = all.filter { $0.runCount != nil }
    let lists = counted.isEmpty ? all : counted
    guard !summaries.isEmpty, !lists.isEmpty else { return }
    // None of the numbers is above some millions, whatever a report says.
    let total = summaries.map(\.total).reduce(0, +)
    let fewest = TestReport.joining(lists).results.count
    let most = lists.map { max($0.runCount ?? 0, $0.results.count) }.reduce(0, +)
    guard !(fewest...max(fewest, most)).contains(total) else { return }
    find(
      .reportsDisagree, nil,
      "the summary counts \(total) tests, and the list of tests has "
        + (fewest == 0 ? "none" : fewest >= most ? "\(fewest)" : "\(fewest) to \(most)"))
  }

  private mutating func judge(_ summary: XCResultSummary) {
    let failed = tests.results.count { $0.verdict == .failed }
    let saysFailed = summary.failed > 0 || summary.verdict == .failed
    let lists = input.reports.contains { $0.tests != nil }
    if saysFailed, failed == 0, lists, !tests.saysFailed {
      find(
        .reportsDisagree, nil,
        "the summary counts \(summary.failed) failed tests, and the list of tests has none")
    } else if !saysFailed, failed > 0 {
      find(
        .reportsDisagree, nil,
        "the list of tests has \(failed) failed, and the summary counts none")
    }
    if summary.verdict == .unknown {
      find(.reportCut, nil, "the summary does not say how the run ended")
    }
  }

  // MARK: The tests

  mutating func judgeTests(required: [String], _ index: RequiredTests) {
    guard input.reports.contains(where: { $0.tests != nil }) else { return }
    let hasRun = tests.results.contains { $0.verdict == .passed || $0.verdict == .failed }
    if !hasRun, !findings.contains(where: { $0.reason == .testsNotStarted }) {
      let skipped = tests.results.count { $0.verdict == .skipped }
      find(
        .noTests, nil,
        skipped > 0
          ? "no test ran: all \(skipped) were skipped"
          : "no test ran; a filter that fits none also passes")
    }
    let failed = tests.results.filter { $0.verdict == .failed }
    for result in failed.prefix(Self.maximumNamed) {
      let place = result.issues.first { $0.severity == .failure }?.place ?? result.place
      find(
        .testFailed, result.name,
        "\(Quotation.of(result.name)) failed" + (place.map { " at \($0)" } ?? ""))
    }
    if failed.count > Self.maximumNamed {
      find(.testFailed, nil, "\(failed.count - Self.maximumNamed) more tests failed")
    }
    nameAll(
      .cancelled, .testCancelled,
      "gave up before its end; one that does not apply here is better left out by a condition")
    for issue in tests.issues.filter({ $0.severity == .failure }).prefix(Self.maximumNamed) {
      find(
        .failedOutsideTests, nil,
        "something failed outside of any test" + (issue.place.map { " at \($0)" } ?? ""))
    }
    for name in required { judge(name, index[name]) }
  }

  private mutating func judge(_ name: String, _ match: RequiredTests.Match) {
    let shown = Quotation.of(name)
    switch match {
    case .found(.passed): break
    case .found(.failed): find(.requiredFailed, name, "the required test \(shown) failed")
    case .found(.skipped): find(.requiredSkipped, name, "the required test \(shown) was skipped")
    case .found(.cancelled):
      find(.requiredCancelled, name, "the required test \(shown), or a row of it, gave up")
    case .found(.unfinished):
      find(.requiredUnfinished, name, "the required test \(shown) began, and did not end")
    case .found(.notRun): find(.requiredNotRun, name, "the required test \(shown) did not begin")
    case .missing:
      find(
        .requiredMissing, name,
        "no test is named \(shown); names are written 'Module.Suite/test()', as the runner lists them"
      )
    case .ambiguous(let names):
      find(
        .requiredAmbiguous, name,
        "the required name \(shown) fits \(names.count) tests; write its parameters, such as "
          + Quotation.of(names.sorted()[0]))
    }
  }
}
