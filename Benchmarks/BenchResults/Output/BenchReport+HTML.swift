import ShareContract

extension BenchReport {
  /// The report as one page: no script, nothing loaded, light and dark, for narrow screens and paper.
  package var html: [UInt8] {
    let facts = facts.map {
      "<dt>\(MarkupText.escaped($0.name))</dt><dd>\(MarkupText.escaped($0.value))</dd>"
    }
    let page = MarkupText.page(
      title: "Benchmarks", styleSheet: TypeMatrix.styleSheet + "\n" + Self.styleSheet,
      header: "<h1>Benchmarks</h1>\n<p class=\"overall\">\(MarkupText.escaped(summary))</p>\n",
      main: """
        <section id="machine"><h2>Machine</h2>
        <dl class="facts">\(facts.joined(separator: "\n"))</dl></section>
        <section id="goals"><h2>Goals and peers</h2>
        <p>Ratios are of times, pair by pair of one run: below 1 is faster than the peer.</p>
        \(Self.table(rows.filter(\.isCompared)))</section>
        <section id="charts"><h2>Charts</h2>
        <div class="charts">
        \(charts.map(\.markup).joined(separator: "\n"))
        </div></section>
        <section id="figures"><h2>Other figures</h2>
        \(Self.table(rows.filter { !$0.isCompared }))</section>
        """)
    return Array(page.utf8)
  }

  private static func table(_ rows: [BenchRow]) -> String {
    let header = BenchRow.columns.map { "<th scope=\"col\">\($0)</th>" }.joined()
    let lines = rows.map { row in
      let cells = row.cells.map { "<td>\(MarkupText.escaped($0))</td>" }
      return "<tr class=\"\(style(row.standing))\">\(cells.joined())</tr>"
    }
    return """
      <div class="scroll" tabindex="0"><table class="list">
      <thead><tr>\(header)</tr></thead>
      <tbody>
      \(lines.joined(separator: "\n"))
      </tbody></table></div>
      """
  }

  private static func style(_ standing: BenchRow.Standing) -> String {
    switch standing {
    case .reached: "reached"
    case .missed, .failed: "missed"
    case .absent: "absent"
    case .shown: "shown"
    }
  }

  private static let styleSheet = """
    body { max-width: 80rem; margin: 0 auto; padding: 1.5rem; }
    .scroll { overflow-x: auto; } td:nth-child(4), td:nth-child(6) { white-space: nowrap; }
    td:nth-child(2), td:nth-child(5) { min-width: 9rem; }
    tr.reached td:last-child { color: var(--good); font-weight: 600; }
    tr.missed td:last-child { color: var(--bad); font-weight: 600; } tr.absent td { opacity: .7; }
    .charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr)); gap: 1.5rem; }
    figure { margin: 0; } figcaption { font-weight: 600; margin-bottom: .4rem; }
    figure.lines svg { width: 100%; height: auto; font: 12px system-ui, sans-serif; }
    figure.lines text { fill: currentColor; } text.axis { font-weight: 600; }
    line.grid { stroke: var(--line); stroke-width: 1; }
    polyline { fill: none; stroke: currentColor; stroke-width: 2; } circle { fill: currentColor; }
    .s0 { color: #0b6bcb; } .s1 { color: #c2410c; } .s2 { color: #15803d; } .s3 { color: #7e22ce; }
    .s4 { color: #a16207; } .s5 { color: #be185d; }
    @media (prefers-color-scheme: dark) {
      .s0 { color: #60a5fa; } .s1 { color: #fb923c; } .s2 { color: #4ade80; } .s3 { color: #c084fc; }
      .s4 { color: #facc15; } .s5 { color: #f472b6; }
    }
    ul.legend { display: flex; flex-wrap: wrap; gap: .3rem 1rem; list-style: none; margin: .3rem 0 0; padding: 0; }
    """
}
