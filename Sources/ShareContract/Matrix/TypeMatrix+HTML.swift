import IntakeModel
import JSONSyntax
import UniformTypes

extension TypeMatrix {
  /// The matrix as a page of its own: no script, nothing loaded, light and dark, and made to be printed.
  ///
  /// It is HTML that is also well-formed XML, so that tools of both kinds read it. Verdicts are marks and words,
  /// not colour alone.
  ///
  /// - Complexity: O(*n*) in the size of the matrix.
  public func html() -> String {
    let title = "Type matrix: \(contractName)"
    return MarkupText.page(
      title: title, styleSheet: Self.styleSheet,
      header: """
        <h1>\(MarkupText.escaped(title))</h1>
        <p class="\(isGreen ? "pass" : "fail") overall">\(isGreen ? "✓ green" : "✗ not green"): \
        \(MarkupText.escaped(summary))</p>
        <p>Contract: <code>sha256:\(contractDigest)</code></p>
        \(objectionParagraphs)
        """, main: sections)
  }

  /// The page without its head, for a page that holds more; its style sheet goes with it.
  ///
  /// - Complexity: O(*n*) in the size of the matrix.
  package var sections: String {
    """
    \(totalsSection)
    \(rowsSection)
    \(unmatchedSection)\(legendSection)
    """
  }

  private var objectionParagraphs: String {
    objections.map { "<p class=\"fail\">✗ \(MarkupText.escaped($0))</p>\n" }.joined()
  }

  private var totalsSection: String {
    let totals = totals
    func line(_ title: String, _ counts: [Int], _ last: String) -> String {
      let cells = counts.map { "<td class=\"number\">\($0)</td>" }.joined()
      return "<tr><th scope=\"row\">\(title)</th>\(cells)<td class=\"number\">\(last)</td></tr>"
    }
    let header = Verdict.allCases.map { "<th scope=\"col\">\($0.symbol) \($0.words)</th>" }.joined()
    let columns = Column.allCases.map { column in
      line(
        column.title, Verdict.allCases.map { totals.cells(column, $0) },
        "\(totals.demandedCells(column)) demanded")
    }
    return """
      <section>
      <h2>Totals</h2>
      <div class="scroll" tabindex="0">
      <table class="totals">
      <thead><tr><th scope="col">Of \(totals.rows) rows</th>\(header)<th scope="col"></th></tr></thead>
      <tbody>
      \(line("Rows", Verdict.allCases.map { totals.rows($0) }, "\(totals.redRows) red"))
      \(columns.joined(separator: "\n"))
      </tbody>
      </table>
      </div>
      </section>
      """
  }

  private var rowsSection: String {
    let columns = Column.allCases.map { "<th scope=\"col\">\($0.title)</th>" }.joined()
    return """
      <section>
      <h2>Rows</h2>
      <div class="scroll" tabindex="0">
      <table class="rows">
      <thead><tr><th scope="col">Row</th><th scope="col">Declared</th><th scope="col">Expected</th>\
      \(columns)<th scope="col">Verdict</th></tr></thead>
      \(rows.map(\.markup).joined(separator: "\n"))
      </table>
      </div>
      </section>
      """
  }

  private var unmatchedSection: String {
    guard !unmatched.isEmpty else { return "" }
    let lines = unmatched.map { record in
      let fields = [
        "\(record.share)", record.origin.rawValue, record.source?.text ?? "–",
        record.items.declarationText, record.reason.description,
      ]
      return "<tr>" + fields.map { "<td>\(MarkupText.breakable($0))</td>" }.joined() + "</tr>"
    }
    return """
      <section>
      <h2>Records that fit no row</h2>
      <div class="scroll" tabindex="0">
      <table class="unmatched">
      <thead><tr><th scope="col">Share</th><th scope="col">Origin</th><th scope="col">Source</th>\
      <th scope="col">Declares</th><th scope="col">Why</th></tr></thead>
      <tbody>
      \(lines.joined(separator: "\n"))
      </tbody>
      </table>
      </div>
      </section>

      """
  }

  private var legendSection: String {
    let verdicts = Verdict.allCases.map { verdict in
      "<dt class=\"\(verdict.rawValue)\">\(verdict.symbol) \(verdict.words)</dt><dd>\(verdict.meaning)</dd>"
    }
    return """
      <section>
      <h2>Legend</h2>
      <dl>
      \(verdicts.joined(separator: "\n"))
      <dt>-</dt><dd>nothing demands it, and nobody looked</dd>
      <dt>demanded</dt><dd>the row is red without it: the tests of what is supported, and a record from a \
      device where the row requires one; a replay never stands for a device</dd>
      <dt>superseded</dt><dd>a newer observation of the same system, device and build has taken its place</dd>
      </dl>
      </section>
      """
  }
}

extension TypeMatrix.Row {
  /// The row as a group of its own, which a page break does not cut.
  fileprivate var markup: String {
    let red = shortcomings.map { "<li>\(MarkupText.escaped($0.description))</li>" }.joined()
    let reasons = red.isEmpty ? "" : "<ul>\(red)</ul>"
    return """
      <tbody class="\(isGreen ? "green" : "red")">
      <tr><th scope="row"><code>\(MarkupText.breakable(row.id))</code><br />\
      \(MarkupText.escaped(row.source.text)): \(MarkupText.escaped(row.content.text))</th>\
      <td>\(MarkupText.breakable(row.items.declarationText))</td>\(MarkupText.cell(row.promises))\
      \(cells.map(\.markup).joined())\
      <td class="\(verdict.rawValue)"><strong>\(verdict.symbol) \(verdict.words)</strong>\
      \(isGreen ? "" : " (red)")\(reasons)</td></tr>
      </tbody>
      """
  }
}

extension TypeMatrix.Cell {
  fileprivate var markup: String {
    let demanded = isDemanded ? " <small>demanded</small>" : ""
    return
      "<td class=\"\(verdict.rawValue)\"><strong>\(text)</strong>\(demanded)"
      + observations.map(\.markup).joined() + "</td>"
  }
}

extension TypeMatrix.Observation {
  fileprivate var markup: String {
    let texts = (differences.isEmpty ? observed : differences.map(\.description))
      .map { MarkupText.breakable($0) }.joined(separator: "; ")
    let text = "\(verdict.symbol) \(MarkupText.breakable(circumstances)): \(texts)"
    return isSuperseded ? "<p class=\"superseded\">\(text)</p>" : "<p>\(text)</p>"
  }
}
