import BenchResults

/// Whether the shared threads of the process go on while files are copied.
struct ResponsivenessScenario {
  let context: BenchContext

  func run() async throws -> ScenarioResult {
    let bytes = Int64(context.inputs.scaled(1000)) * 3_000_000
    try context.needDisk(2 * bytes, for: "scenario responsiveness")
    let source = try context.inputs.photos(1000, of: 3_000_000)
    let busy = Contestant.worker(
      context.programs, "files", named: "during (a)",
      ["folder": source, "durability": "none", "tick": "1"])
    let idle = Contestant.worker(context.programs, "idle", named: "beside nothing", [:])
    let rounds = Rounds(
      context: context, scenario: "responsiveness", sources: [source], outputBytes: bytes)
    let results = try await rounds.run([busy, idle], runs: context.options.runs)
    var result = ScenarioResult()
    result.rows = [
      results.figure(busy.name, "latest tick of a task", .milliseconds, atMost: 10) {
        $0.figures["latest"]
      },
      results.figure(idle.name, "latest tick of a task", .milliseconds) { $0.figures["latest"] },
      results.figure(busy.name, "bytes reserved at peak", .mebibytes) {
        $0.figures["reserved"].map { $0 / 1_048_576 }
      },
    ]
    return result
  }
}
