public import ShareContract

/// What a run of tests came to, in a normal form: whichever runner wrote it, with nothing that holds free text or
/// a path outside the package (P10).
public struct TestReport: Sendable, Hashable {
  /// One for each test function, by name, then by place.
  public var results: [TestResult]
  /// What went wrong outside any test function, such as in the set-up of a suite.
  public var issues: [TestIssue]
  /// Whether the report goes on to the end of the run. A crash, a kill and a full disk leave it cut.
  public var isComplete: Bool
  /// Whether the runner itself says that the run failed.
  public var saysFailed: Bool
  /// What a gate found of the run; `nil` where none judged it.
  public var gate: GateSummary?
  /// How many runs of tests the report tells of, with rows, devices and repetitions counted one by one. Known only
  /// while a report of a runner that counts them is judged: the normal form leaves it out.
  public var runCount: Int?

  /// Makes a report. Results and issues are brought into their order.
  public init(
    results: [TestResult], issues: [TestIssue] = [], isComplete: Bool, saysFailed: Bool = false,
    gate: GateSummary? = nil, runCount: Int? = nil
  ) {
    self.results = results.sorted()
    self.issues = issues.sorted()
    self.isComplete = isComplete
    self.saysFailed = saysFailed
    self.gate = gate
    self.runCount = runCount
  }

  /// The results as a type matrix takes them.
  ///
  /// - Complexity: O(*n*) for *n* results.
  public var observations: [TestObservation] {
    results.map { TestObservation($0.name, $0.verdict, duration: $0.duration) }
  }
}

/// What one test came to.
public struct TestResult: Sendable, Hashable {
  /// `Module.Suite/test()`, without its place.
  public var name: String
  /// What became of it: the worst of its cases.
  public var verdict: TestObservation.Verdict
  /// How long it took, all cases together.
  public var duration: Duration?
  /// Where it is declared.
  public var place: SourcePlace?
  /// What went wrong in it, and what was expected to.
  public var issues: [TestIssue]

  /// Makes a result. Its issues are brought into their order.
  public init(
    name: String, verdict: TestObservation.Verdict, duration: Duration? = nil,
    place: SourcePlace? = nil, issues: [TestIssue] = []
  ) {
    self.name = name
    self.verdict = verdict
    self.duration = duration
    self.place = place
    self.issues = issues.sorted()
  }
}

extension TestResult: Comparable {
  /// By name, then by place.
  public static func < (left: Self, right: Self) -> Bool {
    if !left.name.utf8.elementsEqual(right.name.utf8) {
      return left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
    }
    guard let leftPlace = left.place else { return right.place != nil }
    return right.place.map { leftPlace < $0 } ?? false
  }
}
