import ChangeEvidence
import IntakeModel
import JSONSyntax
import ShareContract

/// `intake check`: the list before a release.
package enum CheckCommand {
  package static let contract = Option<FilePathArgument?>.value(
    "contract", short: "c", "FILE", .path("a contract", example: "contract.json"),
    help: "The contract. Required.")

  package static let rule = Option<FilePathArgument?>.value(
    "rule", "FILE", .path("a file with an activation rule", example: "Share/Info.plist"),
    help: "The Info.plist of the extension, or a file with its activation rule.")

  package static let records = Option<[FilePathArgument]>.list(
    "records", short: "r", "FILE", .path("a file of records", example: "device.jsonl"),
    help: "Recorded shares, one on each line.")

  package static let results = Option<[FilePathArgument]>.list(
    "results", "FILE", .path("test results", example: "results"),
    help:
      "Test results: the folder of 'intake gate' or its results.json, xUnit XML, events of Swift Testing, or "
      + "JSON of xcresulttool.")

  package static let entitlements = Option<FilePathArgument?>.value(
    "entitlements", "FILE", .path("entitlements", example: "Share.entitlements"),
    help: "The entitlements of the extension.")

  package static let previous = Option<FilePathArgument?>.value(
    "previous-entitlements", "FILE", .path("entitlements", example: "last/Share.entitlements"),
    help: "Those of the last release.")

  package static let definition = CommandDefinition(
    "check", abstract: "The list before a release",
    discussion: [
      "Goes through what has to be shown before a share extension is released, and says of each line by what it is "
        + "shown, why it failed, or what is missing. The exit status is 0 only if all is shown.",
      "The lines are "
        + ReleaseCheck.Question.allCases.map { "\($0.rawValue) (\($0.sentence.dropLast()))" }
        .joined(separator: "; ") + ".",
    ],
    options: [
      contract.declaration.required, rule.declaration, records.declaration, results.declaration,
      entitlements.declaration, previous.declaration, OutputOptions.json.declaration,
    ],
    examples: [
      ("intake check -c contract.json --rule Share/Info.plist", "What the rule alone shows"),
      ("intake check -c contract.json -r device.jsonl --json", "What was recorded, for machines"),
    ],
    check: { arguments throws(UsageError) in
      if arguments[contract] == nil {
        throw UsageError(
          "There is no contract to check against.", hint: "Give it with '--contract FILE'.",
          command: arguments.command)
      }
    })

  package static let body: CommandBodies.Body = { arguments, context in
    guard let contractPath = arguments[CheckCommand.contract] else { return .usage }
    var rule: RuleDocument?
    if let path = arguments[CheckCommand.rule] { rule = try await RuleDocument(reading: path) }
    let registry = rule?.list.registry ?? .standard
    let contract = try await InputContract(reading: contractPath, registry: registry)
    var records: [ShareRecord] = []
    for path in arguments[CheckCommand.records] {
      records += try await InputDocument(reading: path).parse { bytes throws(DocumentError) in
        try ShareRecordFile(reading: bytes)
      }.records
    }
    let (tests, objections) = try await results(arguments)
    let matrix = try TypeMatrix(
      contract: contract, records: records, tests: tests, registry: registry, objections: objections
    )
    let check = ReleaseCheck(
      ReleaseCheck.Input(
        contract: contract, rule: rule?.rule, matrix: matrix, records: records,
        groups: try await groups(arguments[CheckCommand.entitlements]),
        previousGroups: try await groups(arguments[CheckCommand.previous]), registry: registry))
    try await write(check, to: context, asJSON: arguments[OutputOptions.json])
    return check.isGreen ? .success : .refusals
  }

  // MARK: Documents

  private static func groups(_ path: FilePathArgument?) async throws -> [String]? {
    guard let path else { return nil }
    return try await InputDocument(reading: path).parse { bytes throws(DocumentError) in
      try AppEntitlements(reading: bytes)
    }.applicationGroups
  }

  private static func results(
    _ arguments: ParsedArguments
  ) async throws -> (tests: [TestObservation], objections: [String]) {
    var tests: [TestObservation] = []
    var objections: [String] = []
    for path in arguments[CheckCommand.results] {
      let results = try await ResultsDocument(reading: path)
      tests += results.report.observations
      objections += results.report.runObjections.map { "'\(results.name)': \($0)" }
    }
    return (tests, objections)
  }

  // MARK: Output

  private static func write(
    _ check: ReleaseCheck, to context: CommandContext, asJSON: Bool
  ) async throws {
    if asJSON {
      for line in check.lines {
        try await context.output.write(
          JSONWriter.line { json in
            json.member("check", line.question.rawValue)
            json.member("state", line.state.name)
            json.member("details", line.state.details)
          })
      }
      return
    }
    var table = Table([
      TableColumn("CHECK"), TableColumn("STATE"),
      TableColumn("BY OR WHY", minimum: 24, overflow: .wrapped),
    ])
    for line in check.lines {
      let style: TextStyle =
        switch line.state {
        case .shown: .good
        case .failed: .bad
        case .notShown: .doubtful
        }
      table.append([
        TableCell(line.question.rawValue), TableCell(line.state.name, style: style),
        TableCell(message: line.state.details.joined(separator: "; ")),
      ])
    }
    try await context.output.write(table, context.terminal)
  }
}
