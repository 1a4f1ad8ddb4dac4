import IntakeModel
import JSONSyntax
import ShareContract

extension EvidencePage {
  /// The most members, tests and records that the page lists; the files beside it have all.
  private static let maximumLines = 300

  /// The page: no script, nothing loaded, light and dark, for narrow screens and paper.
  ///
  /// - Complexity: O(*n*) in the size of its parts.
  func html(
    change: Change, verdict: EvidenceVerdict, sources: [SourceReport], members: [EvidenceMember]
  ) -> [UInt8] {
    let sections = [
      changeSection(change), resultsSection, matrixSection, deviceSection, chartsSection,
      sourcesSection(sources), membersSection(members),
    ]
    let page = MarkupText.page(
      title: "Evidence of \(Self.shortened(change.commit))",
      styleSheet: TypeMatrix.styleSheet + "\n" + Self.styleSheet,
      header: header(change, verdict), main: sections.filter { !$0.isEmpty }.joined(separator: "\n")
    )
    return Array(page.utf8)
  }

  /// With a mark that more follows: without it, some names would be taken for telephone numbers, as they have none but
  /// digits.
  private static func shortened(_ commit: ObjectName) -> String { commit.abbreviated + "…" }

  private func header(_ change: Change, _ verdict: EvidenceVerdict) -> String {
    let (style, words) =
      switch verdict.result {
      case .passed: ("pass", "✓ passed")
      case .warned: ("doubt", "≠ passed, with gaps")
      case .failed: ("fail", "✗ failed")
      }
    let reasons = verdict.reasons.map { "<li>\(MarkupText.escaped($0))</li>" }.joined()
    return """
      <h1>Evidence of <code>\(Self.shortened(change.commit))</code></h1>
      <p class="\(style) overall">\(words)</p>
      \(reasons.isEmpty ? "" : "<ul class=\"reasons\">\(reasons)</ul>\n")
      """
  }

  private func changeSection(_ change: Change) -> String {
    var facts = [("Commit", change.commit.description), ("Tree", change.tree.description)]
    for parent in change.parents { facts.append(("Parent", parent.description)) }
    if let branch = change.branch { facts.append(("Branch", branch)) }
    if let digest = change.contractDigest { facts.append(("Contract", "sha256:\(digest)")) }
    let state =
      change.difference.map {
        "not clean: \($0.fileCount) \($0.fileCount == 1 ? "file differs" : "files differ") from the commit, "
          + "sha256:\($0.digest)"
      } ?? "clean"
    facts.append(("Working tree", state))
    let lines = facts.map { name, value in
      "<dt>\(name)</dt><dd><code>\(MarkupText.escaped(value))</code></dd>"
    }
    return section(
      "change", "Change", "<dl class=\"facts\">\n\(lines.joined(separator: "\n"))\n</dl>")
  }

  private var resultsSection: String {
    guard let tests else {
      return section("results", "Tests", "<p class=\"fail\">✗ there are no test results</p>")
    }
    let counts = TestCounts(tests)
    let tiles = TestObservation.Verdict.allCases.filter { counts[$0] > 0 }.map {
      "<li><strong>\(counts[$0])</strong> \($0.rawValue)</li>"
    }
    let notable = tests.results.filter { $0.verdict != .passed }
    let lines = notable.prefix(Self.maximumLines).map { result in
      let issues = result.issues.filter { $0.severity == .failure }.map { issue in
        issue.kind.rawValue + (issue.place.map { " at \($0)" } ?? "")
      }
      return row([
        cell("Test", "<code>\(MarkupText.escaped(result.name))</code>"),
        cell("Verdict", "<strong>\(result.verdict.rawValue)</strong>", style: result.verdict.style),
        cell("Issues", issues.map(MarkupText.escaped).joined(separator: "<br />")),
      ])
    }
    let table =
      lines.isEmpty
      ? "" : self.table(["Test", "Verdict", "Issues"], lines, rest: notable.count - lines.count)
    return section(
      "results", "Tests",
      """
      <ul class="tiles">\(tiles.joined())</ul>
      \(tests.isComplete ? "" : "<p class=\"fail\">✗ the results are not complete</p>\n")\(table)
      """)
  }

