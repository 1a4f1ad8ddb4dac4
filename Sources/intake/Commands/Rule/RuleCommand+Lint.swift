import IntakeModel
import JSONSyntax
import ShareContract

extension RuleCommand {
  static let lint = CommandDefinition(
    "lint", abstract: "Find what commonly goes wrong in an activation rule",
    discussion: [
      "Each finding has its line and column, or its byte in a binary property list, why it matters, "
        + "and what would help. The exit status is 1 if there is an error; warnings leave it at 0 "
        + "unless '--strict' is given."
    ],
    options: [selection.declaration, strict.declaration, OutputOptions.json.declaration],
    operands: [rule.declaration],
    examples: [
      ("intake rule lint Share/Info.plist", "All findings"),
      ("intake rule lint --strict --selection 10 Share/Info.plist", "In a continuous integration"),
    ])

  static let lintBody: CommandBodies.Body = { arguments, context in
    guard let path = arguments[RuleCommand.rule] else { return .usage }
    let document: RuleDocument
    do {
      document = try await RuleDocument(reading: path)
    } catch let error as InputDocumentError {
      // Whoever reads the findings reads this one too.
      if arguments[OutputOptions.json], let content = error.content {
        try await context.output.write(JSONWriter.line { write(content, &$0) })
      }
      throw error
    }
    let findings = RuleLint.findings(
      in: document.list, selection: arguments[RuleCommand.selection])
    for finding in findings {
      if arguments[OutputOptions.json] {
        try await context.output.write(JSONWriter.line { finding.write(&$0) })
      } else {
        let color = context.terminal.hasColor
        for line in finding.lines(in: document.document.name, hasColor: color) {
          try await context.output.write(line: line)
        }
      }
    }
    let errors = findings.count { $0.severity == .error }
    let warnings = findings.count - errors
    if !arguments[OutputOptions.json] {
      let rest = findings.count == RuleLint.maximumFindings ? " There may be more." : ""
      try await context.output.write(line: summary(errors, warnings) + rest)
    }
    return errors > 0 || arguments[RuleCommand.strict] && warnings > 0 ? .refusals : .success
  }

  /// What keeps the rule from being read, in the members of a finding.
  private static func write(_ error: DocumentError, _ json: inout JSONWriter) {
    json.member("code", "unreadable")
    json.member("severity", RuleFinding.Severity.error.rawValue)
    if let place = error.place { json.members(of: place) }
    json.member("problem", error.message)
    json.member("reason", "a rule that cannot be read shows the extension for no share")
    json.member(
      "fix",
      error.place == nil
        ? "give the Info.plist of the extension, a property list of its rule, or the text of a predicate"
        : "correct it at this place")
  }

  private static func summary(_ errors: Int, _ warnings: Int) -> String {
    guard errors + warnings > 0 else { return "Nothing was found." }
    return "\(errors) \(errors == 1 ? "error" : "errors"), "
      + "\(warnings) \(warnings == 1 ? "warning" : "warnings")."
  }
}

extension JSONWriter {
  /// The line and column of a place, or its byte.
  fileprivate mutating func members(of place: DocumentPlace) {
    switch place {
    case .line(let line, let column):
      member("line", line)
      member("column", column)
    case .byte(let byte): member("byte", byte)
    }
  }
}

extension RuleFinding {
  /// The finding for a person, the parts that explain it set in.
  fileprivate func lines(in document: String, hasColor: Bool) -> [String] {
    let style: TextStyle = severity == .error ? .bad : .doubtful
    let kind = style.applied(to: severity.rawValue, enabled: hasColor)
    let head = DisplayText.safe("\(document): \(place)")
    return [
      "\(head): \(kind): \(DisplayText.safe(problem)) [\(code.rawValue)]",
      "  why: \(DisplayText.safe(reason))", "  fix: \(DisplayText.safe(fix))",
    ]
  }

  fileprivate func write(_ json: inout JSONWriter) {
    json.member("code", code.rawValue)
    json.member("severity", severity.rawValue)
    json.members(of: place)
    if let key { json.member("key", key) }
    json.member("problem", problem)
    json.member("reason", reason)
    json.member("fix", fix)
  }
}
