import IntakeModel
import JSONSyntax
import ShareContract

/// A kind of report of a run of tests.
package enum GateReportKind: Sendable, Hashable, CaseIterable {
  /// Swift Testing's events, one on each line.
  case eventStream
  case xunit
  case xcresultTests
  case xcresultSummary
  /// The normal form.
  case results

  /// The most bytes of a report: 256 MiB, for a stream of events tells each argument of each case several times. The
  /// report is in memory while it is read.
  package static let maximumSize = 256 << 20

  /// The kind of a report by how it begins; `nil` where it can be none.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package static func of(_ bytes: [UInt8]) -> Self? {
    let rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    switch rest.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) {
    case UInt8(ascii: "<"): return .xunit
    case UInt8(ascii: "{"): break
    default: return nil
    }
    let line = rest.prefix { $0 != 0x0A }.prefix(EventStream.maximumLineLength)
    if let event = try? JSONReader(.strict).read(Array(line)), event["payload"] != nil {
      return .eventStream
    }
    // The names of the members that tell the kinds apart stand in the document's own object; the reader looks.
    guard let document = try? XCResult.document(bytes) else { return nil }
    if document["testNodes"] != nil { return .xcresultTests }
    if document["totalTestCount"] != nil { return .xcresultSummary }
    return document["tests"] != nil ? .results : nil
  }

  /// Reads a report of this kind.
  ///
  /// - Parameter packageFolder: The folder of the package, an absolute path.
  package func read(_ bytes: [UInt8], packageFolder: String?) -> GateInput.Content {
    do throws(DocumentError) {
      switch self {
      case .eventStream: return .tests(try EventStream(packageFolder: packageFolder).read(bytes))
      case .xunit: return .tests(try XUnitFile(packageFolder: packageFolder).read(bytes))
      case .xcresultTests: return .tests(try XCResultTests().read(bytes))
      case .xcresultSummary: return .summary(try XCResultSummary(reading: bytes))
      case .results: return .tests(try TestReport(reading: bytes))
      }
    } catch {
      return .unreadable(error)
    }
  }

  /// Reads a report of whatever kind.
  package static func read(_ bytes: [UInt8], packageFolder: String?) -> GateInput.Content {
    if let kind = of(bytes) { return kind.read(bytes, packageFolder: packageFolder) }
    if let kind = DocumentKind(of: bytes), kind != .testEvents {
      return .unreadable(DocumentError(kind.mismatch(expecting: .testEvents)))
    }
    return .unreadable(
      DocumentError(
        bytes.isEmpty
          ? "the report is empty"
          : "expected test results: the events of Swift Testing, xUnit XML, or what 'xcrun xcresulttool get "
            + "test-results' writes"))
  }
}
