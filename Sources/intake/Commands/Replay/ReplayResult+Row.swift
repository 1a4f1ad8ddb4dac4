import IntakeModel
import IntakeTesting
import UniformTypes

extension ReplayResult {
  static let columns = [
    TableColumn("#", alignment: .right, expendable: 3),
    TableColumn("SOURCE", minimum: 8, overflow: .shortened),
    TableColumn("CONTENT", minimum: 8, overflow: .shortened, expendable: 2),
    TableColumn("DECLARED", minimum: 12, overflow: .shortened),
    TableColumn("CHOSEN", minimum: 12, overflow: .shortened, expendable: 1),
    TableColumn("OUTCOME", minimum: 10),
    TableColumn("REPLAY", minimum: 7),
  ]

  /// A row for each attachment; the first one tells how the share came out.
  func rows(number: Int) -> [[TableCell]] {
    let attachments = (observed ?? recorded).attachments
    let head = [
      TableCell("\(number)", style: .faint), TableCell(recorded.source?.text ?? "-"),
      TableCell(recorded.content?.text ?? "-"),
    ]
    let verdict = TableCell(verdict.words, style: verdict.style)
    if attachments.isEmpty {
      return [head + [TableCell("-"), TableCell("-"), TableCell("-"), verdict]]
    }
    return attachments.enumerated().map { place, attachment in
      let start = place == 0 ? head : Array(repeating: TableCell(""), count: head.count)
      let declared = attachment.representations.map(\.type.rawValue).joined(separator: ", ")
      let middle = [
        TableCell(declared.isEmpty ? "-" : declared),
        TableCell(observed == nil ? "-" : attachment.chosenType?.rawValue ?? "-"),
        observed == nil ? TableCell("-") : attachment.outcome,
      ]
      return start + middle + [place == 0 ? verdict : TableCell("")]
    }
  }

  /// What the table has no room for.
  func details(number: Int, isVerbose: Bool) -> [String] {
    var lines = differences.map(\.description) + obstacles.map { "not replayed: \($0)" }
    if isVerbose {
      lines += (observed?.attachments ?? []).enumerated().flatMap { place, attachment in
        attachment.failedLoads.map { "attachment \(place + 1): \($0)" }
      }
      lines += remarks
    }
    let label = [recorded.source, recorded.content].compactMap { $0?.text }.joined(separator: ", ")
    return lines.map { "#\(number)\(label.isEmpty ? "" : " \(label)"): \($0)" }
  }
}

extension ReplayResult.Verdict {
  var words: String {
    switch self {
    case .same: "same"
    case .differs: "differs"
    case .notCompared: "nothing to compare"
    case .notReplayed: "not replayed"
    }
  }

  var style: TextStyle {
    switch self {
    case .same: .good
    case .differs: .bad
    case .notCompared: .plain
    case .notReplayed: .doubtful
    }
  }
}

extension AttachmentRecord {
  /// The declared type of the representation that was stored.
  var chosenType: TypeIdentifier? {
    guard case .stored(let type, _, _) = result else { return nil }
    return type
  }

  fileprivate var outcome: TableCell {
    switch result {
    case .stored(let declared, let content, let size):
      declared == content
        ? TableCell("stored, \(size)") : TableCell("stored as \(content), \(size)")
    case .refused(let code, _): TableCell(code.name)
    case nil: TableCell("-")
    }
  }

  /// What was tried and failed, in the order in which it was tried.
  fileprivate var failedLoads: [String] {
    let failed = representations.compactMap { representation in
      representation.attempt.flatMap { attempt in
        attempt.failure.map { failure in
          (
            attempt.order,
            "\(representation.type) failed with \(failure.code) (\(failure.stage.rawValue))"
          )
        }
      }
    }
    return failed.sorted { $0.0 < $1.0 }.map(\.1)
  }
}
