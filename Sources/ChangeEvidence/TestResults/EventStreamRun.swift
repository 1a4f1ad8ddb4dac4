import IntakeModel
import JSONSyntax
import ShareContract

/// A run of tests, put together from the records of its event stream.
///
/// Events of tests that run side by side are not in the order of their times, and an issue can come after the end
/// of its test: verdicts are made when all is read.
struct EventStreamRun {
  /// Whether the last line was cut.
  var isCut = false

  private let packageFolder: String?
  private var tests: [String: Test] = [:]
  private var issues: [TestIssue] = []
  private var runsStarted = 0
  private var runsEnded = 0
  private var saysFailed = false

  /// What is known of a test function so far.
  private struct Test {
    var place: SourcePlace?
    var isFunction = false
    var startedAt: Double?
    var endedAt: Double?
    var hasStarted = false
    var hasEnded = false
    var isSkipped = false
    var isCancelled = false
    var saysFailed = false
    var issues: [TestIssue] = []
  }

  init(packageFolder: String?) {
    self.packageFolder = packageFolder.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
  }

  // MARK: Records

  mutating func take(_ record: JSONNode, line: Int) throws(DocumentError) {
    guard record.members != nil else { throw error(record, "an object", found: record.value.kind) }
    try checkVersion(of: record)
    guard let kind = record["kind"]?.string else {
      throw error(record, "an object with the member 'kind'", found: "none")
    }
    guard kind == "test" || kind == "event" else { return }
    guard let payload = record["payload"], payload.members != nil else {
      throw error(record, "an object with the member 'payload', which is an object", found: "none")
    }
    if kind == "test" { try takeTest(payload) } else { try takeEvent(payload) }
  }

  private func checkVersion(of record: JSONNode) throws(DocumentError) {
    let version = record["version"]
    if version?.integer == 0 || version?.string == "6.3.0" { return }
    guard let version else {
      throw error(record, "an object with the member 'version'", found: "none")
    }
    throw error(
      version, "version 0 or 6.3.0; add '--event-stream-version 6.3.0' to the test command",
      found: Self.shown(version))
  }

  /// A version as messages show it.
  private static func shown(_ version: JSONNode) -> String {
    if let text = version.string { return "'\(text.prefix(40))'" }
    if let number = version.integer { return "'\(number)'" }
    return "'\(version.value.kind)'"
  }

  private mutating func takeTest(_ payload: JSONNode) throws(DocumentError) {
    let id = try name(payload, "id")
    tests[id, default: Test()].isFunction = payload["kind"]?.string == "function"
    tests[id, default: Test()].place = payload["sourceLocation"].flatMap(place)
  }

  private mutating func takeEvent(_ payload: JSONNode) throws(DocumentError) {
    guard let kind = payload["kind"]?.string else {
      throw error(payload, "an event with the member 'kind'", found: "none")
    }
    switch kind {
    case "runStarted": runsStarted += 1
    case "runEnded":
      runsEnded += 1
      if payload.symbol == "fail" { saysFailed = true }
    case "issueRecorded": try takeIssue(payload)
    case "testStarted", "testEnded", "testSkipped", "testCancelled", "testCaseCancelled":
      let id = try name(payload, "testID")
      Self.update(&tests[id, default: Test(isFunction: true)], kind, payload)
    default: return
    }
  }

  /// Not a method of a run: that would hold a second reference to the tests, and copy all of them each time.
  private static func update(_ test: inout Test, _ kind: String, _ payload: JSONNode) {
    switch kind {
    case "testStarted":
      test.hasStarted = true
      test.startedAt = test.startedAt ?? payload.seconds
    case "testEnded":
      test.hasEnded = true
      test.endedAt = payload.seconds
      // What the runner itself says counts also where the issue is missing.
      if payload.symbol == "fail" { test.saysFailed = true }
    case "testSkipped": test.isSkipped = true
    default: test.isCancelled = true
    }
  }

