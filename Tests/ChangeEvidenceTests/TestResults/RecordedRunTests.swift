import ChangeEvidence
import ShareContract
import Testing

/// Runs that were recorded, read and judged.
struct RecordedRunTests {
  private func report(_ name: String) throws -> TestReport {
    try EventStream(packageFolder: "/package").read(RecordedStreams.bytes(name, version: "0"))
  }

  private func verdict(
    _ report: TestReport, _ ending: GateInput.Ending, required: [String] = []
  ) -> GateVerdict {
    GateVerdict(
      GateInput(
        ending: ending, reports: [.init("events.jsonl", .tests(report))], required: required))
  }

  @Test func `a run of this package is green, with its tests and their places`() throws {
    let report = try report("own")
    #expect(report.results.count == 12)
    let name =
      "ChangeEvidenceTests.PolicyTests/`other groups need a record of a fresh installation`()"
    let verdict = verdict(
      report, .exited(0),
      required: [name, "ChangeEvidenceTests.PolicyTests/`patterns fit whole paths`(_:_:_:)"])
    #expect(verdict.isGreen)
    #expect(verdict.ranCount == 12)
    let place = report.results.first { $0.name == name }?.place
    #expect(place?.path == "Tests/ChangeEvidenceTests/Policy/PolicyTests.swift")
    #expect(!String(decoding: report.json, as: UTF8.self).contains("/package"))
  }

  @Test func `names of any characters do not hide a test`() throws {
    let report = try report("names")
    let verdict = verdict(
      report, .exited(0),
      required: [
        "SwiftOnlyTests.ShareTests/`quotes and <angle> \"brackets\"`()",
        "SwiftOnlyTests.ShareTests/named()",
      ])
    #expect(verdict.isGreen)
    #expect(try TestReport(reading: report.json) == report)
  }

  @Test(arguments: RecordedStreams.versions)
  func `a crash in the middle is red, with the test that it was in`(_ version: String) throws {
    let report = try EventStream().read(RecordedStreams.bytes("crashed", version: version))
    let findings = verdict(report, .exited(1)).findings
    #expect(findings.first?.reason == .exitStatus)
    #expect(findings.contains { $0.reason == .testsCrashed && $0.subject != nil })
    #expect(findings.contains { $0.reason == .reportCut })
    // Also where something between swallowed the status.
    #expect(!verdict(report, .exited(0)).isGreen)
  }

  @Test(arguments: RecordedStreams.versions)
  func `a stream that ends anywhere before its end is red`(_ version: String) throws {
    let bytes = try RecordedStreams.bytes("passing", version: version)
    #expect(verdict(try EventStream().read(bytes), .exited(0)).isGreen)
    for count in stride(from: 0, to: bytes.count - 1, by: 97) {
      let report = try EventStream().read(Array(bytes.prefix(count)))
      #expect(!verdict(report, .exited(0)).isGreen, "\(count) bytes")
    }
  }
}
