import BenchResults

/// (h): the receiving side, in two processes at once.
struct InboxScenario {
  let context: BenchContext

  func run() async throws -> ScenarioResult {
    let count = context.inputs.scaled(10_000)
    try context.needDisk(Int64(count) * 4 * 8192, for: "scenario h")
    let source = try context.inputs.photos(10_000, of: 4096)
    let (programs, launcher) = (context.programs, context.launcher)
    let name = "two processes take and read"
    let contestant = Contestant(name) { container in
      .shell(
        #""$1" worker take container="$2" & first=$!; "$1" worker take container="$2" && wait $first"#,
        programs.bench, container)
    }.prepared { container in
      let filled = try await launcher.run(
        Contestant.ingest(programs, [source], durability: "none").command(container))
      guard filled.status == 0 else { throw BenchError("ingest: \(lastLine(filled.errorOutput))") }
    }
    let rounds = Rounds(context: context, scenario: "h", sources: [])
    var results = try await rounds.run([contestant], runs: context.options.runs)
    if let wrong = results.runs[name]?.first(where: { $0.figures["taken"] != Double(count) }) {
      let taken = NumberText.short(wrong.figures["taken"] ?? 0)
      results.failures[name] = "\(taken) of \(count) entries were taken"
    }
    var result = ScenarioResult()
    result.rows = [
      results.figure(name, "entries", .perSecond) { Double(count) / $0.seconds },
      results.figure(name, "cost of each", .microseconds) { $0.seconds / Double(count) * 1e6 },
    ]
    result.rows += results.account(of: name)
    return result
  }
}
