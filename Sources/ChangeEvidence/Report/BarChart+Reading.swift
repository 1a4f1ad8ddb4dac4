package import IntakeModel

extension BarChart {
  /// Reads charts from a file of figures, for which the page has no other source: a benchmark's, say.
  ///
  /// - Throws: ``DocumentError`` with the place of what is wrong.
  package static func charts(reading bytes: [UInt8]) throws(DocumentError) -> [BarChart] {
    var charts: [BarChart] = []
    for chart in try EvidenceFields(reading: bytes).objects("charts") {
      var bars: [Bar] = []
      for bar in try chart.objects("bars") {
        let value = try bar.number("value")
        bars.append(Bar(try bar.text("name"), value, text: text(of: value)))
      }
      charts.append(
        BarChart(title: try chart.text("title"), unit: try chart.text("unit"), bars: bars))
    }
    return charts
  }

  /// The number with at most two digits behind the point.
  private static func text(of value: Double) -> String {
    let hundredths = Int64(value * 100 + 0.5)
    let (whole, rest) = (hundredths / 100, hundredths % 100)
    return rest == 0 ? "\(whole)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}
