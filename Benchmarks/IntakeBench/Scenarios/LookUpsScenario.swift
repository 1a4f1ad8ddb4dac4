import BenchResults

/// (k): decisions without input and output.
struct LookUpsScenario {
  let context: BenchContext

  func run() async throws -> ScenarioResult {
    let rules = "\(context.options.shared)/facts/activation-rules.json"
    var arguments = ["rounds": "\(max(100, 20_000 * context.options.scale / 100))"]
    if Files.exists(rules) { arguments["rules"] = rules }
    let name = "look-ups"
    let contestant = Contestant.worker(context.programs, "look-ups", named: name, arguments)
    let rounds = Rounds(context: context, scenario: "k", sources: [])
    let results = try await rounds.run([contestant], runs: context.options.runs)
    let rule = "rule against 20 attachments"
    var result = ScenarioResult()
    result.rows = [
      results.figure(name, "selection of one attachment with ten types", .microseconds, atMost: 5) {
        $0.figures["selection"]
      },
      results.figure(name, "\(rule), the slowest of the facts", .microseconds, atMost: 50) {
        $0.figures["slowest-rule"]
      },
      results.figure(name, "\(rule), the median of the facts", .microseconds) {
        $0.figures["rule"]
      },
      results.figure(name, "\(rule), the slowest, with its reasons", .microseconds) {
        $0.figures["explained-rule"]
      },
      results.figure(name, "conformances", .perSecond) {
        $0.figures["conformance"].map { 1e6 / $0 }
      },
      results.figure(name, "types by extension", .perSecond) {
        $0.figures["extension"].map { 1e6 / $0 }
      },
    ]
    return result
  }
}
