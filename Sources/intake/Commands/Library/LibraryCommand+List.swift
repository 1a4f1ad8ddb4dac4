import AttachmentIntake

extension LibraryCommand {
  static let list = CommandDefinition(
    "list", abstract: "List documents and links",
    discussion: ["One row for each, in the order in which they came; documents first, then links."],
    options: [ContainerOption.option.declaration, OutputOptions.json.declaration])

  static let listBody: CommandBodies.Body = { arguments, context in
    try await withLibrary(arguments, context) { library in
      let writer = ListWriter(isJSON: arguments[OutputOptions.json], context)
      var lastDocument: ImportedDocument?
      while true {
        let page = try await library.documents(after: lastDocument, limit: 256)
        guard let final = page.last else { break }
        try await writer.write(page.map { ($0.row(at: WallClock.milliseconds()), $0.jsonLine()) })
        lastDocument = final
      }
      var lastLink: LinkedDocument?
      while true {
        let page = try await library.links(after: lastLink, limit: 256)
        guard let final = page.last else { break }
        try await writer.write(page.map { ($0.row(at: WallClock.milliseconds()), $0.jsonLine()) })
        lastLink = final
      }
      if writer.isEmpty, !arguments[OutputOptions.json] {
        context.messages.report(
          "The library is empty. 'intake library import FILE' keeps a document.", style: .faint)
      }
      return .success
    }
  }
}

/// Writes rows page by page. The first page says how wide the columns are, for all of them: no more is held
/// at once.
private final class ListWriter {
  private let isJSON: Bool
  private let context: CommandContext
  private var layout: TableLayout?
  private(set) var isEmpty = true

  init(isJSON: Bool, _ context: CommandContext) {
    self.isJSON = isJSON
    self.context = context
  }

  func write(_ entries: [(row: [TableCell], json: [UInt8])]) async throws {
    isEmpty = false
    if isJSON {
      for entry in entries { try await context.output.write(entry.json) }
      return
    }
    var table = Table(ImportedDocument.columns)
    for entry in entries { table.append(entry.row) }
    let layout = try await layout(for: table)
    for row in table.rows {
      for line in layout.lines(row) { try await context.output.write(line: line) }
    }
  }

  private func layout(for table: Table) async throws -> TableLayout {
    if let layout { return layout }
    let layout = TableLayout(
      ImportedDocument.columns, content: table.content, width: context.terminal.width,
      hasColor: context.terminal.hasColor, ellipsis: context.terminal.ellipsis)
    self.layout = layout
    try await context.output.write(line: layout.header)
    return layout
  }
}
