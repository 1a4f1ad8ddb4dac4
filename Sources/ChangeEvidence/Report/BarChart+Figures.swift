import IntakeModel
import ShareContract

extension BarChart {
  /// The slowest tests.
  static func slowest(_ report: TestReport) -> BarChart {
    let timed = report.results.compactMap { result in
      result.duration.map { (name: result.name, milliseconds: $0.milliseconds) }
    }.filter { $0.milliseconds > 0 }
    let slowest = timed.sorted { ($1.milliseconds, $0.name) < ($0.milliseconds, $1.name) }
    return BarChart(
      title: "Slowest tests", unit: "ms",
      bars: slowest.prefix(12).map { Bar($0.name, $0.milliseconds, text: text($0.milliseconds)) })
  }

  /// How large what was shared is, by the type of the representation that was taken: the largest of each.
  static func sizes(_ records: [ShareRecord]) -> BarChart {
    var largest: [String: Int64] = [:]
    for attachment in records.flatMap(\.attachments) {
      for representation in attachment.representations {
        guard let size = representation.attempt?.size else { continue }
        let type = representation.type.rawValue
        largest[type] = max(largest[type] ?? 0, size.bytes)
      }
    }
    return BarChart(
      title: "Largest attachments by type", unit: "",
      bars: largest.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
        Bar($0.key, Double($0.value), text: "\(ByteCount(bytes: $0.value))")
      })
  }

  /// How long each stage took at most.
  static func stages(_ records: [ShareRecord]) -> BarChart {
    var longest: [Stage: Double] = [:]
    for attachment in records.flatMap(\.attachments) {
      for (stage, duration) in attachment.durations {
        longest[stage] = max(longest[stage] ?? 0, duration.milliseconds)
      }
    }
    let bars = longest.sorted { "\($0.key)" < "\($1.key)" }.map {
      Bar("\($0.key)", $0.value, text: text($0.value))
    }
    return BarChart(title: "Longest time in each stage", unit: "ms", bars: bars)
  }

  /// Milliseconds with as many digits as mean something.
  private static func text(_ milliseconds: Double) -> String {
    if milliseconds >= 10 { return "\(Int(milliseconds + 0.5))" }
    let hundredths = Int(milliseconds * 100 + 0.5)
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }
}

extension Duration {
  /// Bounded, so that any of them can be counted in whole numbers.
  fileprivate var milliseconds: Double {
    let (seconds, attoseconds) = components
    return min(max(Double(seconds) * 1e3 + Double(attoseconds) / 1e15, 0), 1e12)
  }
}
