import IntakeModel

/// Finds the result of a test by the name that a contract gives it.
struct TestIndex {
  private let verdicts: [String: TestObservation.Verdict]
  /// The first of the full names, in order, that share a name without parentheses and backquotes.
  private let fullNames: [String: [String]]
  private let isEmpty: Bool

  /// What is known of one test.
  enum Result: Hashable {
    case ran(TestObservation.Verdict)
    /// No results were given at all.
    case noResults
    /// There are results, and none for a test of that name.
    case unknown
    /// The name leaves the parameters out, and these tests, at most four of them, differ only in them.
    case ambiguous([String])
  }

  /// - Complexity: O(*n* log *n*) in the number of tests.
  init(_ observations: [TestObservation]) {
    var verdicts: [String: TestObservation.Verdict] = [:]
    var fullNames: [String: Set<String>] = [:]
    for observation in observations {
      let name = TestName(observation.name)
      // Of several runs the worst counts: a test that passes only sometimes shows nothing.
      verdicts[name.full] =
        verdicts[name.full].map { $0.worse(observation.verdict) } ?? observation.verdict
      fullNames[name.base, default: []].insert(name.full)
    }
    self.verdicts = verdicts
    self.fullNames = fullNames.mapValues { Array($0.sorted().prefix(4)) }
    isEmpty = observations.isEmpty
  }

  /// The result of the test that is named exactly so, or of the only one that is when its parentheses are left
  /// out.
  subscript(name: String) -> Result {
    if isEmpty { return .noResults }
    let name = TestName(name)
    if let verdict = verdicts[name.full] { return .ran(verdict) }
    guard !name.hasParameters, let candidates = fullNames[name.base] else { return .unknown }
    guard candidates.count == 1, let only = candidates.first, let verdict = verdicts[only] else {
      return .ambiguous(candidates)
    }
    return .ran(verdict)
  }
}

extension TestIndex.Result: CustomStringConvertible {
  var verdict: TypeMatrix.Verdict {
    switch self {
    case .ran(.passed): .pass
    case .ran(.failed): .fail
    default: .notTested
    }
  }

  var description: String {
    switch self {
    case .ran(.passed): "passed"
    case .ran(.failed): "failed"
    case .ran(.skipped): "was skipped"
    case .ran(.cancelled): "was cancelled"
    case .ran(.unfinished): "did not end"
    case .ran(.notRun): "did not run"
    case .noResults: "no test results were given"
    case .unknown: "no test of this name ran"
    case .ambiguous(let names): "could be any of \(names.joined(separator: ", "))"
    }
  }
}
