import ChangeEvidence
import IntakeModel
import ShareContract

extension MatrixCommand {
  static let body: CommandBodies.Body = { arguments, context in
    guard let path = arguments[MatrixCommand.contract] else { return .usage }
    let document = try await InputDocument(reading: path)
    let contract = try document.parse { bytes throws(DocumentError) in
      try InputContract(reading: bytes)
    }
    var records: [ShareRecord] = []
    for path in arguments[MatrixCommand.records] {
      let document = try await InputDocument(reading: path)
      records += try document.parse { bytes throws(DocumentError) in
        try ShareRecordFile(reading: bytes).records
      }
    }
    let results = try await MatrixResults(reading: arguments[MatrixCommand.results])
    let matrix = try TypeMatrix(
      contract: contract, records: records, tests: results.observations,
      objections: results.objections)
    try await write(matrix, arguments, context)
    context.messages.report(
      (["The matrix is \(matrix.isGreen ? "green" : "not green"): \(matrix.summary)."]
        + results.messages).joined(separator: "\n"),
      style: matrix.isGreen ? .good : .bad)
    return matrix.isGreen ? .success : .refusals
  }

  private static func write(
    _ matrix: TypeMatrix, _ arguments: ParsedArguments, _ context: CommandContext
  ) async throws {
    let ending = arguments[MatrixCommand.output].flatMap { MatrixFormat(endingOf: $0) }
    let format =
      arguments.contains(MatrixCommand.format)
      ? arguments[MatrixCommand.format] : ending ?? arguments[MatrixCommand.format]
    guard let path = arguments[MatrixCommand.output], path.bytes != [UInt8(ascii: "-")] else {
      try await context.output.write(matrix.bytes(format, for: context.terminal))
      return
    }
    let file = try OutputFile(path, replacing: true)
    try file.write(matrix.bytes(format, for: nil))
    try file.finish()
  }
}

extension TypeMatrix {
  /// - Parameter terminal: Where a table is looked at; `nil` for a file.
  fileprivate func bytes(_ format: MatrixFormat, for terminal: Terminal?) -> [UInt8] {
    switch format {
    case .table: Array(MatrixTable(self, for: terminal).text.utf8)
    case .markdown: Array(markdown().utf8)
    case .csv: Array(csv().utf8)
    case .json: json()
    case .html: Array(html().utf8)
    }
  }
}
