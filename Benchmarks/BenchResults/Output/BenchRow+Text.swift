extension BenchRow {
  /// The columns of a table for people.
  static let columns = ["", "measured", "against", "goal", "median (min to max)", "standing"]

  var cells: [String] { [scenario, subject, peer ?? "–", goalText, valueText, standingText] }

  var goalText: String { goal.map { "≤ \(Self.text($0, unit))" } ?? "–" }

  var valueText: String {
    switch value {
    case .measured(let spread):
      let (median, least, most) = (spread.median, spread.least, spread.most)
      let text = Self.text(median, unit)
      if least == most { return text }
      return "\(text) (\(Self.number(least, unit)) to \(Self.number(most, unit)))"
    case .absent(let reason), .failed(let reason): return reason
    }
  }

  var standingText: String {
    switch standing {
    case .reached: "✓ reached"
    case .missed: "✗ missed"
    case .absent: "absent"
    case .failed: "✗ failed"
    case .shown: ""
    }
  }

  private static func text(_ value: Double, _ unit: Unit) -> String {
    let number = number(value, unit)
    switch unit {
    case .ratio, .count: return number
    case .perSecond: return number + unit.rawValue
    default: return "\(number) \(unit.rawValue)"
    }
  }

  private static func number(_ value: Double, _ unit: Unit) -> String {
    unit == .ratio ? NumberText.fixed(value, digits: 2) : NumberText.short(value)
  }
}
