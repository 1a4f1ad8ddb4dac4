import BenchResults

/// (c): where one file has to use more than one core.
struct LargeFileScenario {
  let context: BenchContext

  func run() async throws -> ScenarioResult {
    let bytes = Int64(4_000_000_000 / 100 * context.options.scale)
    try context.needDisk(2 * bytes, for: "scenario c")
    let file = try context.inputs.large(4_000_000_000)
    let small = try context.inputs.photos(1, of: 50_000)
    let programs = context.programs
    let none = Contestant.ingest(programs, [file], durability: "none")
    let group = Contestant.ingest(programs, [file], durability: "group")
    let rounds = Rounds(context: context, scenario: "c", sources: [file])
    let results = try await rounds.run(
      [none, .reference(file, threads: 1, programs), .openSSL(file)]
        + (context.options.isFull ? [.copy(file), group] : []), runs: context.options.runs)
    let one = Contestant.ingest(
      programs, [small], durability: "none", named: "intake, one small file")
    let smallRounds = Rounds(context: context, scenario: "c", sources: [small])
    let smallResults = try await smallRounds.run([one], runs: context.options.runs)
    var result = ScenarioResult()
    result.rows = [
      results.ratio(none.name, against: Contestant.reference(threads: 1), atMost: 0.6),
      results.ratio(none.name, against: Contestant.openSSL, atMost: 1),
    ]
    if context.options.isFull {
      result.rows.append(results.ratio(none.name, against: Contestant.copy))
    }
    if let smallPeak = smallResults.peak(one.name) {
      result.rows.append(
        results.figure(
          none.name, "peak memory beyond that of one small file", .mebibytes, atMost: 2
        ) {
          $0.peakMebibytes - smallPeak
        })
      result.memoryPeaks.append(("one small file", smallPeak))
    }
    result.rows += results.account(of: none.name, bytes: bytes)
    if context.options.isFull { result.rows += results.account(of: group.name, bytes: bytes) }
    if let peak = results.peak(none.name) { result.memoryPeaks.append(("(c) none", peak)) }
    if let peak = results.peak(group.name) { result.memoryPeaks.append(("(c) group", peak)) }
    result.charts.append(
      MemoryOverTime.chart(
        .c, [try await MemoryOverTime.series(none, named: "durability none", context)]))
    if context.options.isFull {
      let sweep = IngestSweep(context: context, scenario: .c, source: file, bytes: bytes)
      result.add(try await sweep.run(context.options.durabilities))
    }
    return result
  }
}
