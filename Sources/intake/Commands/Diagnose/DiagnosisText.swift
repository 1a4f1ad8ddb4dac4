package import IntakeModel
package import ShareContract

/// A diagnosis as a person reads it: a mark, a question and an answer for each link.
package struct DiagnosisText {
  package private(set) var lines: [String] = []

  private let terminal: Terminal

  package init(_ diagnosis: Diagnosis, of record: ShareRecord, for terminal: Terminal) {
    self.terminal = terminal
    add(Self.title(diagnosis, record), style: .strong, indent: 0)
    for step in diagnosis.steps {
      let mark = step.verdict.mark(terminal.showsUnicode)
      add(
        "\(mark) \(step.link.question) \(step.verdict.answer)", style: step.verdict.style, indent: 2
      )
      for text in step.seen { add(text, indent: 6) }
      for text in step.excluded { add("excluded: \(text)", style: .faint, indent: 6) }
      for text in step.advice { add("next: \(text)", indent: 6) }
    }
    add(diagnosis.summary, style: diagnosis.isWhole ? .plain : .bad, indent: 0)
  }

  private static func title(_ diagnosis: Diagnosis, _ record: ShareRecord) -> String {
    var parts = ["Share \(diagnosis.share)", diagnosis.origin.rawValue]
    if let source = record.source { parts.append(source.text) }
    if let content = record.content { parts.append(content.text) }
    if let system = record.system { parts.append(system.name.text) }
    if let build = record.build { parts.append("build \(build)") }
    return parts.joined(separator: ", ")
  }

  /// Adds text that may hold identifiers from outside, wrapped where a terminal shows it.
  private mutating func add(_ text: String, style: TextStyle = .plain, indent: Int) {
    let text = DisplayText.escaped(text)
    let pieces =
      terminal.width.map { Paragraph.wrap(text, width: max(20, $0), indent: indent) }
      ?? [String(repeating: " ", count: indent) + text]
    lines += pieces.map { style.applied(to: $0, enabled: terminal.hasColor) }
  }
}

extension Diagnosis.Verdict {
  fileprivate func mark(_ showsUnicode: Bool) -> String {
    switch self {
    case .sound: showsUnicode ? "✓" : "+"
    case .broken: showsUnicode ? "✗" : "x"
    case .unknown: "?"
    }
  }

  fileprivate var answer: String {
    switch self {
    case .sound: "Yes."
    case .broken: "No."
    case .unknown: "Not known."
    }
  }

  fileprivate var style: TextStyle {
    switch self {
    case .sound: .good
    case .broken: .bad
    case .unknown: .doubtful
    }
  }
}
