import IntakeModel
import ShareContract

extension GateVerdict {
  /// What a run shows in which one assertion was armed to fail: green, if that failure alone made it red, and its
  /// command said so with its status.
  ///
  /// - Parameters:
  ///   - tests: The tests of the run.
  ///   - marks: Where tests asserted the drill; `nil` where none did.
  package func ofDrill(_ tests: TestReport, marks: [DrillMark]?) -> GateVerdict {
    let expected: Set<GateReason> = [.exitStatus, .testFailed, .requiredFailed]
    let others = findings.filter { !expected.contains($0.reason) }
    let failed = tests.results.filter { $0.verdict == .failed }
    func verdict(_ reason: GateReason, _ subject: String? = nil, _ message: String) -> GateVerdict {
      GateVerdict(self, findings: [GateFinding(reason, subject, message)] + others)
    }
    guard let marks else {
      return verdict(
        .drillNotAsserted, nil,
        "no test asserts the drill, or none that ran here; add one that expects 'Drill.holds()' of IntakeTesting"
      )
    }
    if isGreen {
      return verdict(
        .drillNotBlocked, nil,
        "a test asserted the armed drill, and the run is green all the same: nothing blocks a failing test here"
      )
    }
    guard findings.contains(where: { $0.reason == .exitStatus }) else {
      return verdict(
        others.contains { $0.reason == .reportsDisagree } ? .drillNotBlocked : .drillInconclusive,
        nil,
        "the command did not end with a status that says that a test failed: what looks at the status alone lets it "
          + "pass")
    }
    if !others.isEmpty {
      return verdict(
        .drillInconclusive, nil,
        "the run is red for more than the drill, and would be without it; mend that first")
    }
    guard failed.count == 1 else {
      return verdict(
        .drillInconclusive, nil,
        "\(failed.count) tests failed; only the one that asserts the drill should")
    }
    guard marks.contains(where: { $0.explains(failed[0]) }) else {
      let places = marks.map { Quotation.escaped("\($0)") }.joined(separator: ", ")
      return verdict(
        .drillInconclusive, failed[0].name,
        "\(Quotation.of(failed[0].name)) failed, and the drill was asserted "
          + (places.isEmpty
            ? "at a place that it does not tell; 'Drill.holds()' of IntakeTesting tells it"
            : "at \(places); assert it in the test itself, on one line"))
    }
    return GateVerdict(self, findings: [])
  }
}
