import ShareContract

/// Bars beside their names, as SVG within a page: no script, and readable without colour.
package struct BarChart: Sendable, Hashable {
  package var title: String
  /// What the values are measured in, such as `ms`; empty where each of their texts says so itself.
  package var unit: String
  package var bars: [Bar]

  package struct Bar: Sendable, Hashable {
    package var name: String
    package var value: Double
    /// The value as a person reads it.
    package var text: String

    package init(_ name: String, _ value: Double, text: String) {
      self.name = name
      self.value = value
      self.text = text
    }
  }

  package init(title: String, unit: String, bars: [Bar]) {
    self.title = title
    self.unit = unit
    self.bars = bars
  }

  /// The most bars that are drawn.
  static let maximumBars = 24

  /// The chart as markup; empty where there are no bars.
  ///
  /// Each bar has a line of text above it, so that long names need no room beside it and a narrow screen shows all.
  var markup: String {
    guard !bars.isEmpty else { return "" }
    let largest = max(bars.map(\.value).max() ?? 0, 1e-9)
    let lines = bars.prefix(Self.maximumBars).map { bar in
      let share = min(max(bar.value, 0) / largest, 1)
      // Whole tenths of a percent, so that no machine writes another number.
      let width = Int(share * 1000 + 0.5)
      return """
        <li><span>\(MarkupText.escaped(bar.name))</span> <strong>\(MarkupText.escaped(bar.text))</strong>\
        <svg viewBox="0 0 1000 10" preserveAspectRatio="none" role="img" aria-hidden="true">\
        <rect class="track" width="1000" height="10" /><rect class="bar" width="\(width)" height="10" /></svg></li>
        """
    }
    let rest = bars.count - lines.count
    return """
      <figure>
      <figcaption>\(MarkupText.escaped(title))\(unit.isEmpty ? "" : ", in " + MarkupText.escaped(unit))</figcaption>
      <ul class="chart">
      \(lines.joined(separator: "\n"))
      </ul>\(rest > 0 ? "\n<p><small>and \(rest) more</small></p>" : "")
      </figure>
      """
  }
}
