import BenchResults

/// (a): what people share most.
struct PhotosScenario {
  let context: BenchContext

  func run() async throws -> ScenarioResult {
    let bytes = Int64(context.inputs.scaled(1000)) * 3_000_000
    try context.needDisk(3 * bytes, for: "scenario a")
    let source = try context.inputs.photos(1000, of: 3_000_000)
    let programs = context.programs
    let none = Contestant.ingest(programs, [source], durability: "none")
    let group = Contestant.ingest(programs, [source], durability: "group")
    let rounds = Rounds(context: context, scenario: "a", sources: [source])
    var contestants = [
      none, .reference(source, threads: 2, programs), .copyThenOpenSSL(source), .copy(source),
      .python(source, programs), .go(source, programs), .foundation(source, programs), group,
      .copyThenSync(source),
    ]
    // Debian's uses no instructions of the processor, and takes minutes.
    if context.options.isFull { contestants.append(.copyThenSHA256Sum(source)) }
    let results = try await rounds.run(contestants, runs: context.options.runs)
    let reference = Contestant.reference(threads: 2)
    var result = ScenarioResult()
    result.rows = [
      results.ratio(none.name, against: reference, atMost: 1.05),
      results.ratio(none.name, against: reference, atMost: 0.65),
      results.ratio(none.name, against: Contestant.copyThenOpenSSL, atMost: 0.45),
      results.ratio(
        none.name, against: Contestant.python, Contestant.go, Contestant.foundation, atMost: 0.8),
      results.ratio(none.name, against: Contestant.copy, atMost: 1),
      results.ratio(group.name, against: Contestant.copyThenSync, atMost: 0.85),
      results.ratio(group.name, against: Contestant.copyThenOpenSSL),
    ]
    if context.options.isFull {
      result.rows.append(results.ratio(none.name, against: Contestant.copyThenSHA256Sum))
    }
    result.rows += results.account(of: none.name, bytes: bytes)
    result.rows += results.account(of: group.name, bytes: bytes)
    result.rows += results.account(of: reference, bytes: bytes)
    if let peak = results.peak(none.name) { result.memoryPeaks.append(("(a) none", peak)) }
    if let peak = results.peak(group.name) { result.memoryPeaks.append(("(a) group", peak)) }
    result.add(try await sweep(source, bytes))
    result.charts.append(
      MemoryOverTime.chart(
        .a,
        [
          try await MemoryOverTime.series(none, named: "durability none", context),
          try await MemoryOverTime.series(group, named: "durability group", context),
        ]))
    return result
  }

  /// Beside what has a goal, fewer photos and one durability show as much.
  private func sweep(_ source: String, _ bytes: Int64) async throws -> ScenarioResult {
    guard !context.options.isFull else {
      return try await IngestSweep(context: context, scenario: .a, source: source, bytes: bytes)
        .run(context.options.durabilities)
    }
    let count = context.inputs.scaled(100)
    var sweep = IngestSweep(
      context: context, scenario: .a, source: try context.inputs.photos(100, of: 3_000_000),
      bytes: Int64(count) * 3_000_000)
    sweep.title = "\(count) photos of 3 MB"
    return try await sweep.run(context.options.durabilities.filter { $0 == "none" })
  }
}