  private var matrixSection: String {
    guard let matrix else { return "" }
    // One level lower than on a page of its own.
    let sections = matrix.sections.replacing("<h2>", with: "<h3>").replacing("</h2>", with: "</h3>")
    return section(
      "matrix", "Type matrix",
      """
      <p>Contract <q>\(MarkupText.escaped(matrix.contractName))</q></p>
      \(sections)
      """)
  }

  private var deviceSection: String {
    guard !records.isEmpty else { return "" }
    let lines = records.prefix(Self.maximumLines).map { record in
      let system = [
        record.system?.name.text, record.system?.build?.text, record.system?.device?.text,
      ]
      return row([
        cell("Share", "<code>\(MarkupText.escaped("\(record.id)"))</code>"),
        cell("Origin", MarkupText.escaped(record.origin.rawValue)),
        cell("Source", MarkupText.escaped(record.source?.text ?? "–")),
        cell("System", MarkupText.escaped(system.compactMap { $0 }.joined(separator: ", "))),
        cell("Attachments", MarkupText.escaped(Self.outcomes(of: record))),
      ])
    }
    return section(
      "device", "Recorded shares",
      table(
        ["Share", "Origin", "Source", "System", "Attachments"], lines,
        rest: records.count - lines.count))
  }

  private static func outcomes(of record: ShareRecord) -> String {
    let attachments = record.attachments
    let refused = attachments.count {
      $0.result.map { if case .refused = $0 { true } else { false } } ?? false
    }
    let total = "\(attachments.count) \(attachments.count == 1 ? "attachment" : "attachments")"
    return refused == 0 ? total : "\(total), \(refused) refused"
  }

  private var chartsSection: String {
    let own = [BarChart.sizes(records), .stages(records)] + (tests.map { [.slowest($0)] } ?? [])
    let markup = (charts + own).map(\.markup).filter { !$0.isEmpty }
    return markup.isEmpty
      ? ""
      : section(
        "figures", "Figures", "<div class=\"charts\">\(markup.joined(separator: "\n"))</div>")
  }

  private func sourcesSection(_ sources: [SourceReport]) -> String {
    let lines = sources.map { source in
      row([
        cell("Source", MarkupText.escaped(source.name)),
        cell(
          "State", "<strong>\(source.state.name)</strong>", style: source.isGap ? "differs" : "pass"
        ),
        cell("What", MarkupText.escaped(source.text)),
      ])
    }
    return section(
      "sources", "Sources and gaps", table(["Source", "State", "What"], lines, rest: 0))
  }

  private func membersSection(_ members: [EvidenceMember]) -> String {
    let sorted = members.sorted { $0.path < $1.path }
    let lines = sorted.prefix(Self.maximumLines).map { member in
      row([
        cell("Member", "<code>\(MarkupText.escaped(member.path.text))</code>"),
        cell("Size", MarkupText.escaped("\(ByteCount(bytes: member.size))"), style: "number"),
        cell("SHA-256", "<code>\(member.digest)</code>"),
      ])
    }
    return section(
      "members", "Members",
      """
      <p>Besides this page. <code>manifest.json</code> lists all of them, this page too; \
      <code>intake evidence verify</code> checks them.</p>
      \(table(["Member", "Size", "SHA-256"], lines, rest: sorted.count - lines.count))
      """)
  }

  // MARK: Markup

  private func section(_ id: String, _ title: String, _ content: String) -> String {
    "<section id=\"\(id)\">\n<h2>\(title)</h2>\n\(content)\n</section>"
  }

  private func table(_ titles: [String], _ rows: [String], rest: Int) -> String {
    let header = titles.map { "<th scope=\"col\">\($0)</th>" }.joined()
    return """
      <table class="list">
      <thead><tr>\(header)</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table>\(rest > 0 ? "\n<p><small>and \(rest) more</small></p>" : "")
      """
  }

  private func row(_ cells: [String]) -> String { "<tr>\(cells.joined())</tr>" }

  /// - Parameter title: What a narrow screen, which has no header, puts before the content.
  private func cell(_ title: String, _ content: String, style: String? = nil) -> String {
    "<td data-title=\"\(title)\"\(style.map { " class=\"\($0)\"" } ?? "")>\(content)</td>"
  }
}

extension TestObservation.Verdict {
  /// The style that a matrix gives the same.
  fileprivate var style: String {
    switch standing {
    case .shows: "pass"
    case .breaks: "fail"
    case .silent: "differs"
    }
  }
}
