import ChangeEvidence
import IntakeModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Test results that a command is given: a report of any runner, `results.json` of a gate, or the folder that a gate
/// left.
struct ResultsDocument {
  /// What messages call it, escaped.
  let name: String
  let report: TestReport
  /// What the gate left as its verdict, where a folder was given that has it.
  let verdict: [UInt8]?

  /// - Throws: ``InputDocumentError`` for what cannot be read; `CancellationError`.
  init(reading path: FilePathArgument) async throws {
    guard let inner = path.appending(GateFolder.resultsName), inner.exists else {
      let document = try await InputDocument(
        reading: path, limit: GateReportKind.maximumSize)
      name = document.name
      verdict = nil
      report = try document.parse { bytes throws(DocumentError) in
        switch GateReportKind.read(bytes, packageFolder: nil) {
        case .tests(let report): return report
        case .unreadable(let error): throw error
        // Not from bytes.
        case .missing: throw DocumentError("there is no report")
        case .summary:
          throw DocumentError(
            "it only counts tests; give what 'xcresulttool get test-results tests' writes")
        }
      }
      return
    }
    let document = try await InputDocument(reading: inner, limit: GateReportKind.maximumSize)
    name = document.name
    var report = try document.parse { bytes throws(DocumentError) in
      try TestReport(reading: bytes)
    }
    var verdict: [UInt8]?
    if let path = path.appending(GateFolder.verdictName), path.exists {
      let document = try await InputDocument(reading: path)
      let gate = try document.parse { bytes throws(DocumentError) in
        try GateSummary(readingVerdict: bytes)
      }
      // Either may be red, whatever the other says.
      report.gate = report.gate?.joined(with: gate) ?? gate
      verdict = document.bytes
    }
    self.report = report
    self.verdict = verdict
  }
}

extension FilePathArgument {
  /// The path of a file in this folder.
  fileprivate func appending(_ name: String) -> FilePathArgument? {
    FilePathArgument(bytes: bytes + Array("/\(name)".utf8))
  }

  fileprivate var exists: Bool { withCString { access($0, F_OK) == 0 } }
}
