import IntakeModel
import JSONSyntax

extension TypeMatrix {
  /// The matrix in GitHub's Markdown: a table of verdicts, why rows are red, the records that fit no row, and
  /// the totals.
  ///
  /// - Complexity: O(*n*) in the size of the matrix.
  public func markdown() -> String {
    var lines = ["# Type matrix: \(MarkdownText.escaped(contractName))", ""]
    lines.append("**\(isGreen ? "✓ green" : "✗ not green")**: \(summary)")
    lines += ["", "Contract: `sha256:\(contractDigest)`"]
    lines += objections.flatMap { ["", "**\(MarkdownText.escaped($0))**"] }
    lines += verdictTable + redRows + differingObservations + unmatchedTable + totalsTable
    return lines.joined(separator: "\n") + "\n"
  }

  private var verdictTable: [String] {
    let header =
      ["Row", "Source", "Content", "Expected"] + Column.allCases.map(\.title) + ["Verdict"]
    return [""]
      + MarkdownText.table(
        header,
        rows.map { row in
          [
            row.row.id, row.row.source.text, row.row.content.text,
            row.row.promises.joined(separator: "; "),
          ]
            + row.cells.map { cell in
              cell.text
                + (cell.isDemanded ? " (demanded)" : "")
            } + ["\(row.verdict.symbol) \(row.verdict.words)" + (row.isGreen ? "" : " (red)")]
        })
  }

  private var redRows: [String] {
    let red = rows.filter { !$0.isGreen }
    guard !red.isEmpty else { return [] }
    return ["", "## Why rows are red", ""]
      + red.map { row in
        let reasons = row.shortcomings.map(\.description).joined(separator: "; ")
        return "- **\(MarkdownText.escaped(row.row.id))**: \(MarkdownText.escaped(reasons))"
      }
  }

  private var differingObservations: [String] {
    let lines = rows.flatMap { row in
      row.cells.flatMap { cell in
        cell.observations.filter { $0.verdict != .pass }.map { observation in
          [
            row.row.id, cell.column.title, observation.circumstances,
            "\(observation.verdict.symbol) \(observation.verdict.words)",
            (observation.differences.isEmpty
              ? observation.observed : observation.differences.map(\.description))
              .joined(separator: "; "),
          ]
        }
      }
    }
    guard !lines.isEmpty else { return [] }
    return ["", "## Observations that do not pass", ""]
      + MarkdownText.table(["Row", "Column", "Observed by", "Verdict", "What"], lines)
  }

  private var unmatchedTable: [String] {
    guard !unmatched.isEmpty else { return [] }
    return ["", "## Records that fit no row", ""]
      + MarkdownText.table(
        ["Share", "Origin", "Source", "Declares", "Why"],
        unmatched.map { record in
          [
            "\(record.share)", record.origin.rawValue, record.source?.text ?? "–",
            record.items.declarationText, record.reason.description,
          ]
        })
  }

  private var totalsTable: [String] {
    let totals = totals
    let rowsLine =
      ["Rows"] + Verdict.allCases.map { "\(totals.rows($0))" } + ["\(totals.redRows) red"]
    let columns = Column.allCases.map { column in
      [column.title] + Verdict.allCases.map { "\(totals.cells(column, $0))" }
        + ["\(totals.demandedCells(column)) demanded"]
    }
    return ["", "## Totals", ""]
      + MarkdownText.table([""] + Verdict.allCases.map(\.words) + [""], [rowsLine] + columns)
  }
}

/// Text in Markdown.
enum MarkdownText {
  /// A table with a header; each cell is escaped.
  static func table(_ header: [String], _ rows: [[String]]) -> [String] {
    [header, header.map { _ in "---" }].map { "| \($0.joined(separator: " | ")) |" }
      + rows.map { row in "| \(row.map(escaped).joined(separator: " | ")) |" }
  }

  /// The text on one line, with everything escaped that Markdown or HTML would act on.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\\", "`", "*", "_", "[", "]", "|", "#", "~", "$", "@", "!":
        result += "\\"
        result.unicodeScalars.append(scalar)
      case _ where scalar.needsEscape: result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
