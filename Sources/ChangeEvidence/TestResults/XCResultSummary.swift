public import IntakeModel
import JSONSyntax

/// What `xcresulttool get test-results summary` says of a result bundle: the counts, and whether it passed.
///
/// Names, messages and devices are not read.
public struct XCResultSummary: Sendable, Hashable {
  /// What Xcode says of the run as a whole; ``Verdict/unknown`` where it says what is not known here.
  public var verdict: Verdict
  /// How many tests there are, of which rows and devices may count one by one; from 0 to 1,000,000,000.
  public var total: Int
  /// How many tests passed, within the same bounds.
  public var passed: Int
  /// How many tests failed, within the same bounds.
  public var failed: Int
  /// How many tests were skipped, within the same bounds.
  public var skipped: Int
  /// How many tests failed as they were expected to, within the same bounds.
  public var expectedFailures: Int

  /// What Xcode says of the run as a whole.
  public enum Verdict: String, Sendable, CaseIterable, Hashable {
    /// The run passed.
    case passed = "Passed"
    /// The run failed.
    case failed = "Failed"
    /// The run was skipped.
    case skipped = "Skipped"
    /// The run failed as it was expected to.
    case expectedFailure = "Expected Failure"
    /// Anything else, such as what a later Xcode may say. A gate makes the run red for it.
    case unknown
  }

  /// Reads a summary.
  ///
  /// - Throws: `DocumentError` with the place.
  public init(reading bytes: [UInt8]) throws(DocumentError) {
    let node = try XCResult.document(bytes)
    guard node.members != nil, let result = node["result"] else {
      throw XCResult.error(node, "the summary of a result bundle, with the member 'result'")
    }
    guard let text = result.string else {
      throw XCResult.error(result, "a string for 'result'")
    }
    // A later Xcode may know more; what is not known is not green.
    verdict = Verdict(rawValue: text) ?? .unknown
    func count(_ name: String) throws(DocumentError) -> Int {
      guard let member = node[name] else {
        throw XCResult.error(node, "the member '\(name)'")
      }
      guard let number = member.integer.flatMap({ Int(exactly: $0) }),
        (0...1_000_000_000).contains(number)
      else { throw XCResult.error(member, "a number of tests for '\(name)'") }
      return number
    }
    total = try count("totalTestCount")
    passed = try count("passedTests")
    failed = try count("failedTests")
    skipped = try count("skippedTests")
    expectedFailures = try count("expectedFailures")
  }
}

/// What the documents of `xcresulttool` have in common.
enum XCResult {
  static func document(_ bytes: [UInt8]) throws(DocumentError) -> JSONNode {
    var limits = JSONReader.Limits()
    limits.size = 64 << 20
    limits.values = 4_000_000
    do throws(JSONError) {
      return try JSONReader(.strict, limits: limits).read(bytes)
    } catch {
      throw DocumentError(
        "\(error.message); expected the JSON that 'xcrun xcresulttool get test-results' writes",
        at: .line(error.place.line, column: error.place.column))
    }
  }

  static func error(_ node: JSONNode, _ expected: String) -> DocumentError {
    DocumentError(
      "expected \(expected), found \(node.value.kind)",
      at: .line(node.place.line, column: node.place.column))
  }
}
