/// What a run of the benchmark is asked for.
struct BenchOptions: Sendable {
  /// The scenarios that were asked for; `nil` for those that have a goal, or all in a full run.
  var chosen: [Scenario]?
  /// Whether every combination is measured, and not only what has a goal.
  var isFull = false
  /// Runs that count, of each contestant.
  var runs = 5
  var durabilities = ["none", "group", "each"]
  var jobs = [1, 2, 4, 8, 16]
  /// Percent of the full number or size of inputs.
  var scale = 100
  /// Where inputs and outputs are.
  var folder = ".build/bench"
  /// Where the programs of the benchmark are.
  var tools = ".build/bench-tools"
  /// Real files and facts, which are no part of the package.
  var shared = "../shared"
  var json: String?
  var html: String?
  var markdown: String?
  /// The baseline of counts.
  var baseline = "Benchmarks/Baselines/\(Self.toolchain).json"
  var writesBaseline = false

  var scenarios: [Scenario] { chosen ?? Scenario.allCases.filter { isFull || $0.hasGoal } }

  /// The compiler that built this program, and so what is counted.
  static var toolchain: String {
    #if compiler(>=6.5)
      "swift-6.5"
    #elseif compiler(>=6.4)
      "swift-6.4"
    #else
      "swift-6.3"
    #endif
  }
}
