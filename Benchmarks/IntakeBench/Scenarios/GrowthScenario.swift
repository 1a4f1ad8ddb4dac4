import BenchResults

/// What one attachment costs in calls and allocations, from ten of them to 100,000.
struct GrowthScenario {
  let context: BenchContext

  func run() async throws -> ScenarioResult {
    var result = ScenarioResult()
    let counter = CallCounter(context: context)
    if let reason = counter.missing {
      result.rows = [BenchRow("growth", "counts", .absent(reason), .count)]
      return result
    }
    // Under strace the largest take minutes.
    let numbers = [10, 100, 1000] + (context.options.isFull ? [10_000, 100_000] : [])
    let durabilities = context.options.durabilities.filter {
      context.options.isFull || $0 == "none"
    }
    var series: [LineChart.Series] = []
    for durability in durabilities {
      var calls: [LineChart.Point] = []
      var allocations: [LineChart.Point] = []
      for number in numbers {
        Progress.say(
          "  \(NumberText.grouped(Double(number))) attachments, durability \(durability)")
        let contestant = Contestant.worker(
          context.programs, "stream", named: "\(NumberText.grouped(Double(number))) attachments",
          ["count": "\(number)", "size": "4096", "durability": durability])
        let cost = Double(number)
        let table = try await counter.systemCalls(contestant)
        calls.append(.init(cost, Double(table.working) / cost))
        allocations.append(.init(cost, Double(try await counter.allocations(contestant)) / cost))
        result.rows += [
          row("system calls", contestant.name, durability, calls),
          row("allocations", contestant.name, durability, allocations),
        ]
      }
      series += [
        LineChart.Series("system calls, durability \(durability)", calls),
        LineChart.Series("allocations, durability \(durability)", allocations),
      ]
    }
    result.charts.append(
      LineChart(
        "Counts per attachment against their number, start of the process included",
        x: "attachments", y: "each", isLogarithmic: true, series))
    return result
  }

  private func row(
    _ what: String, _ name: String, _ durability: String, _ points: [LineChart.Point]
  ) -> BenchRow {
    BenchRow(
      "growth", "\(name), durability \(durability): \(what) of each",
      BenchRow.Value(Spread(of: points.suffix(1).map(\.y)), otherwise: "nothing was counted"),
      .count)
  }
}
