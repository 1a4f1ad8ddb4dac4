import BenchResults

/// (f): many slow request bodies at once.
struct BodiesScenario {
  let context: BenchContext

  func run() async throws -> ScenarioResult {
    let count = context.inputs.scaled(64)
    let size = 32 << 20
    let bytes = Int64(count) * Int64(size)
    try context.needDisk(2 * bytes, for: "scenario f")
    var result = ScenarioResult()
    let durabilities = context.options.durabilities.filter {
      context.options.isFull || $0 != "each"
    }
    let contestants = durabilities.map { durability in
      Contestant.worker(
        context.programs, "bodies", named: "bodies, durability \(durability)",
        ["count": "\(count)", "size": "\(size)", "durability": durability])
    }
    let rounds = Rounds(context: context, scenario: "f", sources: [])
    let results = try await rounds.run(contestants, runs: context.options.runs)
    for (contestant, durability) in zip(contestants, durabilities) {
      result.rows += results.account(of: contestant.name, bytes: bytes)
      result.rows.append(
        results.figure(contestant.name, "bytes reserved at peak", .mebibytes) { run in
          run.figures["reserved"].map { $0 / 1_048_576 }
        })
      if let peak = results.peak(contestant.name) {
        result.memoryPeaks.append(("(f) \(durability)", peak))
      }
    }
    return result
  }
}
