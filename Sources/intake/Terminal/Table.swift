/// A table whose columns are as wide as its rows need. For few rows: it holds all of them.
package struct Table: Sendable {
  private let columns: [TableColumn]
  package private(set) var rows: [[TableCell]] = []

  package init(_ columns: [TableColumn]) { self.columns = columns }

  /// The widest content of each column.
  package var content: [Int] {
    columns.indices.map { column in
      rows.map { column < $0.count ? DisplayWidth.of($0[column].text) : 0 }.max() ?? 0
    }
  }

  package mutating func append(_ cells: [TableCell]) { rows.append(cells) }

  /// The header and the rows.
  ///
  /// - Parameter width: The columns of the terminal; `nil` where nothing is shortened.
  package func lines(width: Int?, hasColor: Bool = false, ellipsis: String = "…") -> [String] {
    let layout = TableLayout(
      columns, content: content, width: width, hasColor: hasColor, ellipsis: ellipsis)
    return [layout.header] + rows.flatMap(layout.lines)
  }
}
