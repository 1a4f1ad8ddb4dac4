package import IntakeModel

/// Tells what becomes of a batch, as it happens and at the end.
///
/// Not `Sendable`: the task that takes the outcomes also writes them. Memory does not grow with the
/// number of attachments: rows are written as they come, and only the first refusals are kept for
/// the table at the end.
package final class IngestReport {
  /// How the outcomes are told.
  package enum Form: Sendable {
    /// One line of JSON for each outcome.
    case json
    /// A table at the end, and a row for each outcome if `everyRow`.
    case table(everyRow: Bool)
    /// Nothing but the refusals, as messages.
    case quiet
  }

  /// The most refusals in the table at the end.
  package static let refusalsKept = 100

  package private(set) var totals: IngestTotals
  /// Whether the batch is stored as a whole, although not all of it could be told.
  package var isWhole = false
  private let form: Form
  private let output: StandardOutput
  private let terminal: Terminal
  private let messages: Messages
  private var refusals: [Outcome] = []
  private let layout: TableLayout

  /// - Parameter hasContract: Whether a contract says what is accepted.
  package init(
    _ form: Form, hasContract: Bool = false, output: StandardOutput, terminal: Terminal,
    messages: Messages
  ) {
    totals = IngestTotals(hasContract: hasContract)
    self.form = form
    self.output = output
    self.terminal = terminal
    self.messages = messages
    // Rows are written before all are known: most types are no wider than this, and names get the rest.
    layout = TableLayout(
      Outcome.columns, content: [0, 0, 0, 34, terminal.width ?? 0],
      width: terminal.width, hasColor: terminal.hasColor, ellipsis: terminal.ellipsis)
  }

  /// Whether a progress bar would mix with lines that are written meanwhile, on the same terminal.
  package var allowsProgressBar: Bool {
    switch form {
    case .quiet: false
    case .json, .table(everyRow: true): !terminal.isTerminal
    case .table(everyRow: false): true
    }
  }

  /// Takes note of one outcome, and writes it at once if its row is wanted.
  ///
  /// - Throws: ``OutputError``, or `CancellationError`.
  package func add(_ outcome: Outcome) async throws {
    if case .table(everyRow: true) = form, totals.stored + totals.refused == 0 {
      try await output.write(line: layout.header)
    }
    try await tell(outcome)
    totals.add(outcome)
  }

  private func tell(_ outcome: Outcome) async throws {
    switch form {
    case .json:
      try await output.write(outcome.jsonLine)
      try await output.flush()
    case .table(let everyRow):
      // Of a batch that was aborted, the table shows what it was aborted for.
      if outcome.refusal != nil, outcome.refusal?.code != .batchAborted,
        refusals.count < Self.refusalsKept
      {
        refusals.append(outcome)
      }
      if everyRow {
        for line in layout.lines(outcome.row) { try await output.write(line: line) }
        try await output.flush()
      }
    case .quiet:
      if let refusal = outcome.refusal {
        let name = outcome.name.map { DisplayText.escaped($0) } ?? "#\(outcome.position + 1)"
        let message = DisplayText.safe(refusal.message)
        let text = message.contains(name) ? message : "\(name): \(message)"
        messages.report("\(text) (\(refusal.code))")
      }
    }
  }

  /// Takes the progress bar away, and writes the table of refusals and the totals, and everything
  /// that was not written yet.
  ///
  /// - Throws: ``OutputError``, or `CancellationError`.
  package func finish(after time: Duration) async throws {
    messages.clearBar()
    if case .table(let everyRow) = form {
      if !refusals.isEmpty {
        if everyRow { try await output.write(line: "") }
        var table = Table(Outcome.refusalColumns)
        for outcome in refusals.sorted(by: { $0.position < $1.position }) {
          if let row = outcome.refusalRow { table.append(row) }
        }
        try await output.write(table, terminal)
        let aborted = totals.refusals[IntakeError.Code.batchAborted.name] ?? 0
        let more = totals.refused - aborted - refusals.count
        if more > 0 {
          try await output.write(line: "... and \(more) more; --json or --verbose shows all.")
        }
      }
      if everyRow || !refusals.isEmpty { try await output.write(line: "") }
      for line in totals.lines(
        after: time, everyRow: everyRow, width: terminal.width, hasColor: terminal.hasColor)
      {
        try await output.write(line: line)
      }
    }
    try await output.flush()
  }

  /// Takes the progress bar away, and says on standard error what was stored before the end came.
  ///
  /// - Parameter error: What ended the batch. A reader that went away is not told anything.
  package func stop(because error: any Error) {
    messages.clearBar()
    if case OutputError.closed = error { return }
    messages.report(
      isWhole
        ? "Stopped. The batch was stored as a whole before, and stays; 'intake inbox list' shows it."
        : totals.afterStop, style: .doubtful)
  }

  /// How the command ends if nothing else went wrong.
  package var status: ExitStatus { totals.refused == 0 ? .success : .refusals }
}
