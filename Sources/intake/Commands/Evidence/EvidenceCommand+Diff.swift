import ChangeEvidence
import IntakeModel
import JSONSyntax

extension EvidenceCommand {
  static let diff = CommandDefinition(
    "diff", abstract: "Compare the evidence of two changes",
    discussion: [
      "Shows what is worse first: rows of the matrix that turned red, tests that turned red or are gone, "
        + "gaps and types that are gone; then what is better or new. The exit status is 1 if something is "
        + "worse. Neither archive is checked; 'intake evidence verify' does that."
    ],
    options: [OutputOptions.json.declaration],
    operands: [EvidenceOptions.older.declaration, EvidenceOptions.newer.declaration],
    examples: [("intake evidence diff main.zip change.zip", "What does the change do?")])

  static let diffBody: CommandBodies.Body = { arguments, context in
    let command = arguments.command
    guard let older = try arguments[EvidenceOptions.older]?.text(command),
      let newer = try arguments[EvidenceOptions.newer]?.text(command)
    else { return .usage }
    let difference = EvidenceDifference(
      from: try await EvidenceSummary(reading: older), to: try await EvidenceSummary(reading: newer)
    )
    if arguments[OutputOptions.json] {
      for entry in difference.entries {
        try await context.output.write(
          JSONWriter.line { json in
            json.member("kind", entry.kind.rawValue)
            json.member("isWorse", entry.kind.isWorse)
            json.member("subject", entry.subject)
            json.member("detail", entry.detail)
          })
      }
    } else {
      var table = Table([
        TableColumn("CHANGE"), TableColumn("WHAT", minimum: 16, overflow: .shortened),
        TableColumn("DETAIL", overflow: .wrapped),
      ])
      for entry in difference.entries {
        table.append([
          TableCell(entry.kind.words, style: entry.kind.isWorse ? .bad : .good),
          TableCell(entry.subject), TableCell(entry.detail ?? ""),
        ])
      }
      if difference.entries.isEmpty {
        context.messages.report("Nothing that counts is different.", style: .good)
      } else {
        try await context.output.write(table, context.terminal)
      }
    }
    return difference.isWorse ? .refusals : .success
  }
}
