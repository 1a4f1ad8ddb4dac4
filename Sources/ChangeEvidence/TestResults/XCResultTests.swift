public import IntakeModel
import JSONSyntax
import ShareContract

/// Reads what `xcresulttool get test-results tests` says of a result bundle: a tree of plans, bundles, suites and
/// tests, below which stand devices, rows of arguments and repetitions.
///
/// A test counts once, whatever it ran on, with the worst of its rows and devices. Of its repetitions the last one
/// counts, as it does for Xcode, and that there were others is noted.
public struct XCResultTests: Sendable {
  /// Makes a reader, at which there is nothing to set.
  public init() {}

  /// Reads a whole document.
  ///
  /// - Throws: `DocumentError` with the place.
  /// - Complexity: O(*n*) in the number of bytes.
  public func read(_ bytes: [UInt8]) throws(DocumentError) -> TestReport {
    let node = try XCResult.document(bytes)
    guard let roots = node["testNodes"]?.array else {
      throw XCResult.error(node, "the tests of a result bundle, with the array 'testNodes'")
    }
    var walk = XCResultWalk()
    for root in roots { _ = try walk.visit(root, module: nil, suites: []) }
    return walk.report()
  }
}

/// The walk over the tree of a result bundle. The tree is as deep as the reader of JSON lets it be.
private struct XCResultWalk {
  private var results: [String: TestResult] = [:]
  private var issues: [TestIssue] = []
  private var saysFailed = false
  private var runCount = 0

  /// - Returns: Whether a test in it failed.
  mutating func visit(
    _ node: JSONNode, module: String?, suites: [String]
  ) throws(DocumentError) -> Bool {
    let type = try text(node, "nodeType")
    let name = try text(node, "name")
    if type == "Test Case" {
      let result = try result(of: node, name, module: module, suites: suites)
      results[result.name] = results[result.name].map { $0.joined(with: result) } ?? result
      return result.verdict == .failed
    }
    var module = module
    var suites = suites
    switch type {
    case "Unit test bundle", "UI test bundle":
      module = name.hasSuffix(".xctest") ? String(name.dropLast(7)) : name
    case "Test Suite": suites.append(name)
    default: break
    }
    var hasFailed = false
    for child in node["children"]?.array ?? [] {
      // Messages of a suite hang below it like its tests.
      if child["nodeType"]?.string == "Failure Message" {
        issues.append(TestIssue(.other, .failure, at: place(child)))
        hasFailed = true
      } else if try visit(child, module: module, suites: suites) {
        hasFailed = true
      }
    }
    if XCResultVerdict(node) == .failed, !hasFailed {
      // It says so itself, and none of its tests does: such as a bundle that did not start.
      saysFailed = true
      issues.append(TestIssue(.other, .failure))
      hasFailed = true
    }
    return hasFailed
  }

  private mutating func result(
    of node: JSONNode, _ name: String, module: String?, suites: [String]
  ) throws(DocumentError) -> TestResult {
    let path = node["nodeIdentifier"]?.string ?? (suites + [name]).joined(separator: "/")
    let fullName = module.map { "\($0).\(path)" } ?? path
    guard fullName.utf8.count <= XUnitFile.maximumNameLength else {
      throw XCResult.error(
        node, "the name of a test of at most \(XUnitFile.maximumNameLength) bytes")
    }
    let outcome = XCResultOutcome(of: node)
    runCount += outcome.runCount
    return TestResult(
      name: fullName, verdict: outcome.verdict ?? .unfinished,
      duration: XCResultDuration.of(node), issues: outcome.issues)
  }

  private func text(_ node: JSONNode, _ member: String) throws(DocumentError) -> String {
    guard let text = node[member]?.string else {
      throw XCResult.error(node, "a node with the string '\(member)'")
    }
    return text
  }

  private func place(_ node: JSONNode) -> SourcePlace? {
    node["name"]?.string.flatMap { XCResultOutcome.place(inMessage: $0) }
  }

  func report() -> TestReport {
    TestReport(
      results: Array(results.values), issues: issues,
      isComplete: !results.values.contains { $0.verdict == .unfinished }, saysFailed: saysFailed,
      runCount: runCount)
  }
}
