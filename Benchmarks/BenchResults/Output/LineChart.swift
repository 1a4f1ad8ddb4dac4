import ShareContract

/// Lines over an axis, as SVG within a page: no script, light and dark by the page's own colours.
package struct LineChart: Sendable, Hashable {
  package var title: String
  package var xTitle: String
  package var yTitle: String
  /// Whether the horizontal axis is one of powers.
  package var isLogarithmic: Bool
  package var series: [Series]

  package struct Series: Sendable, Hashable {
    package var name: String
    package var points: [Point]

    package init(_ name: String, _ points: [Point]) {
      self.name = name
      self.points = points
    }
  }

  package struct Point: Sendable, Hashable {
    package var x: Double
    package var y: Double

    package init(_ x: Double, _ y: Double) {
      self.x = x
      self.y = y
    }
  }

  package init(
    _ title: String, x xTitle: String, y yTitle: String, isLogarithmic: Bool = false,
    _ series: [Series]
  ) {
    self.title = title
    self.xTitle = xTitle
    self.yTitle = yTitle
    self.isLogarithmic = isLogarithmic
    self.series = series.filter { !$0.points.isEmpty }
  }

  /// The chart as markup; empty where there is nothing to draw. It begins at zero, so that heights compare.
  var markup: String {
    let points = series.flatMap(\.points)
    guard let first = points.first else { return "" }
    let scale = Scale(
      lowest: points.map(\.x).min() ?? first.x, highest: points.map(\.x).max() ?? first.x,
      top: Self.roundTop(points.map(\.y).max() ?? 1), isLogarithmic: isLogarithmic)
    let lines = series.enumerated().map { index, series in
      let path = series.points.map { scale.place($0) }.joined(separator: " ")
      let marks = series.points.count > 40 ? "" : series.points.map { scale.mark($0) }.joined()
      return """
        <g class="series s\(index % Self.styles)"><title>\(MarkupText.escaped(series.name))</title>\
        <polyline points="\(path)" />\(marks)</g>
        """
    }
    let legend = series.enumerated().map { index, series in
      "<li class=\"s\(index % Self.styles)\"><span aria-hidden=\"true\">━</span> "
        + "\(MarkupText.escaped(series.name))</li>"
    }
    return """
      <figure class="lines">
      <figcaption>\(MarkupText.escaped(title))</figcaption>
      <svg viewBox="0 0 \(Int(Scale.width)) \(Int(Scale.height))" role="img" \
      aria-label="\(MarkupText.escaped(title))">
      \(scale.grid(labels: points.map(\.x)))
      \(lines.joined(separator: "\n"))
      <text class="axis" x="\(Int(Scale.left))" y="12">\(MarkupText.escaped(yTitle))</text>
      <text class="axis" x="\(Int(Scale.width - Scale.right))" y="\(Int(Scale.height) - 4)" \
      text-anchor="end">\(MarkupText.escaped(xTitle))</text>
      </svg>
      <ul class="legend">\(legend.joined())</ul>
      </figure>
      """
  }

  /// Lines that can be told from each other.
  static let styles = 6

  /// The next round number.
  private static func roundTop(_ value: Double) -> Double {
    guard value > 0, value.isFinite else { return 1 }
    var power = 1.0
    while power > value { power /= 10 }
    while power * 10 <= value { power *= 10 }
    return [1, 2, 2.5, 5, 10].map { $0 * power }.first { $0 >= value } ?? value
  }
}
