package import IntakeModel

/// What became of a batch, counted. Its size does not depend on the number of attachments.
package struct IngestTotals: Sendable {
  package private(set) var stored = 0
  package private(set) var bytes = ByteCount.zero
  /// Refusals by the name of their code.
  package private(set) var refusals: [String: Int] = [:]
  /// Whether content turned out to be of another type than was declared.
  package private(set) var relabelled = 0
  /// How much was stored that perhaps does not open, by the name of its verdict.
  package private(set) var doubts: [String: Int] = [:]
  /// The traits without which content was perhaps not opened.
  private var missingTraits: Set<ValidatorTrait> = []
  private let hasContract: Bool

  /// - Parameter hasContract: Whether a contract says what is accepted.
  package init(hasContract: Bool = false) { self.hasContract = hasContract }

  package var refused: Int { refusals.values.reduce(0, +) }

  package mutating func add(_ outcome: Outcome) {
    switch outcome.result {
    case .success(let attachment):
      stored += 1
      bytes += attachment.size
      if attachment.isRelabelled { relabelled += 1 }
      if let verdict = attachment.verdict, verdict.doubt != nil {
        doubts[verdict.name, default: 0] += 1
      }
      note(ValidatorTrait(missingFor: attachment.verdict, on: attachment.contentType))
    case .failure(let error):
      refusals[error.code.name, default: 0] += 1
      if error.cause as? NotValidatedReason == .noValidator {
        note(outcome.declared.lazy.compactMap { ValidatorTrait(opening: $0) }.first)
      }
    }
  }

  private mutating func note(_ trait: ValidatorTrait?) {
    if let trait { missingTraits.insert(trait) }
  }

  /// The totals for a person: what was stored and how fast, then what was refused and why, and what of the
  /// command line would change that.
  ///
  /// - Parameter everyRow: Whether rows were shown, in which a star marks what was declared as another type.
  package func lines(
    after time: Duration, everyRow: Bool = false, width: Int? = nil, hasColor: Bool = false
  ) -> [String] {
    var lines = Self.entry("Stored", .good, storedText(after: time), width, hasColor)
    if relabelled > 0 {
      let text = "\(relabelled) of another type than declared" + (everyRow ? " (*)" : "")
      lines += Self.entry("", .plain, text, width, hasColor)
    }
    if !doubts.isEmpty {
      let text = "in doubt: \(Self.list(doubts))"
      lines += Self.entry("", .plain, text, width, hasColor)
    }
    if refused > 0 {
      let text = "\(refused): \(Self.list(refusals))"
      lines += Self.entry("Refused", .bad, text, width, hasColor)
    }
    for hint in hints { lines += Self.entry("Hint", .faint, hint, width, hasColor) }
    return lines
  }

  /// What would change something of it, the most frequent refusal first.
  private var hints: [String] {
    Self.sorted(refusals).compactMap { RefusalAdvice.text($0.key, hasContract: hasContract) }
      + ValidatorTrait.allCases.filter(missingTraits.contains).map(\.advice)
  }

  /// The most frequent first.
  private static func sorted(_ counts: [String: Int]) -> [(key: String, value: Int)] {
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
  }

  private static func list(_ counts: [String: Int]) -> String {
    sorted(counts).map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }

  private func storedText(after time: Duration) -> String {
    var text = "\(Self.count(stored, "attachment")), \(bytes), in \(DurationText.rounded(time))"
    let seconds = DurationText.seconds(time)
    // Of less, a rate says nothing.
    if seconds > 0, bytes >= .mebibytes(1) {
      let rate = ByteCount(bytes: Int64(min(Double(bytes.bytes) / seconds, 1e18)))
      text += " (\(rate)/s)"
    }
    return text
  }

  /// A label and a text, which is broken into lines where a terminal has a width.
  private static func entry(
    _ label: String, _ style: TextStyle, _ text: String, _ width: Int?, _ hasColor: Bool
  ) -> [String] {
    let indent = 9
    let pieces = width.map { Paragraph.wrap(text, width: max(20, $0 - indent)) } ?? [text]
    return pieces.enumerated().map { index, piece in
      let start = DisplayText.padded(index == 0 ? label : "", to: indent, alignment: .left)
      return (index == 0 ? style.applied(to: start, enabled: hasColor) : start) + piece
    }
  }

  /// What stands of a batch that was stopped in the middle.
  package var afterStop: String {
    var text = "Stopped. "
    text +=
      stored == 0
      ? "Nothing was stored"
      : "\(Self.count(stored, "attachment")), \(bytes), stored before \(stored == 1 ? "stays" : "stay")"
    if refused > 0 { text += ", \(refused) \(refused == 1 ? "was" : "were") refused" }
    return text + "; everything unfinished was undone."
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