  private mutating func takeIssue(_ payload: JSONNode) throws(DocumentError) {
    guard let issue = payload["issue"], issue.members != nil else {
      throw error(payload, "an event with the member 'issue', which is an object", found: "none")
    }
    let severity: TestIssue.Severity =
      if issue["isKnown"]?.boolean == true {
        .known
      } else if issue["isFailure"]?.boolean == false {
        .warning
      } else {
        .failure
      }
    let found = TestIssue(
      TestIssue.Kind(message: payload["messages"]?.array?.first?["text"]?.string ?? ""), severity,
      at: issue["sourceLocation"].flatMap(place))
    if payload["testID"]?.string != nil {
      let id = try name(payload, "testID")
      tests[id, default: Test(isFunction: true)].issues.append(found)
    } else {
      issues.append(found)
    }
  }

  // MARK: Parts

  private func name(_ payload: JSONNode, _ member: String) throws(DocumentError) -> String {
    guard let node = payload[member], let name = node.string, !name.isEmpty else {
      throw error(payload, "the member '\(member)', the name of a test", found: "none")
    }
    guard name.utf8.count <= EventStream.maximumNameLength else {
      throw error(
        node, "a name of at most \(EventStream.maximumNameLength) bytes",
        found: "one of \(name.utf8.count)")
    }
    return name
  }

  /// The place relative to the package, or as `Module/File.swift` where its path leads elsewhere.
  private func place(_ node: JSONNode) -> SourcePlace? {
    guard let line = node["line"]?.integer.flatMap({ Int(exactly: $0) }) else { return nil }
    let column = node["column"]?.integer.flatMap { Int(exactly: $0) }.flatMap { $0 >= 1 ? $0 : nil }
    var candidates: [String] = []
    if let path = node["filePath"]?.string ?? node["_filePath"]?.string {
      if let packageFolder, path.hasPrefix(packageFolder + "/") {
        candidates.append(String(path.dropFirst(packageFolder.count + 1)))
      } else {
        candidates.append(path)
      }
    }
    if let file = node["fileID"]?.string { candidates.append(file) }
    return candidates.lazy.compactMap { SourcePlace(path: $0, line: line, column: column) }.first
  }

  private func error(_ node: JSONNode, _ expected: String, found: String) -> DocumentError {
    DocumentError(
      "expected \(expected), found \(found)",
      at: .line(node.place.line, column: node.place.column))
  }

  // MARK: Result

  func report() -> TestReport {
    var results: [TestResult] = []
    var outside = issues
    for (id, test) in tests {
      guard test.isFunction else {
        outside += test.issues
        continue
      }
      results.append(
        TestResult(
          name: TestName(id).full, verdict: verdict(of: test), duration: duration(of: test),
          place: test.place, issues: test.issues))
    }
    return TestReport(
      results: results, issues: outside,
      isComplete: !isCut && runsStarted > 0 && runsStarted == runsEnded, saysFailed: saysFailed)
  }

  private func verdict(of test: Test) -> TestObservation.Verdict {
    if test.saysFailed || test.issues.contains(where: { $0.severity == .failure }) {
      return .failed
    }
    if test.isSkipped { return .skipped }
    // Also where only one of its cases gave up: the others do not show what that one should.
    if test.isCancelled { return .cancelled }
    if test.hasEnded { return .passed }
    return test.hasStarted ? .unfinished : .notRun
  }

  private func duration(of test: Test) -> Duration? {
    guard let start = test.startedAt, let end = test.endedAt else { return nil }
    let seconds = end - start
    // A clock from outside: what is no number of at most some years is no duration.
    guard seconds.isFinite, seconds >= 0, seconds < 1e8 else { return nil }
    return .microseconds(Int64(seconds * 1e6 + 0.5))
  }
}

extension JSONNode {
  /// The mark that the runner gives an event, such as `pass` or `fail`.
  fileprivate var symbol: String? { self["messages"]?.array?.first?["symbol"]?.string }

  /// The time of an event, on a clock that only goes forward.
  fileprivate var seconds: Double? {
    switch self["instant"]?["absolute"]?.value {
    case .decimal(let seconds): seconds
    case .integer(let seconds): Double(seconds)
    default: nil
    }
  }
}
