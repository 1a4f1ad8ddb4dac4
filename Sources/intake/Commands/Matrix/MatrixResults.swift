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
      let results = try await ResultsDocument(reading: path)
      observations += results.report.observations
      for objection in results.report.gate?.objections ?? [] {
        objections.append("Of \(paths.count) test results, number \(place + 1): \(objection).")
        messages.append("The test results in '\(results.name)': \(objection).")
      }
      guard !results.report.isComplete else { continue }
      let reason = "cut off: the run crashed, or has not ended yet"
      objections.append("Of \(paths.count) test results, number \(place + 1) is \(reason).")
      messages.append("The test results in '\(results.name)' are \(reason).")
    }
  }
}
