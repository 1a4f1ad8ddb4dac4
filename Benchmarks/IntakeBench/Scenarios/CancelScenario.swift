import BenchResults

/// (g): how soon a cancelled call returns, with nothing left.
struct CancelScenario {
  let context: BenchContext

  func run() async throws -> ScenarioResult {
    let count = context.inputs.scaled(1000)
    let bytes = Int64(count) * 3_000_000
    try context.needDisk(3 * bytes, for: "scenario g")
    let source = try context.inputs.photos(1000, of: 3_000_000)
    var result = ScenarioResult()
    let policies = ["keep", "all-or-nothing"]
    func name(_ policy: String) -> String { "cancelled, policy \(policy)" }
    let contestants = policies.map { policy in
      Contestant.worker(
        context.programs, "cancel", named: name(policy),
        [
          "folder": source, "durability": "none", "policy": policy,
          "middle": "\(max(1, count / 3))",
        ])
    }
    let rounds = Rounds(context: context, scenario: "g", sources: [source])
    let results = try await rounds.run(contestants, runs: context.options.runs)
    for policy in policies {
      result.rows.append(
        results.figure(
          name(policy), "until the call returns", .milliseconds, atMost: 100
        ) { $0.figures["return"] })
      result.rows.append(
        results.figure(
          name(policy), "rows, reserved bytes and descriptors that are left", .count, atMost: 0
        ) { run in
          guard let rows = run.figures["rows-undelivered"], let bytes = run.figures["reserved"],
            let descriptors = run.figures["descriptors"]
          else { return nil }
          return abs(rows) + bytes + max(0, descriptors)
        })
    }
    return result
  }
}
