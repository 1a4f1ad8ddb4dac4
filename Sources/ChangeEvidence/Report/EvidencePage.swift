package import IntakeModel
package import ShareContract

/// The page `index.html` of an evidence archive: what a person reads.
package struct EvidencePage: Sendable {
  package var matrix: TypeMatrix?
  package var tests: TestReport?
  /// What devices and people recorded.
  package var records: [ShareRecord]
  /// Figures that were measured elsewhere.
  package var charts: [BarChart]
  /// What else speaks against the change, such as the reasons of a gate, one sentence each.
  package var otherObjections: [String]

  package static let path = "index.html"

  package init(
    matrix: TypeMatrix? = nil, tests: TestReport? = nil, records: [ShareRecord] = [],
    charts: [BarChart] = [], otherObjections: [String] = []
  ) {
    self.matrix = matrix
    self.tests = tests
    self.records = records
    self.charts = charts
    self.otherObjections = otherObjections
  }

  /// The page without what stays out of the archive: what a source has refused is shown nowhere.
  ///
  /// - Parameters:
  ///   - sources: The names of all sources.
  ///   - members: The paths of the members that they gave.
  func limited(to members: Set<String>, of sources: Set<String>) -> EvidencePage {
    func isOut(_ source: String, _ member: String) -> Bool {
      sources.contains(source) && !members.contains(member)
    }
    var page = self
    if isOut("results", Statement.attestedResults) { page.tests = nil }
    if isOut("matrix", "matrix.json") { page.matrix = nil }
    if isOut("shares", "device/shares.jsonl") { page.records = [] }
    return page
  }

  /// What failed. Evidence without results shows nothing, and is red as well.
  package var objections: [String] {
    var objections = otherObjections
    if let tests {
      objections += tests.objections
    } else {
      objections.append("there are no test results")
    }
    if let matrix, !matrix.isGreen {
      objections += matrix.objections.map { "type matrix: \($0)" }
      let red = matrix.rows.filter { !$0.isGreen }.map(\.row.id)
      if !red.isEmpty { objections.append(Self.objection(to: red, of: matrix.rows.count)) }
      if matrix.rows.isEmpty { objections.append("the type matrix has no rows") }
    }
    return objections
  }

  /// The most red rows that are named; the matrix has all of them.
  private static let maximumNamedRows = 8

  private static func objection(to red: [String], of count: Int) -> String {
    let rest = red.count - maximumNamedRows
    let names = red.prefix(maximumNamedRows).joined(separator: ", ")
    return "\(red.count) of \(count) \(count == 1 ? "row" : "rows") of the type matrix "
      + "\(red.count == 1 ? "is" : "are") red: \(names)" + (rest > 0 ? " and \(rest) more" : "")
  }
}

/// How many tests came to what.
struct TestCounts {
  private let counts: [TestObservation.Verdict: Int]

  init(_ report: TestReport) {
    counts = report.results.reduce(into: [:]) { $0[$1.verdict, default: 0] += 1 }
  }

  subscript(verdict: TestObservation.Verdict) -> Int { counts[verdict] ?? 0 }
}
