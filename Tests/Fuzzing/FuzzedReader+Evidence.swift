import ChangeEvidence
import IntakeModel

/// The readers of what goes into evidence.
extension FuzzedReader {
  func readXUnit(_ bytes: [UInt8]) { check(try? XUnitFile(packageFolder: "/work").read(bytes)) }

  func readEventStream(_ bytes: [UInt8]) {
    check(try? EventStream(packageFolder: "/work").read(bytes))
  }

  func readXCResult(_ bytes: [UInt8]) {
    check(try? XCResultTests().read(bytes))
    _ = try? XCResultSummary(reading: bytes)
  }

  func readUnifiedLog(_ bytes: [UInt8]) { redact(bytes, .unifiedLog) }

  func readSyslog(_ bytes: [UInt8]) { redact(bytes, .syslog) }

  func checkPrivacy(_ bytes: [UInt8]) {
    _ = PrivacyCheck(privateWords: ["ada"]).findings(in: bytes, of: "member")
  }

  /// What was read is written and read again, and judged.
  private func check(_ report: TestReport?) {
    guard let report else { return }
    let again = try? TestReport(reading: report.json)
    var expected = report
    // Of one tool alone, and not of the normal form.
    expected.runCount = nil
    precondition(again == expected, "the normal form is not what was read")
    let name = report.results.first?.name
    _ = GateVerdict(
      GateInput(
        ending: .exited(0), reports: [.init("report", .tests(report))],
        required: name.map { [$0] } ?? []))
  }

  private func redact(_ bytes: [UInt8], _ kind: DeviceLogKind) {
    let rules = DeviceLogRules(pseudonymKey: [1], subsystems: ["com.example.app"])
    func run(_ size: Int) -> (kept: [UInt8], summary: DeviceLogSummary?) {
      var redactor = DeviceLogRedactor(kind, rules: rules)
      var kept: [UInt8] = []
      var start = 0
      while start < bytes.count {
        let piece = Array(bytes[start..<min(start + size, bytes.count)])
        _ = try? piece.withUnsafeBytes { try redactor.take($0) { kept += $0 } }
        start += size
      }
      return (kept, try? redactor.finish { kept += $0 })
    }
    let whole = run(max(1, bytes.count))
    let pieces = run(13)
    precondition(whole == pieces, "the size of the pieces makes a difference")
  }
}

private func == (
  left: (kept: [UInt8], summary: DeviceLogSummary?),
  right: (kept: [UInt8], summary: DeviceLogSummary?)
) -> Bool { left.kept == right.kept && left.summary == right.summary }
