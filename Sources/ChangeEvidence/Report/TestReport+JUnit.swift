import ShareContract

extension TestReport {
  /// The report as JUnit XML, for tools that read nothing else.
  ///
  /// Names are escaped so that it is well-formed whatever they hold; what XML cannot hold becomes `\u{…}`. Tests that
  /// did not run to their end are errors, which no tool takes for passed, and so is what speaks against the run as a
  /// whole.
  ///
  /// - Complexity: O(*n*) in the number of tests.
  package var junit: [UInt8] {
    let suites = Dictionary(grouping: results) { Self.suite(of: $0.name) }.sorted { left, right in
      left.key.utf8.lexicographicallyPrecedes(right.key.utf8)
    }
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      "<testsuites \(Self.counts(results))>",
    ]
    for (name, results) in suites {
      lines.append("<testsuite name=\"\(MarkupText.escaped(name))\" \(Self.counts(results))>")
      lines += results.map { Self.line($0, suite: name) }
      lines.append("</testsuite>")
    }
    for (number, objection) in runObjections.enumerated() {
      lines.append(
        """
        <testsuite name="run" tests="1" failures="0" errors="1" skipped="0"><testcase name="run \
        \(number + 1)" classname="run"><error message="\(MarkupText.escaped(objection))" /></testcase>\
        </testsuite>
        """)
    }
    lines.append("</testsuites>\n")
    return Array(lines.joined(separator: "\n").utf8)
  }

  private static func suite(of name: String) -> String {
    // A name in backquotes may hold slashes; the first two parts are the module and the suite.
    name.utf8.firstIndex(of: UInt8(ascii: "/")).map { String(name[..<$0]) } ?? "tests"
  }

  private static func counts(_ results: [TestResult]) -> String {
    let failed = results.count { $0.verdict == .failed }
    let errors = results.count { $0.verdict.standing == .breaks } - failed
    let skipped = results.count { $0.verdict.standing == .silent }
    return
      "tests=\"\(results.count)\" failures=\"\(failed)\" errors=\"\(errors)\" skipped=\"\(skipped)\""
  }

  private static func line(_ result: TestResult, suite: String) -> String {
    let name =
      result.name.hasPrefix(suite + "/")
      ? String(result.name.dropFirst(suite.count + 1)) : result.name
    let time = result.duration.map { " time=\"\(seconds($0))\"" } ?? ""
    let opening =
      "<testcase name=\"\(MarkupText.escaped(name))\" classname=\"\(MarkupText.escaped(suite))\"\(time)"
    let issues = result.issues.filter { $0.severity == .failure }.map { issue in
      issue.kind.rawValue + (issue.place.map { " at \($0)" } ?? "")
    }
    let message = MarkupText.escaped(
      issues.isEmpty ? result.verdict.rawValue : issues.joined(separator: "; "))
    switch result.verdict.standing {
    case .shows: return opening + " />"
    case .silent: return opening + "><skipped /></testcase>"
    case .breaks:
      let element = result.verdict == .failed ? "failure" : "error"
      return opening + "><\(element) message=\"\(message)\" /></testcase>"
    }
  }

  /// Seconds with six digits behind the point.
  private static func seconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let fraction = String(max(0, attoseconds) / 1_000_000_000_000)
    return "\(max(0, seconds))." + String(repeating: "0", count: 6 - fraction.count) + fraction
  }
}
