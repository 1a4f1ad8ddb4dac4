import BenchResults

/// The memory of one run as it goes.
enum MemoryOverTime {
  /// Runs a contestant once more, looking at its memory every ten milliseconds.
  static func series(
    _ contestant: Contestant, named name: String, _ context: BenchContext
  ) async throws -> LineChart.Series {
    let output = context.newPath("memory")
    defer { Files.empty(output) }
    let result = try await context.launcher.run(contestant.command(output), samplingEvery: 10)
    let samples = result.report.samples
    // As many as the picture can show.
    let step = max(1, samples.count / 200)
    let points = stride(from: 0, to: samples.count, by: step).map {
      LineChart.Point(samples[$0].seconds, samples[$0].mebibytes)
    }
    return LineChart.Series(name, points)
  }

  static func chart(_ scenario: Scenario, _ series: [LineChart.Series]) -> LineChart {
    LineChart(
      "(\(scenario.rawValue)) Resident memory over time: \(scenario.title)", x: "s", y: "MiB",
      series)
  }
}
