import JSONSyntax
import ShareContract

extension RecordCommand {
  static let list = CommandDefinition(
    "list", abstract: "List records",
    discussion: [
      "With '--json' the records as they stand in files. Lines that cannot be read are reported, "
        + "and the exit status is then 1."
    ],
    options: [reported.declaration, OutputOptions.json.declaration],
    operands: [optionalFile.declaration],
    examples: [
      ("intake record list records.jsonl", "A table"),
      ("intake record list --reported --json", "The library as records"),
    ],
    check: { arguments throws(UsageError) in
      if arguments[reported] == (arguments[optionalFile] != nil) {
        throw UsageError(
          arguments[reported]
            ? "A file and '--reported' do not go together." : "There is nothing to list.",
          hint: "Name a file of records, or give '--reported'.", command: arguments.command)
      }
    })

  static let listBody: CommandBodies.Body = { arguments, context in
    var records = ReportedShares.all
    var status = ExitStatus.success
    if let path = arguments[optionalFile] {
      let document = try await InputDocument(reading: path)
      let (file, problems, omitted) = ShareRecordFile.readingAll(document.bytes)
      records = file.records
      for problem in problems {
        context.messages.report(DisplayText.safe("\(document.name): \(problem)"))
      }
      if omitted > 0 { context.messages.report("And \(omitted) more problems.") }
      if !problems.isEmpty { status = .refusals }
    }
    if arguments[OutputOptions.json] {
      for record in records { try await context.output.write(record.jsonLine) }
    } else if records.isEmpty {
      context.messages.report("There is no record.", style: .doubtful)
    } else {
      var table = Table([
        TableColumn("SOURCE"), TableColumn("CONTENT", minimum: 12, overflow: .shortened),
        TableColumn("ORIGIN"), TableColumn("SYSTEM", overflow: .shortened, expendable: 2),
        TableColumn("RESULT", minimum: 12, overflow: .shortened, expendable: 1),
        TableColumn("DECLARED", minimum: 20, overflow: .wrapped),
      ])
      for record in records { table.append(record.cells) }
      try await context.output.write(table, context.terminal)
    }
    return status
  }
}

extension ShareRecord {
  fileprivate var cells: [TableCell] {
    [
      TableCell(source?.text ?? "-"), TableCell(content?.text ?? "-"), TableCell(origin.rawValue),
      TableCell(system?.name.text ?? "-"), resultCell, TableCell(declared),
    ]
  }

  /// Types of one attachment with commas, attachments with a plus, items with a bar between them.
  private var declared: String {
    let items = declaredItems.map { item in
      item.attachments.map { $0.map(\.rawValue).joined(separator: ", ") }
        .joined(separator: " + ")
    }
    return items.isEmpty ? "-" : items.joined(separator: " | ")
  }

  private var resultCell: TableCell {
    let sights = Sight.allCases.filter { seen.contains($0) }.map(\.rawValue)
    let results = attachments.compactMap(\.result)
    let codes = results.compactMap { result in
      if case .refused(let code, _) = result { code.name } else { nil }
    }
    let stored = results.count - codes.count
    let parts = sights + (stored > 0 ? ["\(stored) stored"] : []) + codes
    let style: TextStyle =
      !codes.isEmpty || seen.contains(.didNotAppear) || seen.contains(.couldNotOpen)
      ? .bad : parts.isEmpty ? .plain : .good
    return TableCell(parts.isEmpty ? "-" : parts.joined(separator: ", "), style: style)
  }
}
