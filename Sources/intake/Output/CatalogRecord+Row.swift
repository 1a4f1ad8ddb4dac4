package import IntakeModel
import UniformTypes

extension CatalogRecord {
  /// The columns of ``row(at:)``. The identifier is never shortened, since it is what goes into the next
  /// command.
  package static let columns = [
    TableColumn("ID", minimum: 36),
    TableColumn("STATE", expendable: 3),
    TableColumn("AGE", alignment: .right, expendable: 2),
    TableColumn("SIZE", alignment: .right, expendable: 1),
    TableColumn("TYPE", minimum: 16, overflow: .shortened, expendable: 4),
    TableColumn("NAME", minimum: 12, overflow: .shortened),
  ]

  /// The record as a row of a table.
  ///
  /// - Parameter now: Milliseconds since 1970.
  package func row(at now: Int64) -> [TableCell] {
    let age = Duration.milliseconds(max(0, now - recordedAt))
    return [
      TableCell(id.description), TableCell(state.name, style: state.style),
      TableCell(DurationText.coarse(age)), TableCell("\(attachment.size)"),
      TableCell(attachment.contentType.rawValue), TableCell(displayName ?? "-"),
    ]
  }
}

extension Removal {
  package static let columns = [
    TableColumn("ID", minimum: 36), TableColumn("SIZE", alignment: .right, minimum: 10),
    TableColumn("REASON"),
  ]

  /// The removal as a row of a table.
  package var row: [TableCell] {
    [TableCell(id.description), TableCell("\(size)"), TableCell(reason.rawValue)]
  }
}

extension CatalogRecord.State {
  fileprivate var style: TextStyle {
    switch self {
    case .available, .kept: .good
    case .taken: .doubtful
    case .pending, .hidden, .finished, .removing, .importing: .faint
    }
  }
}
