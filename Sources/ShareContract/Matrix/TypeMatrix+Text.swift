public import IntakeModel
import UniformTypes

// The words that all renderings share.

extension TypeMatrix.Column {
  /// Such as `Synthetic replay`.
  public var title: String {
    switch self {
    case .automated: "Automated"
    case .synthetic: "Synthetic replay"
    case .manual: "Manual"
    case .device: "Device"
    }
  }
}

extension TypeMatrix.Verdict {
  /// Such as `not tested`.
  public var words: String {
    switch self {
    case .pass: "pass"
    case .fail: "fail"
    case .differs: "differs"
    case .notTested: "not tested"
    case .stale: "stale"
    }
  }

  /// A mark that tells the verdicts apart without colour. Not ASCII.
  public var symbol: String {
    switch self {
    case .pass: "✓"
    case .fail: "✗"
    case .differs: "≠"
    case .notTested: "○"
    case .stale: "↻"
    }
  }

  /// What it means, for a legend.
  var meaning: String {
    switch self {
    case .pass: "the host got what the row promises"
    case .fail: "the host did not get what the row promises, or a test failed"
    case .differs:
      "the host got it in another way: representation, delivery, type of content or reason differ"
    case .notTested: "nothing that counts was observed"
    case .stale: "the row has changed since it was observed"
    }
  }
}

extension TypeMatrix.Shortcoming: CustomStringConvertible {
  /// In one sentence, without the row.
  public var description: String {
    switch self {
    case .namesNoTest: "names no test; the contract and its failing test come first"
    case .cell(.automated, .notTested): "not every test that it names has run and passed"
    case .cell(.device, .notTested): "only a record from a device shows it, and there is none"
    case .cell(let column, .fail): "\(column.title.lowercased()): fails"
    case .cell(let column, let verdict): "\(column.title.lowercased()): \(verdict.words)"
    case .nothingObserved(isStale: true): "has changed since it was last observed"
    case .nothingObserved(isStale: false): "nothing was observed"
    }
  }
}

extension TypeMatrix.Observation.Witness {
  /// The name of the test, or the identifier of the share.
  var text: String {
    switch self {
    case .test(let name): name
    case .share(let id): "share \(id)"
    }
  }
}

extension TypeMatrix.Observation {
  /// Who or what observed it where: the test, or the share with its system and build.
  public var circumstances: String {
    var parts = [witness.text]
    if let system { parts.append(system.text) }
    if let build { parts.append("build \(build)") }
    if isSuperseded { parts.append("superseded") }
    return parts.joined(separator: ", ")
  }
}

extension TypeMatrix.Difference: CustomStringConvertible {
  /// Such as `attachment 2, delivery: expected file, observed data`.
  public var description: String {
    let place = attachment.map { "attachment \($0), " } ?? ""
    return "\(place)\(subject.rawValue): expected \(expected), observed \(observed)"
  }
}

extension TypeMatrix.Cell {
  /// The verdict with its mark; `-` where nothing demands the cell and nobody looked.
  var text: String { isQuiet ? "-" : "\(verdict.symbol) \(verdict.words)" }

  /// What the cell needs to pass.
  public func expected(of row: ContractRow) -> [String] {
    var expected: [String] = []
    if column == .automated, !row.tests.isEmpty {
      expected.append(row.tests.count == 1 ? "1 test passes" : "\(row.tests.count) tests pass")
    }
    return expected + row.promises
  }
}

extension TypeMatrix {
  /// The matrix in one sentence, such as `12 rows: 10 pass, 1 fail, 1 not tested; 2 red`.
  public var summary: String {
    let totals = totals
    let parts = Verdict.allCases.compactMap { verdict in
      totals.rows(verdict) > 0 ? "\(totals.rows(verdict)) \(verdict.words)" : nil
    }
    var text = totals.rows == 1 ? "1 row" : "\(totals.rows) rows"
    if !parts.isEmpty { text += ": " + parts.joined(separator: ", ") }
    text += totals.redRows == 0 ? "" : "; \(totals.redRows) red"
    if !unmatched.isEmpty {
      text +=
        unmatched.count == 1 ? "; 1 record fits no row" : "; \(unmatched.count) records fit no row"
    }
    if reportedCount > 0 { text += "; \(reportedCount) only reported, not counted" }
    return text
  }
}
