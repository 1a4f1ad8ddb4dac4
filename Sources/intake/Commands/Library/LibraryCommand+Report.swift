import AttachmentIntake
import JSONSyntax

extension LibraryCommand {
  static let report = CommandDefinition(
    "report", abstract: "Show which step of an import fails for what",
    discussion: [
      "One row for each type, kind of source, system and build, over the last 10,000 imports. A number says "
        + "how often a step was done, '3 of 5' that it was reached five times. '2?' are those that went on "
        + "though nobody said yes: access that was not granted and not needed, content that nothing could "
        + "validate. Of an interrupted import no step is known. No name and no content is recorded."
    ],
    options: [ContainerOption.option.declaration, OutputOptions.json.declaration])

  static let reportBody: CommandBodies.Body = { arguments, context in
    try await withLibrary(arguments, context) { library in
      let matrix = try await library.importMatrix()
      if arguments[OutputOptions.json] {
        for row in matrix.rows { try await context.output.write(row.jsonLine) }
      } else if matrix.rows.isEmpty {
        context.messages.report("Nothing was imported yet.", style: .faint)
      } else {
        var table = Table(ImportMatrix.Row.columns)
        for row in matrix.rows { table.append(row.cells) }
        try await context.output.write(table, context.terminal)
      }
      return .success
    }
  }
}

extension ImportMatrix.Row {
  fileprivate static let columns =
    [
      TableColumn("TYPE", minimum: 16, overflow: .shortened), TableColumn("SOURCE"),
      TableColumn("SYSTEM", overflow: .shortened, expendable: 3),
      TableColumn("BUILD", overflow: .shortened, expendable: 4),
      TableColumn("IMPORTS", alignment: .right),
    ]
    + ImportStep.allCases.map {
      TableColumn($0.rawValue.uppercased(), alignment: .right, expendable: 1)
    } + [TableColumn("FAILURES", minimum: 20, overflow: .wrapped)]

  fileprivate var cells: [TableCell] {
    [
      TableCell(key.type?.rawValue ?? "-"), TableCell(key.source?.text ?? "-"),
      TableCell(key.system?.text ?? "-"), TableCell(key.build?.text ?? "-"), TableCell("\(count)"),
    ] + ImportStep.allCases.map { cell($0) } + [
      TableCell(failures, style: isRed ? .bad : .plain)
    ]
  }

  private func cell(_ step: ImportStep) -> TableCell {
    guard let cell = steps[step] else { return TableCell("-", style: .faint) }
    let passed =
      switch (cell.done, cell.unconfirmed) {
      case (let done, 0): "\(done)"
      case (0, let unconfirmed): "\(unconfirmed)?"
      case (let done, let unconfirmed): "\(done)+\(unconfirmed)?"
      }
    if cell.failed > 0 {
      return TableCell(
        "\(passed) of \(cell.done + cell.unconfirmed + cell.failed)", style: .bad)
    }
    return TableCell(passed, style: cell.unconfirmed > 0 ? .doubtful : .good)
  }

  private var isRed: Bool {
    endings[.failed] != nil || endings[.interrupted] != nil
  }

  private var failures: String {
    var texts = ImportStep.allCases.flatMap { step in
      (steps[step]?.failures ?? [:]).sorted { $0.key.name < $1.key.name }.map {
        "\(step.rawValue): \($0.key.name) \($0.value)"
      }
    }
    for ending in [ImportRecord.Ending.cancelled, .interrupted, .running] {
      if let count = endings[ending] { texts.append("\(ending.rawValue) \(count)") }
    }
    return texts.isEmpty ? "-" : texts.joined(separator: "; ")
  }

  fileprivate var jsonLine: [UInt8] {
    JSONWriter.line { json in
      json.member("type", key.type?.rawValue)
      json.member("source", key.source?.text)
      json.member("system", key.system?.text)
      json.member("build", key.build?.text)
      json.member("imports", count)
      for ending in ImportRecord.Ending.allCases {
        json.member(ending.rawValue, endings[ending] ?? 0)
      }
      json.key("steps")
      json.object { json in
        for step in ImportStep.allCases {
          let cell = steps[step]
          json.key(step.rawValue)
          json.object { json in
            json.member("done", cell?.done ?? 0)
            json.member("unconfirmed", cell?.unconfirmed ?? 0)
            json.key("failed")
            json.object { json in
              for (code, count) in (cell?.failures ?? [:]).sorted(by: { $0.key.name < $1.key.name })
              {
                json.member(code.name, count)
              }
            }
          }
        }
      }
    }
  }
}
