import ChangeEvidence
import IntakeModel
import JSONSyntax
import SystemCalls

extension EvidenceCommand {
  static let range = Operand<String?>.required(
    "BASE..HEAD", .text("two revisions", example: "origin/main..HEAD"),
    help: "The branch that the change goes into, and the change: what HEAD has and BASE has not.")

  static let policyFile = Option<FilePathArgument?>.value(
    "policy", "FILE", .path("a policy", example: EvidencePolicy.fileName),
    otherwise: "\(EvidencePolicy.fileName) of the base, else the usual places",
    help: "Which files are the contract, the rule and the reading code, and where evidence lies.")

  static let policy = CommandDefinition(
    "policy", abstract: "Check that a change brings the evidence that it needs",
    discussion: [
      "For merge requests. A change that touches the contract, the rule or the reading code has to bring a new "
        + "matrix that is green and of the contract that it leaves, new test results that are good and in which "
        + "each test that the contract names passed, and a new record from a device. What says the same as "
        + "evidence of the base is not new, wherever it lies. Where the groups in the entitlements change, a new record has to show a share "
        + "that was stored in a fresh installation.",
      "A policy is JSON: an object with 'version', which is 1, and for each of "
        + EvidencePolicy.Part.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        + " an array of patterns such as 'Sources/Share/**' or '**/Info.plist'. Parts that are left out have "
        + "their usual places. It is read from the base, so that no change is judged by what it says itself: a "
        + "change that brings the first policy is judged by the usual places, or by '--policy'.",
    ],
    options: [
      EvidenceOptions.repository.declaration, policyFile.declaration,
      OutputOptions.json.declaration,
    ],
    operands: [range.declaration],
    examples: [("intake evidence policy origin/main..HEAD", "What a merge request needs")],
    check: { arguments throws(UsageError) in
      if let text = arguments[range], Self.parts(of: text) == nil {
        throw UsageError(
          "'\(DisplayText.escaped(text))' is no range of revisions.",
          hint: "For example '\(arguments.command) origin/main..HEAD'.", command: arguments.command)
      }
    })

  /// The two revisions of `BASE..HEAD`, or of `BASE...HEAD`, which means the same here.
  private static func parts(of range: String) -> (base: String, head: String)? {
    guard let dots = range.firstRange(of: "..") else { return nil }
    let base = range[..<dots.lowerBound]
    var head = range[dots.upperBound...]
    if head.first == "." { head = head.dropFirst() }
    guard !base.isEmpty, !head.contains("..") else { return nil }
    return (String(base), head.isEmpty ? "HEAD" : String(head))
  }

  static let policyBody: CommandBodies.Body = { arguments, context in
    guard let text = arguments[EvidenceCommand.range],
      let (base, head) = EvidenceCommand.parts(of: text)
    else { return .usage }
    var policy: EvidencePolicy?
    if let path = arguments[EvidenceCommand.policyFile] {
      policy = try await InputDocument(reading: path).parse { bytes throws(DocumentError) in
        try EvidencePolicy(reading: bytes)
      }
    }
    let folder = arguments[EvidenceOptions.repository].map {
      String(decoding: $0.bytes, as: UTF8.self)
    }
    let repository = GitRepository(folder ?? ".", environment: ProcessVariables.all())
    let outcome = try await PolicyRun(repository, policy: policy).run(base: base, head: head)
    if arguments[OutputOptions.json] {
      try await context.output.write(JSONWriter.line { outcome.write(to: &$0) })
    } else {
      try await EvidenceCommand.write(outcome, to: context)
    }
    return outcome.verdict.isGreen ? .success : .refusals
  }

  private static func write(_ outcome: PolicyRun.Outcome, to context: CommandContext) async throws {
    let verdict = outcome.verdict
    let style: TextStyle = verdict.isGreen ? .good : .bad
    let word = style.applied(
      to: verdict.isGreen ? "GREEN" : "RED", enabled: context.terminal.hasColor)
    try await context.output.write(line: "\(word)  \(summary(of: verdict))")
    guard !verdict.isGreen else { return }
    var table = Table([TableColumn("REASON"), TableColumn("WHAT", minimum: 24, overflow: .wrapped)])
    for finding in verdict.findings {
      table.append([
        TableCell(finding.reason.rawValue, style: .bad), TableCell(message: finding.message),
      ])
    }
    try await context.output.write(table, context.terminal)
  }

  private static func summary(of verdict: PolicyVerdict) -> String {
    var parts: [String] = []
    for part in EvidencePolicy.Part.allCases {
      let count = verdict.triggers.count { $0.part == part }
      if count > 0 {
        parts.append("\(count) \(count == 1 ? "file" : "files") of the \(part.rawValue)")
      }
    }
    if verdict.changesGroups { parts.append("the groups") }
    if parts.isEmpty { return "The change touches nothing that needs evidence." }
    return "The change touches \(parts.joined(separator: ", ")), and brings "
      + (verdict.evidence.isEmpty
        ? "no evidence."
        : "\(verdict.evidence.count) \(verdict.evidence.count == 1 ? "file" : "files") of evidence.")
  }
}

extension PolicyRun.Outcome {
  fileprivate func write(to json: inout JSONWriter) {
    json.member("green", verdict.isGreen)
    json.member("base", base.description)
    json.member("head", head.description)
    json.member("policy", source.rawValue)
    json.key("touched")
    json.array(verdict.triggers) { json, trigger in
      json.object { json in
        json.member("path", trigger.path)
        json.member("part", trigger.part.rawValue)
      }
    }
    json.member("changesGroups", verdict.changesGroups)
    json.member("evidence", verdict.evidence)
    json.key("findings")
    json.array(verdict.findings) { json, finding in
      json.object { json in
        json.member("reason", finding.reason.rawValue)
        json.member("path", finding.path)
        json.member("message", finding.message)
      }
    }
  }
}
