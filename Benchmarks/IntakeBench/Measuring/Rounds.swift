import BenchResults

/// Runs contestants in turn, round by round, so that what slows the machine slows all of them.
///
/// The first round does not count: memory that went back to the host makes the first run after a pause slow. Before
/// each run the sources are read, since an idle page cache is evicted, and what others have written is synced, so that
/// nobody pays for it. Each run has a new folder, which is emptied afterwards: that gives its space back, and drops what
/// was not written yet.
struct Rounds {
  let context: BenchContext
  let scenario: String
  /// What is read before each run: files or folders.
  let sources: [String]

  /// - Parameter runs: How many count.
  /// - Throws: `CancellationError`. A contestant that fails is left out of later rounds, and the others go on.
  func run(_ contestants: [Contestant], runs: Int) async throws -> RoundResults {
    var results = RoundResults(scenario: scenario)
    for contestant in contestants {
      if let reason = contestant.missing { results.absences[contestant.name] = reason }
    }
    let folder = context.newPath(scenario)
    try Files.makeFolder(folder)
    for round in 0...runs {
      for (place, contestant) in contestants.enumerated() where results.isRunning(contestant.name) {
        let output = "\(folder)/\(round)-\(place)"
        do {
          let result = try await measure(contestant, output)
          let text = NumberText.short(result.seconds)
          Progress.say(
            "  \(round == 0 ? "warm-up" : "\(round) of \(runs)"): \(contestant.name), \(text) s")
          if round > 0 { results.runs[contestant.name, default: []].append(result) }
        } catch let error as CancellationError {
          throw error
        } catch {
          Progress.say("  \(contestant.name) failed: \(error)")
          results.failures[contestant.name] = "\(error)"
        }
        try Task.checkCancellation()
        Files.empty(output)
      }
    }
    return results
  }

  private func measure(_ contestant: Contestant, _ output: String) async throws -> Launcher.Result {
    try await contestant.prepare?(output)
    let synced = try await context.launcher.run(BenchCommand("sync", ["-f", context.work]))
    guard synced.status == 0 else { throw BenchError("sync: \(lastLine(synced.errorOutput))") }
    for source in sources {
      for file in try Files.files(below: source) { try Files.touch(file) }
    }
    let result = try await context.launcher.run(contestant.command(output))
    guard contestant.statuses.contains(result.status) else {
      throw BenchError("exit status \(result.status): \(lastLine(result.errorOutput))")
    }
    return result
  }
}
