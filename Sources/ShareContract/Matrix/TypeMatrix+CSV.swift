import IntakeModel
import UniformTypes

extension TypeMatrix {
  /// The matrix as comma-separated values (RFC 4180): a header, and one line for each row and column.
  ///
  /// Text that a spreadsheet would take for a formula has an apostrophe before it.
  ///
  /// - Complexity: O(*n*) in the size of the matrix.
  public func csv() -> String {
    let header = [
      "row", "source", "content", "declared", "supported", "column", "demanded", "expected",
      "observed", "how", "verdict", "row verdict", "row is green", "why not",
    ]
    var lines = [header]
    for row in rows {
      for cell in row.cells {
        let counting = cell.observations.filter { $0.counts }
        lines.append([
          row.row.id, row.row.source.text, row.row.content.text, row.row.items.declarationText,
          yesOrNo(row.row.isSupported), cell.column.rawValue, yesOrNo(cell.isDemanded),
          cell.expected(of: row.row).joined(separator: "; "),
          counting.map { $0.observed.joined(separator: "; ") }.joined(separator: " / "),
          counting.map(\.circumstances).joined(separator: " / "), cell.verdict.rawValue,
          row.verdict.rawValue, yesOrNo(row.isGreen),
          row.shortcomings.map(\.description).joined(separator: "; "),
        ])
      }
    }
    return lines.map { $0.map(CommaSeparated.field).joined(separator: ",") + "\r\n" }.joined()
  }

  private func yesOrNo(_ value: Bool) -> String { value ? "yes" : "no" }
}

/// Fields of comma-separated values.
enum CommaSeparated {
  /// The field, in quotes where RFC 4180 wants them.
  static func field(_ text: String) -> String {
    let text = isFormula(text) ? "'" + text : text
    guard text.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else { return text }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" { quoted += "\"" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }

  /// Whether a spreadsheet would evaluate it, also after spaces, and with the full-width forms that some take
  /// for the same.
  private static func isFormula(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first else { return false }
    if first == "\t" || first == "\r" || first == "\n" { return true }
    let start = text.unicodeScalars.first { !$0.properties.isWhitespace }
    return start.map { "=+-@＝＋－＠".unicodeScalars.contains($0) } ?? false
  }
}
