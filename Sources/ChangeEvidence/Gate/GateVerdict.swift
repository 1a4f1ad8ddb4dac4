public import ShareContract

/// Whether a run of tests is green, and if not, each reason why (P11).
///
/// Green is a run whose command exited with 0, whose reports are there, whole and at one, which ran at least one
/// test, and in which every required test ran and passed.
public struct GateVerdict: Sendable, Hashable {
  /// Why the run is red, the first cause first; empty for a green one.
  public let findings: [GateFinding]
  /// How many tests came to what.
  public let counts: [TestObservation.Verdict: Int]
  /// What became of each required test, in the order in which they were required; `nil` for one that is not in the
  /// reports.
  public let required: [Required]
  /// How many tests passed only when they were run again.
  public let retriedCount: Int

  /// What became of a required test.
  public struct Required: Sendable, Hashable {
    /// The name of the test, as it was required.
    public let name: String
    /// What became of the test; `nil` where no test of the reports fits the name, or several do.
    public let verdict: TestObservation.Verdict?
  }

  /// Whether nothing was found against the run.
  public var isGreen: Bool { findings.isEmpty }

  /// How many tests ran to an end.
  public var ranCount: Int { (counts[.passed] ?? 0) + (counts[.failed] ?? 0) }

  /// Judges a run.
  ///
  /// - Complexity: O(*n* log *n*) for *n* results and required tests.
  public init(_ input: GateInput) {
    let tests = input.tests
    var counts: [TestObservation.Verdict: Int] = [:]
    for result in tests.results { counts[result.verdict, default: 0] += 1 }
    self.counts = counts
    retriedCount = tests.results.count { result in
      result.verdict == .passed && result.issues.contains { $0.kind == .retried }
    }
    let index = RequiredTests(tests)
    var seen: Set<String> = []
    let names = input.required.filter { seen.insert($0).inserted }
    required = names.map { Required(name: $0, verdict: index[$0].verdict) }

    var judging = GateJudging(input, tests)
    judging.judgeCommand()
    judging.judgeReports()
    judging.judgeTests(required: names, index)
    findings = judging.findings
  }

  /// - Parameter findings: Instead of those of `verdict`.
  init(_ verdict: GateVerdict, findings: [GateFinding]) {
    self.findings = findings
    counts = verdict.counts
    required = verdict.required
    retriedCount = verdict.retriedCount
  }
}

/// Finds required tests among the results.
struct RequiredTests {
  private let verdicts: [String: TestObservation.Verdict]
  /// The full names of the tests that share a name without parentheses and backquotes.
  private let fullNames: [String: [String]]

  enum Match {
    case found(TestObservation.Verdict)
    case missing
    /// The name leaves parameters out, and these tests differ only in them.
    case ambiguous([String])

    var verdict: TestObservation.Verdict? {
      if case .found(let verdict) = self { verdict } else { nil }
    }
  }

  init(_ report: TestReport) {
    var verdicts: [String: TestObservation.Verdict] = [:]
    var fullNames: [String: [String]] = [:]
    for result in report.results {
      let name = TestName(result.name)
      if let other = verdicts[name.full] {
        verdicts[name.full] = other.worse(result.verdict)
      } else {
        verdicts[name.full] = result.verdict
        fullNames[name.base, default: []].append(name.full)
      }
    }
    self.verdicts = verdicts
    self.fullNames = fullNames
  }

  subscript(name: String) -> Match {
    let name = TestName(name)
    if let verdict = verdicts[name.full] { return .found(verdict) }
    guard !name.hasParameters, let candidates = fullNames[name.base] else { return .missing }
    guard candidates.count == 1, let verdict = verdicts[candidates[0]] else {
      return .ambiguous(candidates)
    }
    return .found(verdict)
  }
}
