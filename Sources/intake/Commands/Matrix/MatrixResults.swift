import ChangeEvidence
import IntakeModel
import ShareContract

/// The results of all test runs that a matrix is given.
struct MatrixResults {
  private(set) var observations: [TestObservation] = []
  /// What is wrong with the runs as a whole, without the names of their files: the matrix holds no paths.
  private(set) var objections: [String] = []
  /// The same for the person at hand, with the names.
  private(set) var messages: [String] = []

  /// - Throws: ``InputDocumentError`` for a stream that cannot be read; `CancellationError`.
  init(reading paths: [FilePathArgument]) async throws {
    for (place, path) in paths.enumerated() {
      let document = try await InputDocument(reading: path)
      let report = try document.parse { bytes throws(DocumentError) in
        try EventStream().read(bytes)
      }
      observations += report.observations
      guard !report.isComplete else { continue }
      let reason = "cut off: the run crashed, or has not ended yet"
      objections.append("Of \(paths.count) test results, number \(place + 1) is \(reason).")
      messages.append("The test results in '\(document.name)' are \(reason).")
    }
  }
}
