public import IntakeModel
import JSONSyntax
import ShareContract

extension TestReport {
  /// The report as a JSON document, for an archive or another program. ``init(reading:)`` reads it again.
  ///
  /// The same report gives the same bytes.
  public var json: [UInt8] {
    JSONWriter.document { json in
      json.member("version", Self.formatVersion)
      json.member("complete", isComplete)
      json.member("failed", saysFailed)
      if let gate { Self.write(gate, to: &json) }
      json.key("tests")
      json.array(results) { json, result in
        json.object(onOneLine: true) { json in
          json.member("name", result.name)
          json.member("verdict", result.verdict.rawValue)
          if let duration = result.duration { json.member("microseconds", duration.microseconds) }
          if let place = result.place { Self.write(place, to: &json) }
          if !result.issues.isEmpty { Self.write(result.issues, to: &json) }
        }
      }
      Self.write(issues, to: &json)
    }
  }

  private static let formatVersion = 1

  private static func write(_ gate: GateSummary, to json: inout JSONWriter) {
    json.key("gate")
    json.object { json in
      json.member("green", gate.isGreen)
      json.key("findings")
      json.array(gate.findings) { json, finding in
        json.object(onOneLine: true) { json in
          json.member("reason", finding.reason.rawValue)
          if let subject = finding.subject { json.member("subject", subject) }
        }
      }
    }
  }

  private static func write(_ place: SourcePlace, to json: inout JSONWriter) {
    json.member("file", place.path)
    json.member("line", place.line)
    if let column = place.column { json.member("column", column) }
  }

  private static func write(_ issues: [TestIssue], to json: inout JSONWriter) {
    json.key("issues")
    json.array(issues) { json, issue in
      json.object(onOneLine: true) { json in
        json.member("kind", issue.kind.rawValue)
        json.member("severity", issue.severity.rawValue)
        if let place = issue.place { write(place, to: &json) }
      }
    }
  }

  /// Reads what ``json`` writes.
  ///
  /// - Throws: `DocumentError` with the place. What the format does not have is an error: it may be content.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(reading bytes: [UInt8]) throws(DocumentError) {
    var limits = JSONReader.Limits()
    limits.size = 64 << 20
    limits.values = 4_000_000
    let root: JSONNode
    do throws(JSONError) {
      root = try JSONReader(.strict, limits: limits).read(bytes)
    } catch {
      throw DocumentError(
        error.message, at: .line(error.place.line, column: error.place.column))
    }
    let node = try TestReportNode(
      root, "test results", members: ["version", "complete", "failed", "gate", "tests", "issues"])
    guard node.node["version"]?.integer == Int64(Self.formatVersion) else {
      throw node.error("the member 'version', which is \(Self.formatVersion)")
    }
    var results: [TestResult] = []
    for test in try node.array("tests") {
      let test = try TestReportNode(
        test, "a test",
        members: ["name", "verdict", "microseconds", "file", "line", "column", "issues"])
      let microseconds = try test.integer("microseconds")
      results.append(
        TestResult(
          name: try test.string("name"), verdict: try test.choice("verdict"),
          duration: microseconds.map { .microseconds($0) }, place: try test.place(),
          issues: test.node["issues"] == nil ? [] : try test.issues()))
    }
    self.init(
      results: results, issues: try node.issues(), isComplete: try node.boolean("complete"),
      saysFailed: try node.boolean("failed"), gate: try node.gate())
  }
}

/// An object of a document of test results.
private struct TestReportNode {
  let node: JSONNode
  private let what: String

  init(_ node: JSONNode, _ what: String, members: [String]) throws(DocumentError) {
    self.node = node
    self.what = what
    guard let found = node.members else { throw error("an object") }
    for member in found where !members.contains(member.name) {
      throw DocumentError(
        "\(what) has a member that is not known; its members are \(members.joined(separator: ", "))",
        at: .line(member.place.line, column: member.place.column))
    }
  }

  func error(_ expected: String) -> DocumentError {
    DocumentError(
      "expected \(what) with \(expected)",
      at: .line(node.place.line, column: node.place.column))
  }

  func string(_ name: String) throws(DocumentError) -> String {
    guard let text = node[name]?.string, !text.isEmpty,
      text.utf8.count <= EventStream.maximumNameLength
    else { throw error("a string for '\(name)'") }
    return text
  }

  func boolean(_ name: String) throws(DocumentError) -> Bool {
    guard let flag = node[name]?.boolean else { throw error("true or false for '\(name)'") }
    return flag
  }

  /// A number from zero to some years in microseconds.
  func integer(_ name: String) throws(DocumentError) -> Int64? {
    guard let member = node[name] else { return nil }
    guard let number = member.integer, number >= 0 else {
      throw error("a whole number for '\(name)'")
    }
    return number
  }

  func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: String
  ) throws(DocumentError) -> Choice where Choice.RawValue == String {
    guard let value = node[name]?.string.flatMap(Choice.init(rawValue:)) else {
      let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw error("one of \(names) for '\(name)'")
    }
    return value
  }

  func array(_ name: String) throws(DocumentError) -> [JSONNode] {
    guard let array = node[name]?.array else { throw error("an array for '\(name)'") }
    return array
  }

  func place() throws(DocumentError) -> SourcePlace? {
    guard let file = node["file"] else { return nil }
    let column = try integer("column").map { Int($0) }
    guard let path = file.string, let line = try integer("line"),
      let place = SourcePlace(path: path, line: Int(line), column: column)
    else { throw error("a path within the package for 'file', and its 'line'") }
    return place
  }

  func gate() throws(DocumentError) -> GateSummary? {
    guard let gate = node["gate"] else { return nil }
    let fields = try Self(gate, "the verdict of a gate", members: ["green", "findings"])
    var findings: [GateSummary.Finding] = []
    for finding in try fields.array("findings") {
      let finding = try Self(finding, "a finding of a gate", members: ["reason", "subject"])
      findings.append(
        GateSummary.Finding(
          try finding.choice("reason"),
          finding.node["subject"] == nil ? nil : try finding.string("subject")))
    }
    return GateSummary(findings, saysGreen: try fields.boolean("green"))
  }

  func issues() throws(DocumentError) -> [TestIssue] {
    var issues: [TestIssue] = []
    for issue in try array("issues") {
      let issue = try Self(
        issue, "an issue", members: ["kind", "severity", "file", "line", "column"])
      issues.append(
        TestIssue(try issue.choice("kind"), try issue.choice("severity"), at: try issue.place()))
    }
    return issues
  }
}

extension Duration {
  /// In whole microseconds, towards zero. Durations of tests are far from the limits.
  fileprivate var microseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
    if overflow { return .max }
    let (sum, isTooLarge) = product.addingReportingOverflow(attoseconds / 1_000_000_000_000)
    return isTooLarge ? .max : sum
  }
}
