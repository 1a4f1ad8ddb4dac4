/// Everything that one run of the benchmark found.
package struct BenchReport: Sendable {
  /// Where and how it ran, as names and values.
  package var facts: [(name: String, value: String)] = []
  package var rows: [BenchRow] = []
  package var charts: [LineChart] = []

  package init() {}

  /// Whether a scenario did not run to its end. A goal that was missed is no failure: times vary by machine.
  package var hasFailures: Bool { rows.contains { $0.standing == .failed } }

  package mutating func add(_ part: ScenarioResult) {
    rows += part.rows
    charts += part.charts
  }
}

/// What one scenario found.
package struct ScenarioResult: Sendable {
  package var rows: [BenchRow] = []
  package var charts: [LineChart] = []
  /// The peak of resident memory of the pipeline, in MiB, by what was taken in.
  package var memoryPeaks: [(name: String, mebibytes: Double)] = []

  package init() {}

  package mutating func add(_ other: ScenarioResult) {
    rows += other.rows
    charts += other.charts
    memoryPeaks += other.memoryPeaks
  }
}
