import ChangeEvidence
import IntakeModel
import JSONSyntax

extension EvidenceCommand {
  static let show = CommandDefinition(
    "show", abstract: "Show what evidence says, or one of its members",
    discussion: [
      "It is read without checking it; 'intake evidence verify' does that. A member is written as it is, "
        + "up to 64 MiB; on a terminal, what would act on it is escaped."
    ],
    options: [OutputOptions.json.declaration],
    operands: [EvidenceOptions.archive.declaration, EvidenceOptions.member.declaration],
    examples: [
      ("intake evidence show evidence.zip", "The summary"),
      ("intake evidence show evidence.zip results/results.json", "One member"),
    ])

  static let showBody: CommandBodies.Body = { arguments, context in
    guard let archive = try arguments[EvidenceOptions.archive]?.text(arguments.command) else {
      return .usage
    }
    if let member = arguments[EvidenceOptions.member] {
      return try await write(member, of: archive, context)
    }
    let summary = try await EvidenceSummary(reading: archive)
    if arguments[OutputOptions.json] {
      try await context.output.write(summary.jsonLine)
    } else {
      try await write(summary, context)
    }
    return .success
  }

  private static func write(
    _ member: String, of archive: String, _ context: CommandContext
  ) async throws -> ExitStatus {
    let content = try await EvidenceContent.read(
      archive, keep: [member: EvidenceLimits.shownBytes], stopAfter: member)
    guard let bytes = content.kept[member] else {
      let reason = content.faults.first ?? "'intake evidence show' lists them"
      context.messages.report(
        "'\(DisplayText.escaped(archive))' has no member '\(DisplayText.escaped(member))' that can be "
          + "read: \(reason)")
      return .refusals
    }
    guard context.terminal.isTerminal else {
      try await context.output.write(bytes)
      return .success
    }
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      try await context.output.write(line: DisplayText.safe(String(decoding: line, as: UTF8.self)))
    }
    return .success
  }

  private static func write(_ summary: EvidenceSummary, _ context: CommandContext) async throws {
    let manifest = summary.manifest
    var facts = [
      ("RESULT", manifest.verdict.result.rawValue), ("COMMIT", manifest.change.text),
      ("TREE", manifest.change.tree.description),
      ("CONTENT", "sha256:\(manifest.contentDigest)"),
      ("SIGNED", summary.isSigned ? "yes, unchecked" : "no"),
    ]
    if !summary.tests.isEmpty {
      let passed = summary.tests.values.count { $0 == "passed" }
      facts.append(("TESTS", "\(passed) of \(summary.tests.count) passed"))
    }
    if !summary.rows.isEmpty {
      let green = summary.rows.values.count { $0.isGreen }
      facts.append(("MATRIX", "green rows: \(green) of \(summary.rows.count)"))
    }
    facts += manifest.verdict.reasons.map { ("BECAUSE", $0) }
    try await context.output.write(facts: facts)
    try await context.output.write(line: "")
    var sources = Table([
      TableColumn("SOURCE"), TableColumn("STATE"), TableColumn("WHAT", overflow: .wrapped),
    ])
    for source in manifest.sources {
      sources.append([
        TableCell(source.name),
        TableCell(source.state.name, style: source.isGap ? .doubtful : .good),
        TableCell(source.text),
      ])
    }
    try await context.output.write(sources, context.terminal)
    try await context.output.write(line: "")
    var members = Table([
      TableColumn("MEMBER", minimum: 20, overflow: .shortened),
      TableColumn("SIZE", alignment: .right), TableColumn("SOURCE", expendable: 1),
    ])
    for member in manifest.members {
      members.append([
        TableCell(member.path.text), TableCell("\(ByteCount(bytes: member.size))"),
        TableCell(member.source),
      ])
    }
    try await context.output.write(members, context.terminal)
  }
}

extension EvidenceSummary {
  fileprivate var jsonLine: [UInt8] {
    JSONWriter.line { json in
      json.member("format", format.rawValue)
      json.member("result", manifest.verdict.result.rawValue)
      json.member("reasons", manifest.verdict.reasons)
      json.member("commit", manifest.change.commit.description)
      json.member("tree", manifest.change.tree.description)
      json.member("branch", manifest.change.branch)
      json.member("isClean", manifest.change.isClean)
      json.member("contentDigest", "sha256:\(manifest.contentDigest)")
      json.member("isSigned", isSigned)
      json.member("tests", tests.count)
      json.member("passedTests", tests.values.count { $0 == "passed" })
      json.member("rows", rows.count)
      json.member("greenRows", rows.values.count { $0.isGreen })
      json.key("sources")
      json.array(manifest.sources) { json, source in
        json.object { json in
          json.member("name", source.name)
          json.member("state", source.state.name)
          json.member("members", source.memberCount)
          json.member("bytes", source.bytes)
          json.member("redactions", source.redactions)
        }
      }
      json.key("members")
      json.array(manifest.members) { json, member in
        json.object { json in
          json.member("path", member.path.text)
          json.member("size", member.size)
          json.member("sha256", "\(member.digest)")
          json.member("source", member.source)
        }
      }
    }
  }
}
