import BenchResults

/// (l): what every call of the command pays.
struct StartScenario {
  let context: BenchContext

  func run() async throws -> ScenarioResult {
    let command = BenchCommand(context.programs.intake, ["--version"])
    let starts = 20
    var times: [Double] = []
    var peaks: [Double] = []
    // The first does not count.
    for run in 0...context.options.runs {
      let result = try await context.launcher.run(command, times: starts)
      guard result.report.runs.allSatisfy({ $0.status == 0 }) else {
        throw BenchError("intake --version: \(lastLine(result.errorOutput))")
      }
      if run == 0 { continue }
      times += (Spread(of: result.report.runs.map { $0.seconds * 1000 })?.median).map { [$0] } ?? []
      peaks += (result.report.runs.map(\.peakMebibytes).max()).map { [$0] } ?? []
    }
    var result = ScenarioResult()
    result.rows = [
      BenchRow(
        "l", "intake --version: median of \(starts) starts",
        BenchRow.Value(Spread(of: times), otherwise: "there were no runs"), .milliseconds, atMost: 5
      ),
      BenchRow(
        "l", "intake --version: peak resident memory",
        BenchRow.Value(Spread(of: peaks), otherwise: "there were no runs"), .mebibytes, atMost: 9),
    ]
    return result
  }
}
