import IntakeModel
import ShareContract

/// The row of a contract that a command line names, for a record to refer to.
struct ChosenRow {
  let row: ContractRow
  let reference: RowReference

  /// - Throws: That there is no such row, with the one that may be meant.
  init(_ id: String, in contract: InputContract) throws(DocumentError) {
    guard let row = contract.rows.first(where: { $0.id == id }) else {
      throw DocumentError(
        "there is no row '\(DisplayText.escaped(id))'; \(Self.advice(id, in: contract))")
    }
    self.row = row
    reference = RowReference(id: row.id, revision: try row.revision)
  }

  /// The row that may be meant in place of one that does not exist, or which there are.
  static func advice(_ id: String, in contract: InputContract) -> String {
    let rows = contract.rows.map(\.id)
    if let nearest = Suggestion.nearest(to: id, among: rows) { return "'\(nearest)' may be meant" }
    guard !rows.isEmpty else { return "the contract has none" }
    let more = rows.count > 8 ? " and \(rows.count - 8) more" : ""
    return "its rows are \(rows.prefix(8).joined(separator: ", "))\(more)"
  }

  /// - Throws: Where labels say something else than the row: the record would be of neither.
  func check(
    source: RecordLabel?, content: RecordLabel?, command: String
  ) throws(UsageError) {
    for (option, given, own) in [
      ("--source", source, row.source), ("--content", content, row.content),
    ] {
      guard let given, given != own else { continue }
      throw UsageError(
        "'\(option) \(given)' contradicts the row '\(row.id)', which is of \(row.source), \(row.content).",
        hint: "Leave '\(option)' out, which is taken from the row, or name another row.",
        command: command)
    }
  }
}
