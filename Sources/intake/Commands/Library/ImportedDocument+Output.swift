package import AttachmentIntake
import JSONSyntax

extension ImportedDocument {
  /// The columns of ``row(at:)``, which links have too.
  package static let columns = [
    TableColumn("ID", minimum: 36),
    TableColumn("KIND"),
    TableColumn("AGE", alignment: .right, expendable: 2),
    TableColumn("SIZE", alignment: .right, minimum: 10, expendable: 1),
    TableColumn("TYPE", minimum: 16, overflow: .shortened, expendable: 4),
    TableColumn("STATE", minimum: 13, expendable: 3),
    TableColumn("NAME", minimum: 12, overflow: .shortened),
  ]

  /// - Parameter now: Milliseconds since 1970.
  package func row(at now: Int64) -> [TableCell] {
    let age = Duration.milliseconds(max(0, now - importedAt))
    return [
      TableCell(id.description), TableCell("document"), TableCell(DurationText.coarse(age)),
      TableCell("\(content.size)"), TableCell(content.contentType.rawValue),
      TableCell(stateText, style: style),
      TableCell(displayName ?? "-"),
    ]
  }

  private var stateText: String {
    state == .missing ? state.rawValue : content.verdict?.name ?? "-"
  }

  private var style: TextStyle {
    if state == .missing { return .bad }
    return switch content.verdict {
    case .valid: .good
    case nil: .faint
    default: .doubtful
    }
  }

  /// - Parameter position: Its place among the operands, where it was just imported.
  package func jsonLine(position: Int? = nil) -> [UInt8] {
    JSONWriter.line { json in
      if let position {
        json.member("position", position)
        json.member("result", "imported")
      }
      json.member("kind", "document")
      json.member("id", id.description)
      json.member("name", displayName)
      json.member("location", location)
      json.member("contentType", content.contentType.rawValue)
      json.member("declaredType", content.declaredType.rawValue)
      json.member("size", content.size.bytes)
      json.member("sha256", content.digest.description)
      json.member("state", state.rawValue)
      json.member("verdict", content.verdict?.text)
      json.member("importedAt", importedAt)
    }
  }
}

extension LinkedDocument {
  /// - Parameter now: Milliseconds since 1970.
  package func row(at now: Int64) -> [TableCell] {
    let age = Duration.milliseconds(max(0, now - linkedAt))
    return [
      TableCell(id.description), TableCell("link"), TableCell(DurationText.coarse(age)),
      TableCell("-"), TableCell(type.rawValue),
      TableCell(
        isUnreached ? failure?.name ?? state.rawValue : state.rawValue,
        style: state == .broken ? .bad : state == .stale || isUnreached ? .doubtful : .good),
      TableCell(displayName ?? "-"),
    ]
  }

  /// - Parameter position: Its place among the operands, where it was just linked.
  package func jsonLine(position: Int? = nil) -> [UInt8] {
    JSONWriter.line { json in
      if let position {
        json.member("position", position)
        json.member("result", "linked")
      }
      json.member("kind", "link")
      json.member("id", id.description)
      json.member("name", displayName)
      json.member("type", type.rawValue)
      json.member("state", state.rawValue)
      json.member("failure", failure?.name)
      json.member("linkedAt", linkedAt)
      json.member("resolvedAt", resolvedAt)
    }
  }
}
