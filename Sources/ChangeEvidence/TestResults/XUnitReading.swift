import IntakeModel
import ShareContract

/// A run of tests, put together from the elements of an xUnit file.
struct XUnitReading {
  private let places: PackagePlaces
  private var tests: [String: TestResult] = [:]
  private var issues: [TestIssue] = []
  private var stack: [Level] = []
  private var current: Case?
  private var saysFailed = false
  private var lacksTests = false
  private var hasRoot = false

  /// What an open element is.
  private enum Level {
    /// With what it announces, and what was found in it so far. The root announces as a suite does.
    case suite(announced: XUnitCounts, found: XUnitCounts)
    case test
    case other
  }

  /// A test case that is being read.
  private struct Case {
    var name: String
    var place: SourcePlace?
    var duration: Duration?
    var issues: [TestIssue] = []
    var isFailed = false
    var isSkipped = false
    var isUnfinished = false

    var verdict: TestObservation.Verdict {
      isFailed ? .failed : isUnfinished ? .unfinished : isSkipped ? .skipped : .passed
    }
  }

  init(packageFolder: String?) { places = PackagePlaces(packageFolder) }

  /// Takes an opening tag; gives what is wrong with it.
  mutating func open(_ element: XMLElement) -> String? {
    if stack.isEmpty {
      guard element.name == "testsuites" || element.name == "testsuite" else {
        return "expected 'testsuites' or 'testsuite', found '\(element.name.prefix(40))'; "
          + "this is no file of test results"
      }
      hasRoot = true
    }
    switch element.name {
    case "testsuites", "testsuite":
      let announced: XUnitCounts
      do throws(XUnitCounts.Problem) {
        announced = try XUnitCounts(announcedBy: element)
      } catch {
        return error.message
      }
      if XUnitStatus.of(element) == .failed { saysFailed = true }
      stack.append(.suite(announced: announced, found: XUnitCounts()))
    case "testcase": return openCase(element)
    default:
      stack.append(.other)
      openPart(element)
    }
    return nil
  }

  private mutating func openCase(_ element: XMLElement) -> String? {
    guard current == nil else { return "a 'testcase' stands in another" }
    guard let own = element["name"], !own.isEmpty else {
      return "a 'testcase' has no attribute 'name'"
    }
    // As the contract names tests. JUnit writes the class in an attribute of its own.
    let name = element["classname"].flatMap { $0.isEmpty ? nil : $0 + "/" + own } ?? own
    guard name.utf8.count <= XUnitFile.maximumNameLength else {
      return "a test has a name of \(name.utf8.count) bytes; at most "
        + "\(XUnitFile.maximumNameLength) are read"
    }
    stack.append(.test)
    var test = Case(name: TestName(name).full, duration: Self.duration(element["time"]))
    test.place = element["file"].flatMap { file in
      places.place(path: file, line: element["line"].flatMap { Int($0) } ?? 1)
    }
    switch XUnitStatus.of(element) {
    case .passed, nil: break
    case .skipped: test.isSkipped = true
    case .failed: test.isFailed = true
    case .unknown: test.isUnfinished = true
    }
    current = test
    return nil
  }

  /// Takes an element within a test, or within a suite.
  private mutating func openPart(_ element: XMLElement) {
    let kind: TestIssue.Kind
    switch element.name {
    case "failure": kind = .expectation
    case "error": kind = .error
    // Surefire: it was run again, and failed again.
    case "rerunFailure": kind = .expectation
    case "rerunError": kind = .error
    case "skipped", "disabled":
      current?.isSkipped = true
      return
    // Surefire: the test was run again. It passed in the end after a flaky one.
    case "flakyFailure", "flakyError":
      current?.issues.append(TestIssue(.retried, .warning))
      return
    default: return
    }
    guard current != nil else {
      issues.append(TestIssue(kind, .failure))
      return
    }
    current?.issues.append(TestIssue(kind, .failure))
    current?.isFailed = true
  }

  mutating func close() {
    switch stack.popLast() {
    case .test: closeCase()
    case .suite(let announced, let found):
      // A skipped test that is not among the cases, or is there as one that passed, may be any.
      if announced.tests > found.tests || announced.skipped > found.skipped { lacksTests = true }
      if announced.failed > found.failed { saysFailed = true }
      // A suite in another counts there as well.
      count(found)
    default: break
    }
  }

  private mutating func closeCase() {
    guard let test = current else { return }
    current = nil
    count(
      XUnitCounts(tests: 1, failed: test.isFailed ? 1 : 0, skipped: test.isSkipped ? 1 : 0))
    let result = TestResult(
      name: test.name, verdict: test.verdict, duration: test.duration, place: test.place,
      issues: test.issues)
    // The rows of a test with parameters share a name in some tools.
    tests[result.name] = tests[result.name].map { $0.joined(with: result) } ?? result
  }

  /// Counts what was found in the suite around it.
  private mutating func count(_ found: XUnitCounts) {
    for index in stack.indices.reversed() {
      if case .suite(let announced, let before) = stack[index] {
        stack[index] = .suite(announced: announced, found: before.adding(found))
        return
      }
    }
  }

  func report(isComplete: Bool) -> TestReport {
    var results = Array(tests.values)
    if let current {
      results.append(
        TestResult(
          name: current.name, verdict: current.isFailed ? .failed : .unfinished,
          place: current.place, issues: current.issues))
    }
    return TestReport(
      results: results, issues: issues, isComplete: isComplete && hasRoot && !lacksTests,
      saysFailed: saysFailed)
  }

  // MARK: Numbers

  /// Seconds with a fraction; some tools write a comma between thousands.
  private static func duration(_ text: String?) -> Duration? {
    guard let text, text.utf8.count < 64,
      let seconds = Double(text.filter { $0 != "," }), seconds.isFinite, seconds >= 0, seconds < 1e8
    else { return nil }
    return .microseconds(Int64(seconds * 1e6 + 0.5))
  }
}
