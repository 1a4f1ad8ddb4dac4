package import IntakeModel
import UniformTypes

extension Outcome {
  /// The columns of ``row``, for rows that are written as they come.
  package static let columns = [
    TableColumn("#", alignment: .right, minimum: 5, expendable: 2),
    TableColumn("RESULT", minimum: 7),
    TableColumn("SIZE", alignment: .right, minimum: 10, expendable: 1),
    TableColumn("TYPE OR REASON", minimum: 14, overflow: .shortened),
    TableColumn("NAME", minimum: 12, overflow: .shortened),
  ]

  /// The outcome as a row of a table. Positions count from one, as a person counts.
  package var row: [TableCell] {
    let number = TableCell("\(position + 1)", style: .faint)
    let name = TableCell(name ?? "-")
    switch result {
    case .success(let stored):
      let type = stored.contentType.rawValue + (stored.isRelabelled ? " *" : "")
      let doubt = stored.verdict?.doubt
      let text = doubt.map { "\(type) (\($0))" } ?? type
      let isDoubtful = stored.isRelabelled || doubt != nil
      return [
        number, TableCell("stored", style: .good), TableCell("\(stored.size)"),
        isDoubtful ? TableCell(text, style: .doubtful) : TableCell(text), name,
      ]
    case .failure(let error):
      return [
        number, TableCell("refused", style: .bad), TableCell("-"), TableCell(error.code.name), name,
      ]
    }
  }

  /// The columns of ``refusalRow``.
  package static let refusalColumns = [
    TableColumn("#", alignment: .right),
    TableColumn("NAME", minimum: 12, overflow: .shortened),
    TableColumn("REASON", expendable: 1),
    TableColumn("EXPLANATION", minimum: 20, overflow: .wrapped),
  ]

  /// A refusal as a row of the table at the end; `nil` if it was stored.
  package var refusalRow: [TableCell]? {
    guard let refusal else { return nil }
    return [
      TableCell("\(position + 1)", style: .faint), TableCell(name ?? "-"),
      TableCell(refusal.code.name, style: .bad), TableCell(message: refusal.message),
    ]
  }
}
