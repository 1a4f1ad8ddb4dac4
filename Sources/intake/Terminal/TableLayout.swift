/// How wide the columns of a table are; makes its lines, one by one.
///
/// Rows can be written as they come: a layout holds none of them.
package struct TableLayout: Sendable {
  private let columns: [TableColumn]
  /// The width of each column; `nil` for one that is left out.
  private let widths: [Int?]
  private let hasColor: Bool
  private let ellipsis: String
  /// Whether text that is too long is shortened or wrapped rather than let over.
  private let isBounded: Bool
  private static let gap = 2

  /// A layout in which each column has at least the width of its content.
  ///
  /// - Parameters:
  ///   - content: The widest content of each column that is known of.
  ///   - width: The columns of the terminal; `nil` where nothing is shortened.
  package init(
    _ columns: [TableColumn], content: [Int] = [], width: Int? = nil, hasColor: Bool = false,
    ellipsis: String = "…"
  ) {
    self.columns = columns
    self.hasColor = hasColor
    self.ellipsis = ellipsis
    var widths: [Int?] = columns.enumerated().map { index, column in
      max(column.minimum, index < content.count ? content[index] : 0)
    }
    if let width { Self.fit(&widths, columns, to: width) }
    self.widths = widths
    isBounded = width != nil
  }

  /// Takes room from the widest of those columns that can give some until the rows fit; then leaves out
  /// what is expendable.
  private static func fit(_ widths: inout [Int?], _ columns: [TableColumn], to width: Int) {
    let full = widths
    while true {
      var excess = excess(widths, over: width)
      while excess > 0 {
        let candidates = columns.indices.filter {
          columns[$0].overflow != .kept && (widths[$0] ?? 0) > columns[$0].minimum
        }
        guard let widest = candidates.max(by: { (widths[$0] ?? 0) < (widths[$1] ?? 0) }) else {
          break
        }
        widths[widest] = widths[widest].map { $0 - 1 }
        excess -= 1
      }
      let expendable = columns.indices.filter { columns[$0].expendable != nil && widths[$0] != nil }
      guard excess > 0,
        let least = expendable.max(by: {
          (columns[$0].expendable ?? 0) < (columns[$1].expendable ?? 0)
        })
      else { return }
      // The others get what it leaves.
      widths = zip(widths, full).map { $0 == nil ? nil : $1 }
      widths[least] = nil
    }
  }

  private static func excess(_ widths: [Int?], over width: Int) -> Int {
    let shown = widths.compactMap { $0 }
    return shown.reduce(0, +) + gap * max(0, shown.count - 1) - width
  }

  package var header: String {
    lines(columns.map { TableCell($0.title, style: .strong) }).joined(separator: "\n")
  }

  /// The lines of one row, without spaces at their ends: one, unless its last column is wrapped.
  package func lines(_ cells: [TableCell]) -> [String] {
    let shown = zip(columns, zip(widths, cells)).compactMap { column, content in
      content.0.map { (column: column, width: $0, cell: content.1) }
    }
    var line = ""
    var indent = 0
    // What is empty at the end would be nothing but spaces.
    let last = shown.lastIndex { !$0.cell.text.isEmpty } ?? 0
    for (index, (column, width, cell)) in shown.prefix(last + 1).enumerated() {
      let isLast = index == last
      if isBounded, isLast, column.overflow == .wrapped {
        return wrapped(cell, behind: line, indent: indent, width: width)
      }
      let text =
        isBounded && column.overflow == .shortened
        ? DisplayText.shortened(cell.text, to: width, ellipsis: ellipsis) : cell.text
      let padded =
        isLast && column.alignment == .left
        ? text : DisplayText.padded(text, to: width, alignment: column.alignment)
      line += cell.style.applied(to: padded, enabled: hasColor)
      if !isLast { line += String(repeating: " ", count: Self.gap) }
      indent += width + Self.gap
    }
    return [line]
  }

  private func wrapped(
    _ cell: TableCell, behind start: String, indent: Int, width: Int
  ) -> [String] {
    let pieces = Paragraph.wrap(cell.text, width: width)
    let margin = String(repeating: " ", count: indent)
    return (pieces.isEmpty ? [""] : pieces).enumerated().map { index, piece in
      (index == 0 ? start : margin) + cell.style.applied(to: piece, enabled: hasColor)
    }
  }
}
