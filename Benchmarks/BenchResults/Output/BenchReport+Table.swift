extension BenchReport {
  /// The table for a terminal, with a line for each row.
  package var table: String {
    let lines = [BenchRow.columns] + rows.map(\.cells)
    let widths = BenchRow.columns.indices.map { column in
      lines.map { $0[column].count }.max() ?? 0
    }
    let text = lines.map { cells in
      var line = ""
      for (cell, width) in zip(cells, widths) {
        line += cell + String(repeating: " ", count: width - cell.count) + "  "
      }
      while line.last == " " { line.removeLast() }
      return line
    }
    return (text + ["", summary]).joined(separator: "\n") + "\n"
  }

  /// The table in Markdown, for a page that keeps it.
  package var markdown: String {
    func line(_ cells: [String]) -> String {
      "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
    }
    let rule = BenchRow.columns.map { _ in "---" }
    return ([line(BenchRow.columns), line(rule)] + rows.map { line($0.cells) })
      .joined(separator: "\n") + "\n"
  }

  /// How many goals were reached.
  package var summary: String {
    let counts = BenchRow.Standing.allCases.filter { $0 != .shown }.map { standing in
      "\(rows.count { $0.standing == standing }) \(standing.rawValue)"
    }
    return counts.joined(separator: ", ")
  }
}
