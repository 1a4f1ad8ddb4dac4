import IntakeModel
import ShareContract
import UniformTypes

extension DiagnoseCommand {
  static let body: CommandBodies.Body = { arguments, context in
    let files = try await DiagnosedFiles(reading: arguments[DiagnoseCommand.records])
    let shares = try shares(files, arguments)
    let circumstances = try await DiagnosisDocuments(arguments)
    for problem in files.problems { context.messages.report(problem) }
    var status: ExitStatus = files.problems.isEmpty ? .success : .refusals
    for (place, record) in shares.enumerated() {
      let diagnosis = circumstances.diagnosis(of: record)
      if !diagnosis.isWhole { status = .refusals }
      if arguments[OutputOptions.json] {
        try await context.output.write(diagnosis.json())
        continue
      }
      if place > 0 { try await context.output.write(line: "") }
      for line in DiagnosisText(diagnosis, of: record, for: context.terminal).lines {
        try await context.output.write(line: line)
      }
    }
    return status
  }

  /// The shares to look at, the records of each made one.
  private static func shares(
    _ files: DiagnosedFiles, _ arguments: ParsedArguments
  ) throws -> [ShareRecord] {
    let chosen: [ShareRecord]
    if let id = arguments[DiagnoseCommand.share] {
      chosen = files.records.filter { $0.id == id }
      if chosen.isEmpty { throw files.error("has no record of the share \(id)") }
    } else if let line = arguments[DiagnoseCommand.line] {
      guard let entry = files.entries.first(where: { $0.line == line }) else {
        throw files.error("has no record on line \(line)")
      }
      chosen = files.records.filter { $0.id == entry.record.id && $0.origin == entry.record.origin }
    } else {
      chosen = files.records
      if chosen.isEmpty { throw files.error("has no record of a share") }
    }
    return ShareRecord.joining(chosen)
  }
}
