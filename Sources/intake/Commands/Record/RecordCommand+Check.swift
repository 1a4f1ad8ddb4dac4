import JSONSyntax
import ShareContract

extension RecordCommand {
  static let check = CommandDefinition(
    "check", abstract: "Find what is wrong with a file of records",
    discussion: [
      "Each problem has its line and column. Lines of other kinds are passed over and counted. The "
        + "exit status is 1 if there is a problem."
    ],
    options: [OutputOptions.json.declaration], operands: [file.declaration],
    examples: [("intake record check records.jsonl", "All problems")])

  static let checkBody: CommandBodies.Body = { arguments, context in
    guard let path = arguments[RecordCommand.file] else { return .usage }
    let document = try await InputDocument(reading: path)
    let (file, problems, omitted) = ShareRecordFile.readingAll(document.bytes)
    if arguments[OutputOptions.json] {
      for problem in problems {
        try await context.output.write(
          JSONWriter.line { json in
            json.member("kind", "problem")
            json.member(place: problem.place)
            json.member("message", problem.message)
          })
      }
      try await context.output.write(
        JSONWriter.line { json in
          json.member("kind", "records")
          json.member("records", file.entries.count)
          json.member("others", file.skippedCount)
          json.member("problems", problems.count + omitted)
        })
    } else {
      for problem in problems {
        try await context.output.write(line: DisplayText.safe("\(document.name): \(problem)"))
      }
      try await context.output.write(line: summary(file, problems.count, omitted))
    }
    return problems.isEmpty ? .success : .refusals
  }

  private static func summary(_ file: ShareRecordFile, _ problems: Int, _ omitted: Int) -> String {
    let count = file.entries.count
    var text = "\(count) record\(count == 1 ? "" : "s")"
    if file.skippedCount > 0 {
      text += ", \(file.skippedCount) line\(file.skippedCount == 1 ? "" : "s") of other kinds"
    }
    guard problems > 0 else { return "\(text): nothing was found." }
    let more = omitted > 0 ? ", and \(omitted) more" : ""
    return "\(text): \(problems) problem\(problems == 1 ? "" : "s")\(more)."
  }
}
