import BenchResults

/// One run of the benchmark: its scenarios, one after the other.
struct BenchRun {
  let context: BenchContext

  /// A scenario that fails is reported, and the others go on. Where the task is cancelled, the report has those that are
  /// done.
  func run() async -> BenchReport {
    var report = BenchReport()
    report.facts = Machine.facts(context)
    var peaks: [(name: String, mebibytes: Double)] = []
    let start = ContinuousClock.now
    for scenario in context.options.scenarios {
      Progress.say("(\(scenario.rawValue)) \(scenario.title)")
      let began = ContinuousClock.now
      do {
        let result = try await scenario.run(context)
        report.add(result)
        peaks += result.memoryPeaks
      } catch {
        // A program that was ended with this one may be noticed first.
        if Task.isCancelled {
          report.facts.append(("stopped", "in (\(scenario.rawValue))"))
          break
        }
        Progress.say("  failed: \(error)")
        report.rows.append(
          BenchRow(scenario.rawValue, scenario.title, .failed("\(error)"), .count))
      }
      Progress.say("  took \(Int((ContinuousClock.now - began).seconds)) s")
    }
    report.rows += Self.memory(peaks)
    report.facts.append(("took", "\(Int((ContinuousClock.now - start).seconds)) s"))
    return report
  }

  /// Peaks of (a) to (f), which should not depend on what is taken in.
  private static func memory(_ peaks: [(name: String, mebibytes: Double)]) -> [BenchRow] {
    let rows = peaks.map { peak in
      BenchRow(
        "memory", "peak resident memory, \(peak.name)",
        BenchRow.Value(Spread(of: [peak.mebibytes]), otherwise: ""), .mebibytes, atMost: 16)
    }
    guard rows.count > 1, let all = Spread(of: peaks.map(\.mebibytes)) else { return rows }
    return rows + [
      BenchRow(
        "memory", "largest of these peaks beyond the smallest",
        BenchRow.Value(Spread(of: [all.most - all.least]), otherwise: ""), .mebibytes, atMost: 2)
    ]
  }
}
