/// What a test run tells of one test.
public struct TestObservation: Sendable, Hashable {
  /// The test as the contract names it: `Module.Suite/test()`, without a place in a file.
  public var name: String
  /// What became of the test.
  public var verdict: Verdict
  /// How long it took, where that is known.
  public var duration: Duration?

  /// Makes an observation of the test with this name, as the contract gives it.
  public init(_ name: String, _ verdict: Verdict, duration: Duration? = nil) {
    self.name = name
    self.verdict = verdict
    self.duration = duration
  }

  /// What became of a test. Only a test that `passed` shows anything.
  public enum Verdict: String, Sendable, CaseIterable, Hashable {
    /// It ran to its end without an issue, all its cases included.
    case passed
    /// It had an issue that was not expected, or the runner says that it failed.
    case failed
    /// It was disabled, or it has no cases.
    case skipped
    /// It, or one of its cases, gave up on the way.
    case cancelled
    /// It began, and its end was not reported: the run crashed, or its report was cut.
    case unfinished
    /// It is part of the run, and never began.
    case notRun = "not-run"
  }
}

extension TestObservation.Verdict {
  private var severity: Int {
    switch self {
    case .passed: 0
    case .skipped: 1
    case .cancelled: 2
    case .notRun: 3
    case .unfinished: 4
    case .failed: 5
    }
  }

  /// The one of two that shows less.
  package func worse(_ other: Self) -> Self { other.severity > severity ? other : self }
}
