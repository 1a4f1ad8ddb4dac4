import ChangeEvidence
import IntakeModel
import JSONSyntax
import ShareContract

extension EvidenceCommand {
  static let export = CommandDefinition(
    "export", abstract: "Write the evidence of what is checked out",
    discussion: [
      "Ties what is given to the commit that is checked out. A working tree with changes is said to be so, "
        + "with their digest; keep results where git ignores them. What is not given is absent, and the page "
        + "says that too. Without test results the evidence is red.",
      "All members have the time of the commit, or that of SOURCE_DATE_EPOCH. The archive holds no paths, "
        + "no output and no text of the tests, and of device logs what an allow-list names. A member in which "
        + "something looks like content of a user (an address, a name, coordinates, a token, media) stays "
        + "out, and standard error says where it is.",
      #"A file of figures is {"charts": [{"title": "Peak memory", "unit": "MiB", "bars": [{"name": "2,000 "#
        + #"photos", "value": 12.5}]}]}."#,
      "The exit status is 0 if the evidence is written and nothing in it failed, and 1 if it is written "
        + "and red, or if something that is needed cannot be read.",
    ],
    options: [
      EvidenceOptions.repository.declaration, EvidenceOptions.output.declaration,
      EvidenceOptions.force.declaration, EvidenceOptions.format.declaration,
      EvidenceOptions.contract.declaration, EvidenceOptions.records.declaration,
      EvidenceOptions.results.declaration, EvidenceOptions.deviceLogs.declaration,
      EvidenceOptions.subsystems.declaration, EvidenceOptions.figures.declaration,
      EvidenceOptions.privateWords.declaration, EvidenceOptions.tools.declaration,
      EvidenceOptions.signingKey.declaration,
      EvidenceOptions.budget.declaration, EvidenceOptions.timeLimit.declaration,
      OutputOptions.json.declaration,
    ],
    examples: [
      (
        "intake evidence export --contract contract.json --results results",
        "After 'intake gate --results results -- swift test'"
      ),
      ("intake evidence export --results results --sign signing.pem -o change.zip", "Sign it"),
    ],
    check: { arguments throws(UsageError) in
      for tool in arguments[EvidenceOptions.tools] where Tool(tool) == nil {
        throw UsageError(
          "'\(DisplayText.escaped(tool))' is no tool with a version.",
          hint: "For example '--tool swift=6.3.1'.", command: arguments.command)
      }
    })

  /// A tool and its version, as they are typed.
  private struct Tool {
    let name: String
    let version: String

    init?(_ text: String) {
      let parts = text.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, text.utf8.count <= 200 else { return nil }
      name = String(parts[0])
      version = String(parts[1])
    }
  }

  static let exportBody: CommandBodies.Body = { arguments, context in
    let command = arguments.command
    let format = arguments[EvidenceOptions.format]
    let output =
      try arguments[EvidenceOptions.output]?.text(command) ?? "evidence.\(format.rawValue)"
    let key = try arguments[EvidenceOptions.signingKey].map {
      try KeyFile.privateKey($0.text(command))
    }
    let repository = GitRepository(
      try arguments[EvidenceOptions.repository]?.text(command) ?? ".",
      environment: context.environment.forChildren)
    var change = try await repository.checkedOut(excluding: output)
    let inputs = try await ExportInputs(arguments, commit: change.commit)
    change.contractDigest = inputs.contractDigest

    var tools = ["intake": RootCommand.version]
    tools["git"] = try await repository.version()
    if let library = EnvironmentDescription.archiveLibrary { tools[library.name] = library.version }
    for tool in arguments[EvidenceOptions.tools].compactMap(Tool.init) {
      tools[tool.name] = tool.version
    }
    let environment = EnvironmentDescription.current(tools: tools)
    let collectors = (inputs.collectors + [.environment(environment)]).map { collector in
      var collector = collector
      collector.budget = arguments[EvidenceOptions.budget]
      collector.timeLimit = arguments[EvidenceOptions.timeLimit]
      collector.privacy?.privateWords = arguments[EvidenceOptions.privateWords]
      return collector
    }
    var export = EvidenceExport(
      change: change, collectors: collectors, page: inputs.page,
      time: try sourceDate(context, command) ?? change.time, format: format, key: key)
    export.privacy = PrivacyCheck(privateWords: arguments[EvidenceOptions.privateWords])
    let result = try await export.write(to: output, replacing: arguments[EvidenceOptions.force])
    for warning in result.warnings { context.messages.report(warning, style: .doubtful) }
    try await report(result, output, arguments, context)
    if !arguments[OutputOptions.json], let advice = inputs.advice {
      context.messages.report(advice, style: .plain)
    }
    return result.manifest.verdict.result == .failed ? .refusals : .success
  }

  /// The time that reproducible builds agree on.
  private static func sourceDate(
    _ context: CommandContext, _ command: String
  ) throws(UsageError) -> Int64? {
    guard let text = context.environment.text("SOURCE_DATE_EPOCH") else { return nil }
    // What a zip can hold in its exact field; others would not come back.
    guard let seconds = Int32(text), seconds >= 0 else {
      throw UsageError(
        "SOURCE_DATE_EPOCH is '\(DisplayText.escaped(text))'; expected seconds since the start of 1970.",
        command: command)
    }
    return Int64(seconds)
  }

  private static func report(
    _ result: EvidenceExport.Result, _ output: String, _ arguments: ParsedArguments,
    _ context: CommandContext
  ) async throws {
    let manifest = result.manifest
    if arguments[OutputOptions.json] {
      try await context.output.write(
        JSONWriter.line { json in
          json.member("path", output)
          json.member("size", result.size)
          json.member("sha256", "\(result.digest)")
          json.member("contentDigest", "sha256:\(manifest.contentDigest)")
          json.member("commit", manifest.change.commit.description)
          json.member("isClean", manifest.change.isClean)
          json.member("result", manifest.verdict.result.rawValue)
          json.member("reasons", manifest.verdict.reasons)
          json.member("members", manifest.members.count)
        })
      return
    }
    try await context.output.write(facts: [
      ("ARCHIVE", "\(output), \(ByteCount(bytes: result.size))"), ("SHA-256", "\(result.digest)"),
      ("CONTENT", "sha256:\(manifest.contentDigest)"), ("COMMIT", manifest.change.text),
      ("RESULT", manifest.verdict.result.rawValue),
    ])
    for reason in manifest.verdict.reasons {
      context.messages.report(
        reason, style: manifest.verdict.result == .failed ? .bad : .doubtful)
    }
  }
}

extension Change {
  /// The commit, its branch, and whether there was more.
  var text: String {
    let branch = branch.map { " on \($0)" } ?? ""
    let files =
      difference.map {
        ", with \($0.fileCount) \($0.fileCount == 1 ? "file" : "files") that \($0.fileCount == 1 ? "is" : "are") "
          + "in no commit"
      } ?? ""
    return "\(commit)\(branch)\(files)"
  }
}

extension Environment {
  /// What a program that is run needs to find its way.
  var forChildren: [String: String] {
    var values: [String: String] = [:]
    for name in ["PATH", "HOME", "XDG_CONFIG_HOME"] { values[name] = text(name) }
    return values
  }
}
