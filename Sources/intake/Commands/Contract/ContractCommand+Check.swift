import JSONSyntax
import ShareContract

extension ContractCommand {
  static let check = CommandDefinition(
    "check", abstract: "Find what is wrong with a contract",
    discussion: [
      "Each problem has its line and column: what cannot be read, and where the contract "
        + "contradicts itself, such as a row that expects what its accepted types refuse. The exit "
        + "status is 1 if there is an error; warnings leave it at 0 unless '--strict' is given."
    ],
    options: [types.declaration, strict.declaration, OutputOptions.json.declaration],
    operands: [contract.declaration],
    examples: [
      ("intake contract check share-contract.json", "All problems"),
      ("intake contract check --strict share-contract.json", "In a continuous integration"),
    ])

  static let checkBody: CommandBodies.Body = { arguments, context in
    guard let path = arguments[ContractCommand.contract] else { return .usage }
    var list: ExtensionPropertyList?
    if let path = arguments[ContractCommand.types] {
      list = try await InputDocument(reading: path)
        .parse { bytes throws(DocumentError) in
          let list = try ExtensionPropertyList(reading: bytes)
          if let error = list.entitlementsError { throw error }
          return list
        }
    }
    let input = try await InputDocument(reading: path)
    let document = ContractDocument(
      reading: input.bytes, registry: list?.registry ?? TypeRegistry.standard)
    let problems =
      document.problems + (list.flatMap { document.problem(against: $0) }.map { [$0] } ?? [])
    if arguments[OutputOptions.json] {
      for problem in problems {
        try await context.output.write(JSONWriter.line { problem.write(&$0) })
      }
      try await context.output.write(JSONWriter.line { document.writeSummary(problems, &$0) })
    } else {
      for problem in problems {
        for line in problem.lines(in: input.name, hasColor: context.terminal.hasColor) {
          try await context.output.write(line: line)
        }
      }
      try await context.output.write(line: document.summary(problems))
    }
    if document.contract == nil { return .refusals }
    let isRed = arguments[ContractCommand.strict] && !problems.isEmpty
    return isRed ? .refusals : .success
  }
}

extension ContractProblem {
  /// The problem for a person, what would help set in.
  func lines(in document: String, hasColor: Bool) -> [String] {
    let style: TextStyle = severity == .error ? .bad : .doubtful
    let kind = style.applied(to: severity.rawValue, enabled: hasColor)
    let head = DisplayText.safe(place.map { "\(document): \($0)" } ?? document)
    return ["\(head): \(kind): \(DisplayText.safe(message))"]
      + (advice.map { ["  fix: \(DisplayText.safe($0))"] } ?? [])
  }

  fileprivate func write(_ json: inout JSONWriter) {
    json.member("kind", "problem")
    json.member("severity", severity.rawValue)
    json.member(place: place)
    json.member("message", message)
    json.member("advice", advice)
  }
}

extension JSONWriter {
  /// The line and column of a place, or null.
  mutating func member(place: DocumentPlace?) {
    var position: (line: Int, column: Int)?
    if case .line(let line, let column) = place { position = (line, column) }
    member("line", position?.line)
    member("column", position?.column)
  }
}

extension [ContractProblem] {
  fileprivate func count(_ severity: ContractProblem.Severity) -> Int {
    count { $0.severity == severity }
  }
}

extension ContractDocument {
  fileprivate func writeSummary(_ problems: [ContractProblem], _ json: inout JSONWriter) {
    json.member("kind", "contract")
    json.member("name", contract?.name)
    json.member("digest", try? contract?.digest)
    json.member("rows", contract?.rows.count)
    json.member("errors", problems.count(.error))
    json.member("warnings", problems.count(.warning))
    json.member("omitted", omittedProblems)
    json.member("rowsJudged", rowsWereJudged)
  }

  fileprivate func summary(_ problems: [ContractProblem]) -> String {
    func text(_ count: Int, _ noun: String) -> String {
      "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
    let found =
      problems.isEmpty
      ? "nothing was found"
      : "\(text(problems.count(.error), "error")), \(text(problems.count(.warning), "warning"))"
    let more = omittedProblems > 0 ? ", and \(omittedProblems) more" : ""
    let rest = rowsWereJudged ? "" : " The rows were not judged yet: first mend the errors above."
    guard let contract else { return "\(found)\(more).\(rest)" }
    return "\(text(contract.rows.count, "row")): \(found)\(more)."
  }
}
