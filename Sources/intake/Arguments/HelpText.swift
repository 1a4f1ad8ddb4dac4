/// Makes the help of a command from its definition.
package struct HelpText {
  let definition: CommandDefinition
  /// The command as it is typed.
  let command: String
  let width: Int

  /// Help that fits `width` columns, of which at most 80 are used.
  package init(_ definition: CommandDefinition, command: String, width: Int) {
    self.definition = definition
    self.command = command
    self.width = min(max(width, 40), 80)
  }

  package var lines: [String] {
    var lines = wrapped(definition.abstract + ".", indent: 0)
    lines += ["", "USAGE"] + usage
    for paragraph in definition.discussion { lines += [""] + wrapped(paragraph, indent: 0) }
    lines += section("COMMANDS", definition.subcommands.map { ($0.name, $0.abstract) })
    lines += section("OPERANDS", definition.operands.map { ($0.placeholder, $0.help) })
    lines += section("OPTIONS", optionRows)
    if !definition.examples.isEmpty {
      lines += ["", "EXAMPLES"]
      for example in definition.examples {
        lines += wrapped(example.purpose + ":", indent: 2)
        lines.append("    " + example.line)
      }
    }
    return lines
  }

  package var text: String { lines.map { $0 + "\n" }.joined() }

  private var usage: [String] {
    if definition.isGroup { return ["  \(command) COMMAND ..."] }
    var parts = [command]
    if definition.options.contains(where: { !$0.isRequired }) { parts.append("[OPTION ...]") }
    for option in definition.options where option.isRequired {
      parts.append("--\(option.name)" + (option.placeholder.map { " \($0)" } ?? ""))
    }
    return wrapped(
      (parts + definition.operands.map(\.synopsis)).joined(separator: " "), indent: 2)
  }

  private var optionRows: [(String, String)] {
    var rows = definition.options.map { option in
      var text = option.help
      if !option.choices.isEmpty { text += " One of \(Self.list(option.choices))." }
      if option.repeats { text += " May be repeated." }
      if let value = option.defaultText { text += " (default: \(value))" }
      return (option.synopsis, text)
    }
    rows.append(("-h, --help", "Show this help."))
    if command.split(separator: " ").count == 1 {
      rows.append(("    --version", "Show the version."))
    }
    return rows
  }

  private static func list(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }

  /// Terms on the left, what they mean on the right; a long term has a line of its own.
  private func section(_ title: String, _ rows: [(term: String, text: String)]) -> [String] {
    guard !rows.isEmpty else { return [] }
    let column = min(26, width / 3, (rows.map { DisplayWidth.of($0.term) }.max() ?? 0) + 4)
    var lines = ["", title]
    for row in rows {
      let text = wrapped(row.text, indent: column)
      let term = "  " + row.term
      let gap = column - DisplayWidth.of(term)
      if gap >= 2, let first = text.first {
        lines.append(term + String(repeating: " ", count: gap) + first.dropFirst(column))
        lines += text.dropFirst()
      } else {
        lines += [term] + text
      }
    }
    return lines
  }

  private func wrapped(_ text: String, indent: Int) -> [String] {
    Paragraph.wrap(text, width: width, indent: indent)
  }
}
