import BenchResults

/// Whether the shared threads of the process go on while files are copied.
///
/// Where both cores are busy, other tasks are late whoever keeps them so: the same task beside the C reference, which is
/// another process, says how much of it is the machine's.
struct ResponsivenessScenario {
  let context: BenchContext

  func run() async throws -> ScenarioResult {
    let bytes = Int64(context.inputs.scaled(1000)) * 3_000_000
    try context.needDisk(2 * bytes, for: "scenario responsiveness")
    let source = try context.inputs.photos(1000, of: 3_000_000)
    let busy = Contestant.worker(
      context.programs, "files", named: "during (a)",
      ["folder": source, "durability": "none", "tick": "1"])
    let reference = context.programs.tool("reference")
    var other = Contestant.worker(
      context.programs, "beside", named: "beside the C reference",
      ["folder": source, "program": reference.path])
    other.missing = reference.missing
    let rounds = Rounds(context: context, scenario: "responsiveness", sources: [source])
    let results = try await rounds.run([busy, other], runs: context.options.runs)
    var result = ScenarioResult()
    result.rows = [
      results.figure(busy.name, "latest tick of a task", .milliseconds, atMost: 10) {
        $0.figures["latest"]
      },
      results.figure(other.name, "latest tick of a task", .milliseconds) { $0.figures["latest"] },
      results.figure(busy.name, "how late 99 of 100 ticks are at most", .milliseconds) {
        $0.figures["most"]
      },
      results.figure(other.name, "how late 99 of 100 ticks are at most", .milliseconds) {
        $0.figures["most"]
      },
      results.figure(busy.name, "bytes reserved at peak", .mebibytes) {
        $0.figures["reserved"].map { $0 / 1_048_576 }
      },
    ]
    return result
  }
}
