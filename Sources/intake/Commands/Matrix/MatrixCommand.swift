import IntakeModel

/// `intake matrix`: what a contract promises against what was observed.
package enum MatrixCommand {
  package static let contract = Option<FilePathArgument?>.value(
    "contract", short: "c", "FILE", .path("a contract", example: "contract.json"),
    help: "The contract whose rows are judged. Required; '-' is standard input.")

  package static let records = Option<[FilePathArgument]>.list(
    "records", short: "r", "FILE", .path("a file of records", example: "device.jsonl"),
    help:
      "Recorded shares, one on each line: of devices, replays, tests and people.")

  package static let results = Option<[FilePathArgument]>.list(
    "results", "FILE", .path("test results", example: "tests.jsonl"),
    help:
      "Test results: the folder of 'intake gate' or its results.json, what 'swift test "
      + "--event-stream-output-path FILE' wrote, xUnit XML, or JSON of xcresulttool.")

  package static let format = Option<MatrixFormat>.value(
    "format", short: "f", "FORMAT", .choice(), default: .table,
    help: "Without it, the ending of '--output' says: .md, .csv, .json or .html. "
      + "'html' is a page of its own that prints well; 'csv' opens in a spreadsheet.")

  package static let output = Option<FilePathArgument?>.value(
    "output", short: "o", "FILE", .path("a file", example: "matrix.html"),
    otherwise: "standard output",
    help: "Write to this file, whole or not at all. One that exists is replaced.")

  package static let definition = CommandDefinition(
    "matrix", abstract: "Judge each row of a contract by what was observed",
    discussion: [
      "For each row and each way of observing (tests, replay, by hand, on a device) it says what was "
        + "expected, what was observed, and the verdict: pass, fail, differs, not tested, or stale where "
        + "the row has changed since. A replay never stands for a device.",
      "A row is red if a cell fails or differs, if a test that it names has not run and passed, if it "
        + "names no test though it promises something, or if it requires a device and no device shows it.",
      "The exit status is 0 if every row is green, and 1 if not, or if a document cannot be read.",
    ],
    options: [
      contract.declaration.required, records.declaration, results.declaration, format.declaration,
      output.declaration,
    ],
    examples: [
      ("intake matrix -c contract.json -r device.jsonl --results tests.jsonl", "Look at it"),
      ("intake matrix -c contract.json -r device.jsonl -o matrix.html", "For reviewers"),
    ],
    check: check)

  private static func check(_ arguments: ParsedArguments) throws(UsageError) {
    guard let contract = arguments[contract] else {
      throw UsageError(
        "'\(arguments.command)' needs a contract.",
        hint: "For example '\(arguments.command) --contract contract.json'.",
        command: arguments.command)
    }
    try StandardInput.checkUsedOnce(
      [contract] + arguments[records] + arguments[results], command: arguments.command)
  }
}

/// How the matrix is written.
package enum MatrixFormat: String, Sendable, CaseIterable {
  case table
  case markdown
  case csv
  case json
  case html

  /// The format that the ending of a file's name stands for.
  init?(endingOf path: FilePathArgument) {
    let name = path.bytes.split(separator: UInt8(ascii: "/")).last ?? []
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return nil }
    switch String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased() {
    case "md", "markdown": self = .markdown
    case "csv": self = .csv
    case "json": self = .json
    case "html", "htm": self = .html
    default: return nil
    }
  }
}
