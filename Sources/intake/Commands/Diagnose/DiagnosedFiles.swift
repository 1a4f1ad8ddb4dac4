import IntakeModel
import ShareContract

/// The records of all files that a diagnosis is made of, and what is wrong with their other lines.
struct DiagnosedFiles {
  /// In the order of the files and their lines.
  private(set) var entries: [ShareRecordFile.Entry] = []
  /// One sentence each, with the name of the file.
  private(set) var problems: [String] = []
  private var names: [String] = []

  var records: [ShareRecord] { entries.map(\.record) }

  /// - Throws: ``InputDocumentError`` for a file that cannot be read; `CancellationError`.
  init(reading paths: [FilePathArgument]) async throws {
    for path in paths {
      let document = try await InputDocument(reading: path)
      let (file, found, omitted) = ShareRecordFile.readingAll(document.bytes)
      names.append(document.name)
      entries += file.entries
      problems += found.map { "\(InputDocumentError(document, $0))" }
      if omitted > 0 { problems.append("\(document.name) has \(omitted) more problems") }
    }
  }

  /// What is wrong with all of them; of a file without any record, what is wrong with its lines comes first.
  func error(_ text: String) -> InputDocumentError {
    let reason = problems.first.map { "\(text); \($0)" } ?? text
    return InputDocumentError(names.joined(separator: ", "), reason)
  }
}
