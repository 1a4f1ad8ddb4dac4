package import ShareContract

/// The matrix on a terminal: a table of verdicts, and below it why rows are red.
package struct MatrixTable {
  /// The lines, each with its end.
  package let text: String

  /// - Parameter terminal: Where it is looked at; `nil` for a file, which is UTF-8 and as wide as it has to be.
  package init(_ matrix: TypeMatrix, for terminal: Terminal?) {
    let showsUnicode = terminal?.showsUnicode ?? true
    var lines: [String] = []
    let tables = [
      Self.verdicts(matrix, showsUnicode), Self.reasons(matrix),
      Self.unmatched(matrix),
    ]
    for table in tables where !table.rows.isEmpty {
      if !lines.isEmpty { lines.append("") }
      lines += table.lines(
        width: terminal?.width, hasColor: terminal?.hasColor ?? false,
        ellipsis: terminal?.ellipsis ?? "…")
    }
    text = lines.map { $0 + "\n" }.joined()
  }

  private static func verdicts(_ matrix: TypeMatrix, _ showsUnicode: Bool) -> Table {
    var table = Table([
      // What is to be looked up is never shortened.
      TableColumn("ROW", minimum: 12),
      TableColumn("SOURCE", minimum: 8, overflow: .shortened, expendable: 2),
      TableColumn("CONTENT", minimum: 8, overflow: .shortened, expendable: 1),
      TableColumn("AUTOMATED"), TableColumn("REPLAY"), TableColumn("MANUAL"),
      TableColumn("DEVICE"), TableColumn("VERDICT"),
    ])
    for row in matrix.rows {
      let cells = row.cells.map { cell in
        cell.isQuiet
          ? TableCell("-", style: .faint)
          : TableCell(cell.verdict.text(showsUnicode), style: cell.verdict.style)
      }
      let verdict = row.verdict.text(showsUnicode) + (row.isGreen ? "" : " (red)")
      table.append(
        [TableCell(row.row.id), TableCell(row.row.source.text), TableCell(row.row.content.text)]
          + cells + [TableCell(verdict, style: row.isGreen ? .good : .bad)])
    }
    return table
  }

  private static func reasons(_ matrix: TypeMatrix) -> Table {
    var table = Table([
      TableColumn("RED ROW", minimum: 12),
      TableColumn("WHY", minimum: 20, overflow: .wrapped),
    ])
    for row in matrix.rows where !row.isGreen {
      for shortcoming in row.shortcomings {
        table.append([TableCell(row.row.id), TableCell(shortcoming.description, style: .bad)])
      }
      for cell in row.cells {
        let telling = cell.observations.filter { $0.counts && $0.verdict != .pass }
        for observation in telling {
          let texts =
            observation.differences.isEmpty
            ? observation.observed : observation.differences.map(\.description)
          table.append([
            TableCell(""),
            TableCell("\(observation.circumstances): \(texts.joined(separator: "; "))"),
          ])
        }
      }
    }
    return table
  }

  private static func unmatched(_ matrix: TypeMatrix) -> Table {
    var table = Table([
      TableColumn("FITS NO ROW", minimum: 36),
      TableColumn("WHY", minimum: 20, overflow: .wrapped),
    ])
    for record in matrix.unmatched {
      table.append([TableCell("\(record.share)"), TableCell(record.reason.description)])
    }
    return table
  }
}

extension TypeMatrix.Verdict {
  fileprivate func text(_ showsUnicode: Bool) -> String {
    showsUnicode ? "\(symbol) \(words)" : words
  }

  fileprivate var style: TextStyle {
    switch self {
    case .pass: .good
    case .fail: .bad
    case .differs, .stale: .doubtful
    case .notTested: .faint
    }
  }
}
