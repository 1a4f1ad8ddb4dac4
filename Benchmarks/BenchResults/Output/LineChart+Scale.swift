#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension LineChart {
  /// Where values stand in the picture.
  struct Scale {
    static let width = 640.0
    static let height = 300.0
    static let left = 64.0
    static let right = 28.0
    private static let upper = 24.0
    private static let lower = 44.0

    let lowest: Double
    let highest: Double
    let top: Double
    let isLogarithmic: Bool

    func place(_ point: Point) -> String { "\(text(x(point.x))),\(text(y(point.y)))" }

    func mark(_ point: Point) -> String {
      "<circle cx=\"\(text(x(point.x)))\" cy=\"\(text(y(point.y)))\" r=\"3\" />"
    }

    /// Lines for four parts of the height, and a number below each of a few places.
    func grid(labels places: [Double]) -> String {
      let lines = (0...4).map { step in
        let value = top * Double(step) / 4
        return """
          <line class="grid" x1="\(text(Self.left))" x2="\(text(Self.width - Self.right))" \
          y1="\(text(y(value)))" y2="\(text(y(value)))" />\
          <text x="\(text(Self.left - 6))" y="\(text(y(value) + 4))" text-anchor="end">\
          \(label(value))</text>
          """
      }
      let labels = shown(places).map { value in
        """
        <text x="\(text(x(value)))" y="\(text(Self.height - Self.lower + 16))" \
        text-anchor="middle">\(label(value))</text>
        """
      }
      return (lines + labels).joined(separator: "\n")
    }

    private func label(_ value: Double) -> String {
      value == value.rounded() ? NumberText.grouped(value) : NumberText.short(value)
    }

    private func shown(_ places: [Double]) -> [Double] {
      let distinct = Set(places).sorted()
      if distinct.count <= 8 { return distinct }
      return (0...4).map { lowest + (highest - lowest) * Double($0) / 4 }
    }

    private func x(_ value: Double) -> Double {
      let (from, to, at) =
        isLogarithmic
        ? (log(max(lowest, 1e-9)), log(max(highest, 1e-9)), log(max(value, 1e-9)))
        : (lowest, highest, value)
      let share = to > from ? (at - from) / (to - from) : 0.5
      return Self.left + share * (Self.width - Self.left - Self.right)
    }

    private func y(_ value: Double) -> Double {
      let share = min(max(value / top, 0), 1)
      return Self.height - Self.lower - share * (Self.height - Self.lower - Self.upper)
    }

    /// Whole tenths, so that no machine writes another number.
    private func text(_ value: Double) -> String { NumberText.fixed(value, digits: 1) }
  }
}
