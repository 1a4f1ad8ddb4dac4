package import ShareContract

/// What a test says of the run that it is part of.
///
/// This is the one place that decides it: the gate, the archive's page and the policy follow.
package enum TestStanding: Sendable, Hashable {
  /// It shows what it should.
  case shows
  /// It was left out on purpose, and speaks neither for nor against the run.
  case silent
  /// It failed, or nobody knows what it came to: the run is not good.
  case breaks
}

extension TestObservation.Verdict {
  package var standing: TestStanding {
    switch self {
    case .passed: .shows
    // Told before it began, by a condition that stands in the source.
    case .skipped: .silent
    // A test that gave up, or never ended or began though it was part of the run, might have failed.
    case .failed, .cancelled, .unfinished, .notRun: .breaks
    }
  }
}

extension TestReport {
  /// The tests for which the run is not good, in their order.
  package var broken: [TestResult] { results.filter { $0.verdict.standing == .breaks } }

  /// What speaks against the run as a whole, whatever its tests came to: one sentence each.
  package var runObjections: [String] {
    var objections = gate?.objections ?? []
    if !isComplete { objections.append("the test results are not complete") }
    if saysFailed || issues.contains(where: { $0.severity == .failure }) {
      objections.append("the test run says that it failed")
    }
    return objections
  }

  /// What speaks against the run, one sentence each; none for a good one.
  package var objections: [String] {
    var objections = gate?.objections ?? []
    let broken = broken
    if !isComplete { objections.append("the test results are not complete") }
    if broken.isEmpty, !results.contains(where: { $0.verdict.standing == .shows }) {
      objections.append("no test ran")
    }
    if !broken.isEmpty {
      objections.append(
        "\(broken.count) of \(results.count) tests failed, or did not run to their end")
    } else if saysFailed || issues.contains(where: { $0.severity == .failure }) {
      objections.append("the test run failed outside of its tests")
    }
    return objections
  }
}
