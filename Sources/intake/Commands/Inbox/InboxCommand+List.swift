import AttachmentIntake

extension InboxCommand {
  static let list = CommandDefinition(
    "list", abstract: "List what waits to be taken",
    discussion: ["One row for each attachment, in the order in which they came."],
    options: [
      ContainerOption.option.declaration, InboxOptions.all.declaration,
      OutputOptions.json.declaration,
    ])

  static let listBody: CommandBodies.Body = { arguments, context in
    try await withInbox(arguments, context) { inbox in
      let states: Set<CatalogRecord.State> =
        arguments[InboxOptions.all] ? [.available, .taken, .finished] : [.available]
      let isJSON = arguments[OutputOptions.json]
      var layout: TableLayout?
      var last: CatalogRecord?
      while true {
        let page = try await inbox.list(in: states, after: last, limit: 256)
        guard let final = page.last else { break }
        if isJSON {
          for record in page { try await context.output.write(record.jsonLine()) }
        } else {
          layout = try await write(page, layout, context)
        }
        last = final
      }
      if last == nil, !isJSON {
        let rest = arguments[InboxOptions.all] ? "" : " '--all' also lists what is taken or kept."
        context.messages.report("Nothing waits to be taken." + rest, style: .faint)
      }
      return .success
    }
  }

  /// Writes rows. The first page says how wide the columns are, for all of them: no more is held at once.
  private static func write(
    _ page: [CatalogRecord], _ known: TableLayout?, _ context: CommandContext
  ) async throws -> TableLayout {
    var table = Table(CatalogRecord.columns)
    for record in page { table.append(record.row(at: WallClock.milliseconds())) }
    let layout =
      known
      ?? TableLayout(
        CatalogRecord.columns, content: table.content, width: context.terminal.width,
        hasColor: context.terminal.hasColor, ellipsis: context.terminal.ellipsis)
    if known == nil { try await context.output.write(line: layout.header) }
    for row in table.rows {
      for line in layout.lines(row) { try await context.output.write(line: line) }
    }
    return layout
  }
}
