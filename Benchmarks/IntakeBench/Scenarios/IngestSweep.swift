import BenchResults

/// `intake ingest` of one source with every durability and number of jobs.
struct IngestSweep {
  let context: BenchContext
  let scenario: Scenario
  let source: String
  let bytes: Int64
  var statuses: Set<Int> = [0]
  /// What the source is, where it is not all of the scenario's.
  var title: String?

  /// Throughput against jobs, a line for each durability.
  func run(_ durabilities: [String]) async throws -> ScenarioResult {
    var result = ScenarioResult()
    let all = durabilities.flatMap { durability in
      context.options.jobs.map { (durability: durability, jobs: $0) }
    }
    let contestants = all.map {
      Contestant.ingest(
        context.programs, [source], durability: $0.durability, jobs: $0.jobs
      ).accepting(statuses)
    }
    let rounds = Rounds(context: context, scenario: "\(scenario.rawValue)", sources: [source])
    let results = try await rounds.run(contestants, runs: context.options.runs)
    for contestant in contestants {
      let account = results.account(of: contestant.name, bytes: bytes)
      // All of it for each combination would hide what has a goal.
      result.rows += context.options.isFull ? account : Array(account.dropFirst().prefix(1))
    }
    let series = durabilities.map { durability in
      let points = zip(all, contestants).compactMap { combination, contestant -> LineChart.Point? in
        guard combination.durability == durability,
          let seconds = Spread(of: results.seconds(contestant.name))?.median
        else { return nil }
        return LineChart.Point(Double(combination.jobs), Double(bytes) / 1e6 / seconds)
      }
      return LineChart.Series("durability \(durability)", points)
    }
    result.charts.append(
      LineChart(
        "(\(scenario.rawValue)) Throughput against jobs: \(title ?? scenario.title)", x: "jobs",
        y: "MB/s", isLogarithmic: true, series))
    return result
  }
}
