import BenchResults

/// (d): what people share besides, some of which is refused.
struct MixedScenario {
  let context: BenchContext

  func run() async throws -> ScenarioResult {
    let corpus = "\(context.options.shared)/corpus"
    var result = ScenarioResult()
    guard Files.exists(corpus) else {
      result.rows = [
        BenchRow("d", "a mixed share", .absent("there are no real files in \(corpus)"), .seconds)
      ]
      return result
    }
    let source = try context.inputs.mixed(from: corpus, count: 200)
    let bytes = try Files.files(below: source).reduce(Int64(0)) { try $0 + Files.size(of: $1) }
    try context.needDisk(3 * bytes, for: "scenario d")
    let programs = context.programs
    // Of what is refused, the exit status tells.
    let none = Contestant.ingest(programs, [source], durability: "none").accepting([1])
    let group = Contestant.ingest(programs, [source], durability: "group").accepting([1])
    let rounds = Rounds(context: context, scenario: "d", sources: [source])
    let results = try await rounds.run(
      [none, .copyThenOpenSSL(source), group, .copyThenSync(source)], runs: context.options.runs)
    result.rows = [
      results.ratio(none.name, against: Contestant.copyThenOpenSSL),
      results.ratio(group.name, against: Contestant.copyThenSync),
    ]
    result.rows += results.account(of: none.name, bytes: bytes)
    if let peak = results.peak(none.name) { result.memoryPeaks.append(("(d) none", peak)) }
    if context.options.isFull {
      var sweep = IngestSweep(context: context, scenario: .d, source: source, bytes: bytes)
      sweep.statuses = [1]
      result.add(try await sweep.run(context.options.durabilities))
    }
    return result
  }
}
