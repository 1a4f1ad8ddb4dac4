package import IntakeTesting

/// Tells what replays showed.
///
/// Not `Sendable`: the task that takes the results also writes them.
package final class ReplayReport {
  private let isJSON: Bool
  private let isVerbose: Bool
  private let output: StandardOutput
  private let terminal: Terminal
  private var totals = ReplayTotals()
  private var table = Table(ReplayResult.columns)
  private var details: [String] = []
  /// Each caveat with the numbers of the shares that it is of, in the order in which they were met.
  private var caveats: [(text: String, numbers: [Int])] = []

  package init(isJSON: Bool, isVerbose: Bool, output: StandardOutput, terminal: Terminal) {
    self.isJSON = isJSON
    self.isVerbose = isVerbose
    self.output = output
    self.terminal = terminal
  }

  /// Whether a progress bar would mix with lines that are written meanwhile, on the same terminal.
  package var allowsProgressBar: Bool { !isJSON || !terminal.isTerminal }

  /// Takes note of one result; as JSON it is written at once.
  ///
  /// - Throws: ``OutputError``, or `CancellationError`.
  package func add(_ result: ReplayResult) async throws {
    totals.add(result)
    if isJSON {
      try await output.write(result.jsonLine)
      try await output.flush()
    } else {
      for row in result.rows(number: totals.count) { table.append(row) }
      details += result.details(number: totals.count, isVerbose: isVerbose)
      for caveat in result.caveats { note(caveat, of: totals.count) }
    }
  }

  private func note(_ caveat: String, of number: Int) {
    if let place = caveats.firstIndex(where: { $0.text == caveat }) {
      caveats[place].numbers.append(number)
    } else {
      caveats.append((caveat, [number]))
    }
  }

  /// Such as `#1, #2: what was seen is not replayed: opened`.
  private var caveatLines: [String] {
    caveats.map { text, numbers in
      let shown = numbers.prefix(8).map { "#\($0)" }.joined(separator: ", ")
      let more = numbers.count > 8 ? " and \(numbers.count - 8) more" : ""
      return "\(shown)\(more): \(text)"
    }
  }

  /// Writes the table, what is different, and the totals.
  ///
  /// - Throws: ``OutputError``, or `CancellationError`.
  package func finish() async throws {
    if !isJSON {
      if totals.count > 0 {
        try await output.write(table, terminal)
        try await output.write(line: "")
      }
      let lines = details + caveatLines
      for line in lines { try await output.write(line: DisplayText.safe(line)) }
      if !lines.isEmpty { try await output.write(line: "") }
      try await output.write(line: summary)
    }
    try await output.flush()
  }

  /// Such as `3 shares: 1 same, 1 differs, 1 not replayed`.
  private var summary: String {
    let parts = ReplayResult.Verdict.allCases.compactMap { verdict in
      let count = totals[verdict]
      return count > 0 ? "\(count) \(verdict.words)" : nil
    }
    let shares = totals.count == 1 ? "1 share" : "\(totals.count) shares"
    return parts.isEmpty ? shares : "\(shares): \(parts.joined(separator: ", "))"
  }

  /// How the command ends if nothing else went wrong.
  package var status: ExitStatus {
    totals[.differs] == 0 && totals.count > totals[.notReplayed] ? .success : .refusals
  }
}
