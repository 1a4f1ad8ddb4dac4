import IntakeModel
import JSONSyntax
import ShareContract

extension RuleCommand {
  static let check = CommandDefinition(
    "check", abstract: "Hold an activation rule against a contract",
    discussion: [
      "For each row of the contract the rule is evaluated: for a share that is supported the "
        + "extension has to appear, and for one that is refused it must not, unless the row says "
        + "otherwise. The exit status is 1 if a row is red; what decided there is shown below the "
        + "table."
    ],
    options: [contract.declaration.required, OutputOptions.json.declaration],
    operands: [rule.declaration],
    examples: [
      ("intake rule check Share/Info.plist --contract contract.json", "All rows")
    ],
    check: { arguments throws(UsageError) in
      if arguments[contract] == nil {
        throw UsageError(
          "There is no contract to hold the rule against.", hint: "Give it with '--contract FILE'.",
          command: arguments.command)
      }
      try checkInputs(arguments)
    })

  static let checkBody: CommandBodies.Body = { arguments, context in
    guard let path = arguments[RuleCommand.rule], let contractPath = arguments[RuleCommand.contract]
    else { return .usage }
    let document = try await RuleDocument(reading: path)
    let registry = document.list.registry
    let contract = try await InputContract(reading: contractPath, registry: registry)
    let check = ContractRuleCheck(document.rule, against: contract, in: registry)
    if arguments[OutputOptions.json] {
      for row in check.rows { try await context.output.write(JSONWriter.line { row.write(&$0) }) }
    } else {
      try await write(check, context)
    }
    if check.rows.isEmpty {
      context.messages.report("The contract has no rows, so that there is nothing to hold it to.")
    }
    return check.isGreen ? .success : .refusals
  }

  private static func write(
    _ check: ContractRuleCheck, _ context: CommandContext
  ) async throws {
    guard !check.rows.isEmpty else { return }
    var table = Table([
      TableColumn("ROW", minimum: 12), TableColumn("SOURCE", overflow: .shortened, expendable: 1),
      TableColumn("CONTENT", overflow: .shortened, expendable: 2), TableColumn("EXPECTED"),
      TableColumn("RULE"), TableColumn("RESULT"),
    ])
    func verb(_ appears: Bool) -> String { appears ? "appears" : "hidden" }
    for row in check.rows {
      table.append([
        TableCell(row.id), TableCell(row.source.text), TableCell(row.content.text),
        TableCell(verb(row.expected)), TableCell(verb(row.decision.appears)),
        row.isGreen ? TableCell("green", style: .good) : TableCell("red", style: .bad),
      ])
    }
    try await context.output.write(table, context.terminal)
    let red = check.rows.filter { !$0.isGreen }
    for row in red {
      try await context.output.write(line: "")
      let lines = row.decision.description.split(separator: "\n")
      for (index, line) in lines.enumerated() {
        let head = index == 0 ? "\(row.id): " : ""
        try await context.output.write(line: head + DisplayText.safe(line))
      }
    }
    try await context.output.write(line: "")
    try await context.output.write(
      line: "\(check.rows.count - red.count) green, \(red.count) red.")
  }
}

extension ContractRuleCheck.Row {
  fileprivate func write(_ json: inout JSONWriter) {
    json.member("row", id)
    json.member("source", source.text)
    json.member("content", content.text)
    json.member("expected", expected)
    json.member("green", isGreen)
    decision.write(&json)
  }
}
