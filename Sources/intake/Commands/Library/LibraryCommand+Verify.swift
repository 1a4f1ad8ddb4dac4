import AttachmentIntake
import JSONSyntax

extension LibraryCommand {
  static let verify = CommandDefinition(
    "verify", abstract: "Read every document, and check its size and digest",
    discussion: [
      "Removes nothing. The exit status is 1 if a document is not what was stored, or is missing. Links are followed, and "
        + "those that lead nowhere are said to be broken, which is no fault of the library."
    ],
    options: [ContainerOption.option.declaration, OutputOptions.json.declaration])

  static let verifyBody: CommandBodies.Body = { arguments, context in
    var configuration = DocumentLibrary.Configuration()
    // It says so itself.
    configuration.checksEntries = false
    return try await withLibrary(arguments, context, configuration: configuration) { library in
      let start = ContinuousClock.now
      let messages = context.messages
      var bar = ProgressBar(showsUnicode: messages.terminal.showsUnicode)
      let report = try await library.verify { progress in
        guard messages.terminal.canRedraw else { return }
        let counts = ProgressCounts(
          bytesDone: progress.bytesDone, bytesExpected: progress.bytesExpected,
          stored: progress.documentsDone, files: progress.documentsExpected)
        let width = messages.terminal.width ?? 80
        if let line = bar.line(for: counts, at: ContinuousClock.now - start, width: width) {
          messages.draw(bar: line)
        }
      }
      messages.clearBar()
      if arguments[OutputOptions.json] {
        for finding in report.findings { try await context.output.write(finding.jsonLine) }
        try await context.output.write(report.jsonLine)
      } else {
        try await write(report, context)
      }
      return report.isSound ? .success : .refusals
    }
  }

  private static func write(_ report: VerificationReport, _ context: CommandContext) async throws {
    if !report.findings.isEmpty {
      var table = Table(VerificationReport.Finding.columns)
      for finding in report.findings { table.append(finding.row) }
      try await context.output.write(table, context.terminal)
    }
    let noun = report.checked == 1 ? "document" : "documents"
    let missing = report.missing == 0 ? "" : ", \(report.missing) missing"
    try await context.output.write(
      line: "\(report.checked) \(noun) read, \(report.bytes); \(report.damaged) damaged\(missing).")
    var followed = LinkedDocument.State.allCases.compactMap { state in
      report.links[state].map { "\($0) \(state.rawValue)" }
    }
    if report.unreachedLinks > 0 { followed.append("\(report.unreachedLinks) not reached") }
    if !followed.isEmpty {
      try await context.output.write(line: "Links: \(followed.joined(separator: ", ")).")
    }
  }
}

extension VerificationReport.Finding {
  fileprivate static let columns = [
    TableColumn("ID", minimum: 36), TableColumn("REASON"),
    TableColumn("NAME", minimum: 12, overflow: .shortened),
  ]

  fileprivate var row: [TableCell] {
    [
      TableCell(document.id.description), TableCell(error.code.name, style: .bad),
      TableCell(document.displayName ?? "-"),
    ]
  }

  fileprivate var jsonLine: [UInt8] {
    JSONWriter.line { json in
      json.member("finding", error.code.name)
      json.member("id", document.id.description)
      json.member("name", document.displayName)
      json.member("message", error.message)
    }
  }
}

extension VerificationReport {
  fileprivate var damaged: Int { findings.count - missing }

  fileprivate var jsonLine: [UInt8] {
    JSONWriter.line { json in
      json.member("checked", checked)
      json.member("bytes", bytes.bytes)
      json.member("damaged", damaged)
      json.member("missing", missing)
      for state in LinkedDocument.State.allCases {
        json.member("\(state.rawValue)Links", links[state] ?? 0)
      }
      json.member("unreachedLinks", unreachedLinks)
    }
  }
}
