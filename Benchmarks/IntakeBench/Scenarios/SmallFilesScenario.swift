import BenchResults

/// (b): where each file costs more than its bytes.
struct SmallFilesScenario {
  let context: BenchContext

  func run() async throws -> ScenarioResult {
    let bytes = Int64(context.inputs.scaled(10_000)) * 50_000
    try context.needDisk(3 * bytes, for: "scenario b")
    let source = try context.inputs.photos(10_000, of: 50_000)
    let programs = context.programs
    let none = Contestant.ingest(programs, [source], durability: "none")
    let group = Contestant.ingest(programs, [source], durability: "group")
    let rounds = Rounds(context: context, scenario: "b", sources: [source])
    let results = try await rounds.run(
      [
        none, .reference(source, threads: 2, programs), .copyThenOpenSSL(source), .copy(source),
        .go(source, programs), group, .copyThenSync(source),
      ], runs: context.options.runs)
    var result = ScenarioResult()
    result.rows = [
      results.ratio(none.name, against: Contestant.reference(threads: 2), atMost: 1),
      results.ratio(none.name, against: Contestant.copyThenOpenSSL, atMost: 0.5),
      results.ratio(none.name, against: Contestant.copy),
      results.ratio(none.name, against: Contestant.go),
      results.ratio(group.name, against: Contestant.copyThenSync),
    ]
    result.rows += results.account(of: none.name, bytes: bytes)
    result.rows += results.account(of: group.name, bytes: bytes)
    if let peak = results.peak(none.name) { result.memoryPeaks.append(("(b) none", peak)) }
    if let peak = results.peak(group.name) { result.memoryPeaks.append(("(b) group", peak)) }
    if context.options.isFull {
      let sweep = IngestSweep(context: context, scenario: .b, source: source, bytes: bytes)
      result.add(try await sweep.run(context.options.durabilities))
    }
    return result
  }
}
