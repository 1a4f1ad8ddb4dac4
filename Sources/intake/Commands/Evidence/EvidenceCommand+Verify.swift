import ChangeEvidence
import IntakeModel
import JSONSyntax

extension EvidenceCommand {
  static let verify = CommandDefinition(
    "verify",
    abstract: "Check that evidence is what it says, about the change that it should be about",
    discussion: [
      "Checks every member against the manifest, and the manifest against the members; the statements "
        + "against both; the signature; and the commit. Says exactly what differs. The archive may be "
        + "anything: nothing is extracted, and sizes, counts and ratios are limited.",
      "An archive without a signature proves that it was not damaged, and not who made it. The exit status "
        + "is 0 if nothing differs, and 1 if something does.",
    ],
    options: [
      EvidenceOptions.change.declaration, EvidenceOptions.repository.declaration,
      EvidenceOptions.keys.declaration, EvidenceOptions.requireSigned.declaration,
      OutputOptions.json.declaration,
    ],
    operands: [EvidenceOptions.archive.declaration],
    examples: [
      ("intake evidence verify evidence.zip --change HEAD", "Is it about what is checked out?"),
      (
        "intake evidence verify evidence.zip --key signing.pub --require-signed",
        "Did the right one sign it?"
      ),
    ],
    check: { arguments throws(UsageError) in
      if arguments.contains(EvidenceOptions.repository), arguments[EvidenceOptions.change] == nil {
        throw UsageError(
          "'--repository' says where '--change' is looked up, which is not given.",
          hint: "For example '--change HEAD'.", command: arguments.command)
      }
      if arguments[EvidenceOptions.requireSigned], arguments[EvidenceOptions.keys].isEmpty {
        throw UsageError(
          "'--require-signed' needs a key to check with: anybody can sign with a key of their own.",
          hint: "For example '--key signing.pub'.", command: arguments.command)
      }
    })

  static let verifyBody: CommandBodies.Body = { arguments, context in
    let command = arguments.command
    guard let archive = arguments[EvidenceOptions.archive] else { return .usage }
    var verification = EvidenceVerification(
      requiresSignature: arguments[EvidenceOptions.requireSigned])
    for path in arguments[EvidenceOptions.keys] {
      verification.keys.append(try KeyFile.publicKey(path.text(command)))
    }
    if let revision = arguments[EvidenceOptions.change] {
      let folder = try arguments[EvidenceOptions.repository]?.text(command) ?? "."
      verification.change = try await GitRepository(
        folder, environment: context.environment.forChildren
      ).change(revision)
    }
    let report = try await verification.verify(archive.text(command))
    if arguments[OutputOptions.json] {
      try await context.output.write(report.jsonLine)
    } else {
      try await write(report, context)
    }
    return report.isVerified ? .success : .refusals
  }

  private static func write(_ report: VerificationReport, _ context: CommandContext) async throws {
    var table = Table([
      TableColumn("CHECK"), TableColumn("OUTCOME"), TableColumn("WHAT", overflow: .wrapped),
    ])
    for check in report.checks {
      for (index, finding) in check.findings.enumerated() {
        let isFirst = index == 0
        table.append([
          TableCell(isFirst ? check.subject.rawValue : ""),
          TableCell(isFirst ? check.outcome.rawValue : "", style: check.outcome.style),
          TableCell(message: finding),
        ])
      }
    }
    try await context.output.write(table, context.terminal)
    let verdict = report.manifest.map { "; it says \($0.verdict.result.rawValue)" } ?? ""
    context.messages.report(
      report.isVerified
        ? "Nothing differs\(verdict)." : "This is not the evidence that it says it is.",
      style: report.isVerified ? .good : .bad)
  }
}

extension VerificationReport.Outcome {
  fileprivate var style: TextStyle {
    switch self {
    case .holds: .good
    case .differs: .bad
    case .open: .doubtful
    }
  }
}

extension VerificationReport {
  fileprivate var jsonLine: [UInt8] {
    JSONWriter.line { json in
      json.member("isVerified", isVerified)
      json.member("result", manifest?.verdict.result.rawValue)
      json.member("commit", manifest?.change.commit.description)
      json.member("contentDigest", manifest.map { "sha256:\($0.contentDigest)" })
      json.member("keyIDs", keyIDs)
      json.key("checks")
      json.array(checks) { json, check in
        json.object { json in
          json.member("subject", check.subject.rawValue)
          json.member("outcome", check.outcome.rawValue)
          json.member("findings", check.findings)
        }
      }
    }
  }
}
