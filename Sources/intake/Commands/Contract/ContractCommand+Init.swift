import IntakeModel
import ShareContract

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension ContractCommand {
  static let start = CommandDefinition(
    "init", abstract: "Start a contract from an Info.plist",
    discussion: [
      "Reads the activation rule of an extension, and writes a commented start of its contract: the "
        + "types that the rule names as accepted, how many attachments it lets through at once as the "
        + "limit, and rows for the shares that are reported of common apps. Each row waits for its "
        + "tests to be named. The JSON Schema is written beside it, for editors.",
      "The limit is, of a dictionary, the sum of the maxima of its kinds, which may come together, and "
        + "no more than its maximum of attachments; of a predicate, the largest number that it allows.",
      "For a rule that stands where no system looks for it, or that can never hold, nothing is "
        + "written, and the exit status is 1.",
    ],
    options: [output.declaration, force.declaration],
    operands: [propertyList.declaration],
    examples: [
      ("intake contract init Share/Info.plist", "Write share-contract.json"),
      ("intake contract init Share/Info.plist --output -", "Only look at it"),
    ])

  static let startBody: CommandBodies.Body = { arguments, context in
    guard let path = arguments[propertyList] else { return .usage }
    let document = try await InputDocument(reading: path)
    let list = try document.parse { bytes throws(DocumentError) in
      let list = try ExtensionPropertyList(reading: bytes)
      try checkRule(of: list)
      return list
    }
    let draft = ContractDraft(from: list)
    let output = arguments[ContractCommand.output]
    guard !output.isStandardStream else {
      try await context.output.write(draft.text.utf8)
      return .success
    }
    let schema = output.beside(InputContract.schemaFileName)
    let replaces = arguments[ContractCommand.force]
    // Both are refused before one is written.
    let contractFile = try OutputFile(output, replacing: replaces)
    try contractFile.write(Array(draft.text.utf8))
    // One that is up to date stays, and needs no force.
    let isCurrent =
      (try? await InputDocument(reading: schema).bytes) == Array(InputContract.schema.utf8)
    if !isCurrent {
      let schemaFile = try OutputFile(schema, replacing: replaces)
      try schemaFile.write(Array(InputContract.schema.utf8))
      try schemaFile.finish()
    }
    try contractFile.finish()
    context.messages.print(steps(draft, list, from: path, output))
    return .success
  }

  /// - Throws: For entitlements, and for a rule with which the extension never appears: a contract for it would
  ///   promise what cannot come true.
  private static func checkRule(of list: ExtensionPropertyList) throws(DocumentError) {
    if let error = list.entitlementsError { throw error }
    let advice = "'intake rule lint' says more"
    if let error = list.misplacedRule?.error {
      throw DocumentError("\(error.message); \(advice)", at: error.place)
    }
    let dead: Set<RuleFinding.Code> = [.neverAppears, .emptyRange]
    if let finding = RuleLint.findings(in: list).first(where: { dead.contains($0.code) }) {
      throw DocumentError(
        "with this rule the extension never appears: \(finding.problem); \(advice)",
        at: finding.place)
    }
  }

  /// What was written, and what to do next.
  private static func steps(
    _ draft: ContractDraft, _ list: ExtensionPropertyList, from path: FilePathArgument,
    _ output: FilePathArgument
  ) -> [String] {
    let rows = draft.contract.rows
    let supported = rows.count { $0.isSupported }
    let types = draft.contract.rule.accepted.count
    var lines = [
      "Wrote '\(output.display)': \(types) accepted type\(types == 1 ? "" : "s"), "
        + "\(supported) rows of shares that are taken, \(rows.count - supported) of some that are not."
    ]
    if list.rule == nil {
      lines.append("The Info.plist has no activation rule, so that any file is accepted.")
    }
    if !draft.hiddenRows.isEmpty {
      lines.append(
        "The rule does not show the extension for: \(draft.hiddenRows.joined(separator: ", ")).")
    }
    let contract = ShellWord.quoted(output.display)
    let rule = path.isStandardStream ? "Info.plist" : ShellWord.quoted(path.display)
    return lines + [
      "Next:",
      "  1. Read it through: accepted types, limits, rows. Its comments say what is to do.",
      "  2. Name in 'tests' what covers each row.",
      "  3. intake contract check \(contract)",
      "  4. intake rule check \(rule) --contract \(contract)",
      "  5. intake replay --rows --contract \(contract) --output observed.jsonl",
      "  6. intake matrix --contract \(contract) --records observed.jsonl",
    ]
  }
}

extension FilePathArgument {
  /// A file of that name in the same folder.
  fileprivate func beside(_ name: String) -> FilePathArgument {
    let folder = bytes[..<(bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)]
    // The name is neither empty nor holds a NUL.
    return FilePathArgument(bytes: folder + Array(name.utf8))!
  }
}
