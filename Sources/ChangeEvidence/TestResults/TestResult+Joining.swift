import ShareContract

extension TestResult {
  /// Joins two results of one test, such as its rows or its runs on two devices: the worst verdict counts, since a
  /// test that passes only sometimes shows nothing, and the durations add up.
  public func joined(with other: TestResult) -> TestResult {
    let duration =
      if let left = duration, let right = other.duration { left + right } else {
        duration ?? other.duration
      }
    return TestResult(
      name: name, verdict: verdict.worse(other.verdict), duration: duration,
      place: place ?? other.place, issues: issues + other.issues)
  }
}

extension TestReport {
  /// Joins the reports of several runners, or of several runs.
  ///
  /// - Complexity: O(*n* log *n*) for *n* results.
  public static func joining(_ reports: [TestReport]) -> TestReport {
    var results: [String: TestResult] = [:]
    for result in reports.flatMap(\.results) {
      results[result.name] = results[result.name].map { $0.joined(with: result) } ?? result
    }
    return TestReport(
      results: Array(results.values), issues: reports.flatMap(\.issues),
      isComplete: !reports.isEmpty && reports.allSatisfy { $0.isComplete },
      saysFailed: reports.contains { $0.saysFailed },
      gate: reports.compactMap(\.gate).reduce(nil) { $0?.joined(with: $1) ?? $1 })
  }
}
