import IntakeModel
import JSONSyntax
import ShareContract
import UniformTypes

extension RuleCommand {
  static let explain = CommandDefinition(
    "explain", abstract: "Say whether the extension appears for a share, and which part decides",
    discussion: [
      "The share is what its source declares: attachments given by '--declares' or '--item', or a "
        + "row of a contract. The exit status is 0 if the extension appears and 1 if it does not."
    ],
    options: [
      ShareOptions.declares.declaration, ShareOptions.item.declaration, contract.declaration,
      row.declaration,
      OutputOptions.json.declaration,
    ],
    operands: [rule.declaration],
    examples: [
      (
        "intake rule explain Info.plist --declares public.jpeg --declares public.url",
        "A photo and a link in one item"
      ),
      (
        "intake rule explain Info.plist --item com.adobe.pdf --item public.url",
        "A PDF page of Safari: two items"
      ),
      (
        "intake rule explain Info.plist --contract contract.json --row photos-still",
        "A share of the contract"
      ),
      (
        "echo TRUEPREDICATE | intake rule explain - --declares public.url",
        "A predicate from standard input"
      ),
    ],
    check: checkShare)

  private static func checkShare(_ arguments: ParsedArguments) throws(UsageError) {
    try checkInputs(arguments)
    guard (arguments[contract] == nil) == (arguments[row] == nil) else {
      throw UsageError(
        "'--contract' and '--row' go together: the row is one of the contract.",
        hint: "'intake rule check' evaluates all rows.", command: arguments.command)
    }
    let given = [
      !arguments[ShareOptions.declares].isEmpty, !arguments[ShareOptions.item].isEmpty,
      arguments[contract] != nil,
    ]
    guard given.count(where: { $0 }) == 1 else {
      throw UsageError(
        given.contains(true)
          ? "A share is given by '--declares', by '--item' or by '--contract', and by one of them."
          : "There is no share to evaluate.",
        hint: "For example '\(arguments.command) Info.plist --declares public.jpeg'.",
        command: arguments.command)
    }
  }

  static let explainBody: CommandBodies.Body = { arguments, context in
    guard let path = arguments[RuleCommand.rule] else { return .usage }
    let document = try await RuleDocument(reading: path)
    let registry = document.list.registry
    let items: [SharedItem]
    if let contractPath = arguments[RuleCommand.contract] {
      let contract = try await InputContract(reading: contractPath, registry: registry)
      let id = arguments[RuleCommand.row] ?? ""
      guard let row = contract.rows.first(where: { $0.id == id }) else {
        context.messages.report(missingRow(id, in: contract))
        return .refusals
      }
      items = row.items
    } else {
      items = ShareOptions.items(arguments)
      UnknownTypes.report(
        among: items.flatMap { $0.attachments.joined() }, registry, to: context.messages)
    }
    let decision = document.rule.decision(for: items, in: registry)
    if arguments[OutputOptions.json] {
      try await context.output.write(JSONWriter.line { decision.write(&$0) })
    } else {
      for line in decision.description.split(separator: "\n") {
        try await context.output.write(line: DisplayText.safe(line))
      }
    }
    return decision.appears ? .success : .refusals
  }

  private static func missingRow(_ id: String, in contract: InputContract) -> String {
    "The contract has no row '\(DisplayText.escaped(id))'; \(ChosenRow.advice(id, in: contract))."
  }
}

extension ActivationDecision {
  /// Writes the members of a decision.
  func write(_ json: inout JSONWriter) {
    json.member("appears", appears)
    json.member("complete", isComplete)
    json.key("explanation")
    explanation.write(&json)
  }
}

extension ActivationExplanation {
  fileprivate func write(_ json: inout JSONWriter) {
    json.object { json in
      json.member("holds", holds)
      json.member("sentence", sentence)
      json.key("parts")
      json.array(parts) { $1.write(&$0) }
    }
  }
}
