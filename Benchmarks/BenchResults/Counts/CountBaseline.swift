/// The counts that a toolchain's build had, and may not exceed.
package struct CountBaseline: Sendable, Hashable {
  /// Such as `swift-6.3`: another compiler allocates elsewhere.
  package let toolchain: String
  package let counts: [BenchCount]

  package init(toolchain: String, counts: [BenchCount]) {
    self.toolchain = toolchain
    self.counts = counts
  }

  /// What became of a count.
  package enum Verdict: Sendable, Hashable {
    /// Not above the baseline, or by no more than the tolerance of its kind.
    case held(baseline: Int64)
    case raised(baseline: Int64)
    /// The baseline has no such count, and so nothing would notice if it rose.
    case unknown
    /// The baseline has it, and it was not counted.
    case missing(baseline: Int64)

    package var fails: Bool {
      if case .held = self { false } else { true }
    }
  }

  /// Holds counts against the baseline: each that was counted, and each that should have been.
  ///
  /// - Complexity: O(*n* · *m*) for *n* counts and *m* in the baseline.
  package func compare(_ found: [BenchCount]) -> [(count: BenchCount, verdict: Verdict)] {
    let judged = found.map { count in (count: count, verdict: judge(count)) }
    let missing = counts.filter { known in
      !found.contains { $0.cell == known.cell && $0.kind == known.kind }
    }
    return judged + missing.map { (count: $0, verdict: .missing(baseline: $0.value)) }
  }

  private func judge(_ count: BenchCount) -> Verdict {
    guard let known = counts.first(where: { $0.cell == count.cell && $0.kind == count.kind }) else {
      return .unknown
    }
    let most = known.value + known.value * count.kind.toleranceThousandths / 1000
    return count.value <= most ? .held(baseline: known.value) : .raised(baseline: known.value)
  }
}
