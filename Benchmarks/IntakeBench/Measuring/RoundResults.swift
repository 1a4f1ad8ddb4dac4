import BenchResults

/// What the contestants of a scenario took, round by round.
struct RoundResults {
  let scenario: String
  var runs: [String: [Launcher.Result]] = [:]
  var absences: [String: String] = [:]
  var failures: [String: String] = [:]

  init(scenario: String) { self.scenario = scenario }

  func isRunning(_ name: String) -> Bool { absences[name] == nil && failures[name] == nil }

  func seconds(_ name: String) -> [Double] { (runs[name] ?? []).map(\.seconds) }

  /// Ours against a peer, or against the fastest of several in each round; those that are absent are named.
  func ratio(_ ours: String, against peers: String..., atMost goal: Double? = nil) -> BenchRow {
    let present = peers.filter { isRunning($0) }
    var text = peers.count > 1 ? "fastest of \(present.joined(separator: ", "))" : peers[0]
    let absent = peers.filter { absences[$0] != nil }
    if peers.count > 1, !absent.isEmpty { text += " (absent: \(absent.joined(separator: ", ")))" }
    func row(_ value: BenchRow.Value) -> BenchRow {
      BenchRow(scenario, ours, against: text, value, .ratio, atMost: goal)
    }
    if let reason = failures[ours] { return row(.failed(reason)) }
    if let reason = absences[ours] { return row(.absent(reason)) }
    if present.isEmpty {
      if let reason = peers.compactMap({ failures[$0] }).first { return row(.failed(reason)) }
      return row(.absent(peers.compactMap { absences[$0] }.joined(separator: "; ")))
    }
    return row(
      BenchRow.Value(
        .ratio(of: seconds(ours), to: present.map(seconds)), otherwise: "there were no runs"))
  }

  /// A figure of one contestant.
  func figure(
    _ name: String, _ what: String, _ unit: BenchRow.Unit, atMost goal: Double? = nil,
    _ value: (Launcher.Result) -> Double?
  ) -> BenchRow {
    let subject = "\(name): \(what)"
    func row(_ value: BenchRow.Value) -> BenchRow {
      BenchRow(scenario, subject, value, unit, atMost: goal)
    }
    if let reason = absences[name] { return row(.absent(reason)) }
    if let reason = failures[name] { return row(.failed(reason)) }
    let values = (runs[name] ?? []).compactMap(value)
    return row(BenchRow.Value(Spread(of: values), otherwise: "there was no such figure"))
  }

  /// Time, processor time and peak memory of a contestant, and the throughput where bytes are moved.
  func account(of name: String, bytes: Int64? = nil) -> [BenchRow] {
    var rows = [
      figure(name, "time", .seconds) { $0.seconds },
      figure(name, "processor time", .seconds) { $0.processorSeconds },
      figure(name, "peak resident memory", .mebibytes) { $0.peakMebibytes },
    ]
    if let bytes {
      rows.insert(
        figure(name, "throughput", .megabytesPerSecond) { Double(bytes) / 1e6 / $0.seconds }, at: 1)
    }
    // One line says that it is absent or has failed.
    return isRunning(name) ? rows : [rows[0]]
  }

  /// The largest of the peaks, for the comparison of scenarios.
  func peak(_ name: String) -> Double? { (runs[name] ?? []).map(\.peakMebibytes).max() }
}
