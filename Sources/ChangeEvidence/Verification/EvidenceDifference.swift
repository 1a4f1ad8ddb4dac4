import IntakeModel

/// What is different between the evidence of two changes.
package struct EvidenceDifference: Sendable, Hashable {
  package struct Entry: Sendable, Hashable {
    package var kind: Kind
    /// What it is about: a row, a test, a type, a source.
    package var subject: String
    /// What it is now, and was before, where there is more to say than the kind does.
    package var detail: String?
  }

  package enum Kind: String, Sendable, CaseIterable, Hashable {
    case verdictWorse = "verdict-worse"
    /// A row that was green, or not there, and is red.
    case rowTurnedRed = "row-turned-red"
    case rowGone = "row-gone"
    /// A test that passed, or was not there, and does not pass.
    case testTurnedRed = "test-turned-red"
    case testGone = "test-gone"
    case gapNew = "gap-new"
    case typeGone = "type-gone"
    case verdictBetter = "verdict-better"
    case rowTurnedGreen = "row-turned-green"
    case rowNew = "row-new"
    case testTurnedGreen = "test-turned-green"
    case testNew = "test-new"
    case gapClosed = "gap-closed"
    case typeNew = "type-new"

    /// Whether the second change is worse for it.
    package var isWorse: Bool {
      switch self {
      case .verdictWorse, .rowTurnedRed, .rowGone, .testTurnedRed, .testGone, .gapNew, .typeGone:
        true
      default: false
      }
    }

    package var words: String { rawValue.replacing("-", with: " ") }
  }

  /// In the order of the kinds, then of the subjects.
  package var entries: [Entry]

  package var isWorse: Bool { entries.contains { $0.kind.isWorse } }

  /// Compares two archives by their manifests, matrices and test results.
  package init(from old: EvidenceSummary, to new: EvidenceSummary) {
    var entries: [Entry] = []
    func add(_ kind: Kind, _ subject: String, _ detail: String? = nil) {
      entries.append(Entry(kind: kind, subject: subject, detail: detail))
    }
    let (before, after) = (old.manifest.verdict, new.manifest.verdict)
    if before.result != after.result {
      let isWorse = Self.severity(of: after.result) > Self.severity(of: before.result)
      add(
        isWorse ? .verdictWorse : .verdictBetter, "evidence",
        "\(after.result.rawValue), was \(before.result.rawValue)")
    }
    for (id, row) in new.rows {
      guard let before = old.rows[id] else {
        row.isGreen ? add(.rowNew, id, "green") : add(.rowTurnedRed, id, "new: \(row.verdict)")
        continue
      }
      if before.isGreen, !row.isGreen { add(.rowTurnedRed, id, row.verdict) }
      if !before.isGreen, row.isGreen { add(.rowTurnedGreen, id, "was \(before.verdict)") }
    }
    for id in old.rows.keys where new.rows[id] == nil { add(.rowGone, id) }
    for (name, verdict) in new.tests {
      guard let before = old.tests[name] else {
        Self.isRed(test: verdict)
          ? add(.testTurnedRed, name, "new: \(verdict)") : add(.testNew, name, verdict)
        continue
      }
      if before == "passed", verdict != "passed" { add(.testTurnedRed, name, verdict) }
      if before != "passed", verdict == "passed" { add(.testTurnedGreen, name, "was \(before)") }
    }
    for name in old.tests.keys where new.tests[name] == nil { add(.testGone, name) }
    for type in new.types.subtracting(old.types) { add(.typeNew, type) }
    for type in old.types.subtracting(new.types) { add(.typeGone, type) }
    let gaps = (old: Self.gaps(old), new: Self.gaps(new))
    for (name, text) in gaps.new where gaps.old[name] == nil { add(.gapNew, name, text) }
    for (name, _) in gaps.old where gaps.new[name] == nil { add(.gapClosed, name) }
    let order = Dictionary(uniqueKeysWithValues: zip(Kind.allCases, 0...))
    self.entries = entries.sorted {
      (order[$0.kind] ?? 0, $0.subject) < (order[$1.kind] ?? 0, $1.subject)
    }
  }

  private static func severity(of result: EvidenceVerdict.Result) -> Int {
    switch result {
    case .passed: 0
    case .warned: 1
    case .failed: 2
    }
  }

  /// Whether a test that was not there before makes the change worse: a new one may well be skipped.
  private static func isRed(test verdict: String) -> Bool {
    verdict != "passed" && verdict != "skipped"
  }

  private static func gaps(_ summary: EvidenceSummary) -> [String: String] {
    let gaps = summary.manifest.sources.filter { $0.isGap }.map { ($0.name, $0.text) }
    return Dictionary(gaps, uniquingKeysWith: { first, _ in first })
  }
}
