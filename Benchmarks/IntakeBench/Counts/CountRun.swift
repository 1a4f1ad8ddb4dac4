import BenchResults

/// Counts small inputs, and holds what was found against the baseline. Times are not looked at.
///
/// What one more attachment costs is the difference between a run of many and one of few, so that the start of the
/// process does not count. Of two runs the lesser counts, since threads that meet add calls and never save any; of what
/// is reserved, the most.
struct CountRun {
  let context: BenchContext
  private static let runs = 2

  /// - Returns: Whether all counts hold.
  func run() async throws -> Bool {
    let counter = CallCounter(context: context)
    if let reason = counter.missing { throw BenchError("nothing can be counted: \(reason)") }
    var found: [BenchCount] = []
    for cell in try cells() {
      Progress.say("counting \(cell.name)")
      found += try await count(cell, counter)
    }
    let options = context.options
    if options.writesBaseline {
      let baseline = CountBaseline(toolchain: BenchOptions.toolchain, counts: found)
      try Files.write([baseline.json], to: options.baseline)
      for count in found { Progress.show("\(count)\n") }
      return true
    }
    guard Files.exists(options.baseline) else {
      throw BenchError(
        "there is no baseline \(options.baseline); 'make bench-baseline' writes one for this toolchain"
      )
    }
    return judge(found, by: try CountBaseline(reading: try Files.read(options.baseline)))
  }

  private func judge(_ found: [BenchCount], by baseline: CountBaseline) -> Bool {
    var holds = true
    for (count, verdict) in baseline.compare(found) {
      holds = holds && !verdict.fails
      switch verdict {
      case .held(let known):
        let better = count.value * 20 < known * 19 ? "; lower it, so that it stays so" : ""
        Progress.show("✓ \(count), baseline \(NumberText.grouped(Double(known)))\(better)\n")
      case .raised(let known):
        Progress.show("✗ \(count), baseline \(NumberText.grouped(Double(known))): it rose\n")
      case .unknown: Progress.show("✗ \(count), which the baseline does not have\n")
      case .missing: Progress.show("✗ \(count) in the baseline, and not counted\n")
      }
    }
    return holds
  }

  private func count(_ cell: Cell, _ counter: CallCounter) async throws -> [BenchCount] {
    var calls: [Double] = []
    var allocations: [Double] = []
    var reserved: [Double] = []
    for _ in 0..<Self.runs {
      calls += try await slope(cell) { Double(try await counter.systemCalls($0).working) }
      allocations += try await slope(cell) { Double(try await counter.allocations($0)) }
      reserved += try await counter.figures(cell.many.contestant)["reserved"].map { [$0] } ?? []
    }
    guard let least = calls.min(), let leastAllocations = allocations.min(),
      let most = reserved.max()
    else { throw BenchError("\(cell.name) was not counted") }
    return [
      BenchCount(cell.name, .systemCalls, Int64((least * 1000).rounded())),
      BenchCount(cell.name, .allocations, Int64((leastAllocations * 1000).rounded())),
      BenchCount(cell.name, .reservedBytes, Int64(most)),
    ]
  }

  private func slope(
    _ cell: Cell, _ count: (Contestant) async throws -> Double
  ) async throws -> [Double] {
    let few = (number: cell.few.number, cost: try await count(cell.few.contestant))
    let many = (number: cell.many.number, cost: try await count(cell.many.contestant))
    return CostPerAttachment.between(few, many).map { [$0] } ?? []
  }
}
