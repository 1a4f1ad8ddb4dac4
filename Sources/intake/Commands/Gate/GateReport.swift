import ChangeEvidence
import IntakeModel
import JSONSyntax
import ShareContract

/// What `intake gate` says of a run.
struct GateReport {
  private let outcome: GateRun.Outcome
  private let folder: GateFolder?
  private let isDrill: Bool
  private let hasContract: Bool

  /// - Parameters:
  ///   - folder: Where everything was kept, if it was.
  ///   - hasContract: Whether a contract was to say which tests are required.
  init(_ outcome: GateRun.Outcome, folder: GateFolder?, isDrill: Bool, hasContract: Bool) {
    self.outcome = outcome
    self.folder = folder
    self.isDrill = isDrill
    self.hasContract = hasContract
  }

  /// How many lines of the command are shown where no test says what went wrong.
  private static let tailLength = 12
  /// How many files that were not looked at are named.
  private static let ignoredCount = 10

  private var verdict: GateVerdict { outcome.verdict }

  func write(to context: CommandContext, asJSON: Bool) async throws {
    if asJSON {
      try await context.output.write(
        JSONWriter.line { json in
          json.member("drill", isDrill)
          verdict.write(duration: outcome.duration, to: &json, withMessages: true)
          json.member("droppedOutputBytes", outcome.droppedOutput)
          json.member("ignored", outcome.ignored)
          json.member("results", folder?.path)
        })
      return
    }
    let style: TextStyle = verdict.isGreen ? .good : .bad
    let word = style.applied(
      to: verdict.isGreen ? "GREEN" : "RED", enabled: context.terminal.hasColor)
    try await context.output.write(line: "\(word)  \(summary)")
    if !verdict.findings.isEmpty {
      var table = Table([
        TableColumn("REASON"), TableColumn("WHAT", minimum: 24, overflow: .wrapped),
      ])
      for finding in verdict.findings {
        table.append([
          TableCell(finding.reason.rawValue, style: .bad), TableCell(message: finding.message),
        ])
      }
      try await context.output.write(table, context.terminal)
    }
    if outcome.droppedOutput > 0 {
      context.messages.report(
        "Of the command's output, \(ByteCount(bytes: Int64(outcome.droppedOutput))) "
          + "beyond the limit were dropped.", style: .doubtful)
    }
    if hasContract, verdict.required.isEmpty {
      context.messages.report(
        "The rows of the contract name no tests: none was required.", style: .doubtful)
    }
    if !outcome.ignored.isEmpty {
      let shown = outcome.ignored.prefix(Self.ignoredCount).map { "'\(DisplayText.escaped($0))'" }
      let rest = outcome.ignored.count - shown.count
      context.messages.report(
        "No reports by their names, and not looked at: " + shown.joined(separator: ", ")
          + (rest > 0 ? " and \(rest) more" : "") + ".", style: .doubtful)
    }
    let isUntold: Set<GateReason> = [.testsNotStarted, .noTests, .reportMissing, .commandCrashed]
    if let folder, verdict.findings.contains(where: { isUntold.contains($0.reason) }) {
      let lines = folder.lastLines(Self.tailLength)
      if !lines.isEmpty {
        context.messages.report("The last lines that the command wrote:", style: .plain)
        context.messages.print(lines.map { "  " + DisplayText.escaped($0) })
      }
    }
    if let folder {
      context.messages.report(
        "Everything is kept in '\(DisplayText.escaped(folder.path))'.", style: .plain)
    }
  }

  private var summary: String {
    if isDrill, verdict.isGreen {
      return "The failing drill made the run red, and nothing else did."
    }
    let counts = verdict.counts
    var parts = ["\(verdict.ranCount) \(verdict.ranCount == 1 ? "test" : "tests") ran"]
    for (kind, what) in [
      (TestObservation.Verdict.failed, "failed"), (.skipped, "skipped"), (.cancelled, "gave up"),
      (.unfinished, "did not end"), (.notRun, "did not begin"),
    ] {
      if let count = counts[kind], count > 0 { parts.append("\(count) \(what)") }
    }
    if verdict.retriedCount > 0 {
      parts.append("\(verdict.retriedCount) passed only when run again")
    }
    if verdict.required.isEmpty {
      if hasContract { parts.append("0 required") }
    } else {
      let passed = verdict.required.count { $0.verdict == .passed }
      parts.append("\(passed) of \(verdict.required.count) required passed")
    }
    return parts.joined(separator: ", ") + " in \(DurationText.rounded(outcome.duration))."
  }
}
