import BenchResults

/// (e): what one attachment costs must not grow with their number.
struct StreamScenario {
  let context: BenchContext

  func run() async throws -> ScenarioResult {
    let size = 4096
    let numbers = [10, 100, 1000, 10_000, 100_000].filter { $0 * context.options.scale >= 100 }
      .map { $0 * context.options.scale / 100 }
    let most = Int64(numbers.last ?? 0) * Int64(size)
    try context.needDisk(3 * most, for: "scenario e")
    var result = ScenarioResult()
    var series: [LineChart.Series] = []
    let durabilities = context.options.durabilities.filter {
      context.options.isFull || $0 == "none"
    }
    for durability in durabilities {
      series.append(try await measure(numbers, size, durability, into: &result))
    }
    result.charts.append(
      LineChart(
        "(e) Cost per attachment against their number: attachments of 4 KB", x: "attachments",
        y: "µs", isLogarithmic: true, series))
    return result
  }

  private func measure(
    _ numbers: [Int], _ size: Int, _ durability: String, into result: inout ScenarioResult
  ) async throws -> LineChart.Series {
    func name(_ number: Int) -> String {
      "\(NumberText.grouped(Double(number))) attachments, durability \(durability)"
    }
    let contestants = numbers.map { number in
      Contestant.worker(
        context.programs, "stream", named: name(number),
        ["count": "\(number)", "size": "\(size)", "durability": durability])
    }
    let rounds = Rounds(context: context, scenario: "e", sources: [])
    let results = try await rounds.run(contestants, runs: context.options.runs)
    func costs(_ number: Int) -> [Double] {
      (results.runs[name(number)] ?? []).compactMap { run in
        run.figures["seconds"].map { $0 / Double(number) * 1e6 }
      }
    }
    for number in numbers {
      result.rows.append(
        results.figure(name(number), "cost of each", .microseconds) { run in
          run.figures["seconds"].map { $0 / Double(number) * 1e6 }
        })
    }
    if let many = numbers.last, numbers.count >= 3 {
      let thousand = numbers[numbers.count - 3]
      result.rows.append(
        BenchRow(
          "e", "cost of each, \(name(many))", against: name(thousand),
          BenchRow.Value(
            .ratio(of: costs(many), to: [costs(thousand)]),
            otherwise: results.failures[name(many)] ?? "there were no runs"), .ratio,
          atMost: durability == "none" ? 1.1 : nil))
      result.rows.append(
        results.figure(name(many), "bytes reserved at peak", .mebibytes) { run in
          run.figures["reserved"].map { $0 / 1_048_576 }
        })
      if let peak = results.peak(name(many)) {
        result.memoryPeaks.append(("(e) \(durability)", peak))
      }
    }
    return LineChart.Series(
      "durability \(durability)",
      numbers.compactMap { number in
        Spread(of: costs(number)).map { LineChart.Point(Double(number), $0.median) }
      })
  }
}
