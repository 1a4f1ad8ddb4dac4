import ChangeEvidence
import IntakeModel
import IntakeTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct DifferenceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func summary(
    _ name: String, rows: String, tests: String, device: Collector
  ) async throws -> EvidenceSummary {
    let export = EvidenceExport(
      change: SampleEvidence.change,
      collectors: [
        .member("matrix.json", Array(#"{"rows":[\#(rows)]}"#.utf8), source: "matrix"),
        .member("results/results.json", Array(#"{"tests":[\#(tests)]}"#.utf8), source: "results"),
        device,
      ], page: EvidencePage(tests: SampleEvidence.tests))
    let path = folder.path(of: name)
    _ = try await export.write(to: path, replacing: false)
    return try await EvidenceSummary(reading: path)
  }

  private func row(_ id: String, _ isGreen: Bool, _ type: String) -> String {
    #"{"id":"\#(id)","isGreen":\#(isGreen),"verdict":"\#(isGreen ? "pass" : "fail")","items":[[["\#(type)"]]]}"#
  }

  private func test(_ name: String, _ verdict: String) -> String {
    #"{"name":"\#(name)","verdict":"\#(verdict)"}"#
  }

  @Test func `what is worse comes first, and the rest behind it`() async throws {
    let old = try await summary(
      "old",
      rows: [
        row("photo", true, "public.jpeg"), row("film", false, "public.movie"),
        row("gone", true, "public.tiff"),
      ].joined(separator: ","),
      tests: [test("a()", "passed"), test("b()", "failed"), test("c()", "passed")].joined(
        separator: ","),
      device: .member("device/log", Array("x".utf8), source: "device"))
    let new = try await summary(
      "new",
      rows: [
        row("photo", false, "public.jpeg"), row("film", true, "public.movie"),
        row("new", true, "public.heic"), row("new-red", false, "public.heic"),
      ].joined(separator: ","),
      tests: [
        test("a()", "failed"), test("b()", "passed"), test("d()", "passed"), test("e()", "failed"),
        test("f()", "skipped"),
      ].joined(separator: ","),
      device: .absent("device"))
    let difference = EvidenceDifference(from: old, to: new)
    #expect(difference.isWorse)
    #expect(
      difference.entries.map { "\($0.kind.rawValue) \($0.subject)" } == [
        "verdict-worse evidence", "row-turned-red new-red", "row-turned-red photo", "row-gone gone",
        "test-turned-red a()",
        "test-turned-red e()", "test-gone c()", "gap-new device", "type-gone public.tiff",
        "row-turned-green film", "row-new new", "test-turned-green b()", "test-new d()",
        "test-new f()", "type-new public.heic",
      ])
    let mended = EvidenceDifference(from: new, to: old)
    #expect(mended.entries.contains { $0.kind == .gapClosed })
    let same = EvidenceDifference(from: new, to: new)
    #expect(same.entries == [] && !same.isWorse)
  }

  @Test func `another verdict is a difference, also where nothing else is`() async throws {
    func summary(_ name: String, _ objections: [String]) async throws -> EvidenceSummary {
      let export = EvidenceExport(
        change: SampleEvidence.change,
        collectors: [.member("matrix.json", Array(#"{"rows":[]}"#.utf8), source: "matrix")],
        page: EvidencePage(tests: SampleEvidence.tests, otherObjections: objections))
      let path = folder.path(of: name)
      _ = try await export.write(to: path, replacing: false)
      return try await EvidenceSummary(reading: path)
    }
    let good = try await summary("good", [])
    let bad = try await summary("bad", ["gate: exit-status"])
    let was = good.manifest.verdict.result.rawValue
    let worse = EvidenceDifference(from: good, to: bad)
    #expect(
      worse.entries.map { "\($0.kind.rawValue) \($0.subject): \($0.detail ?? "")" } == [
        "verdict-worse evidence: FAILED, was \(was)"
      ])
    #expect(worse.isWorse)
    let better = EvidenceDifference(from: bad, to: good)
    #expect(better.entries.map(\.kind) == [.verdictBetter] && !better.isWorse)
  }

  @Test func `a member that is none says where`() async throws {
    let error = await #expect(throws: EvidenceError.self) {
      _ = try await summary(
        "bad", rows: #"{"id":7}"#, tests: "", device: .absent("device"))
    }
    #expect(error?.description.contains("'matrix.json' in '") == true)
    #expect(
      error?.description.hasSuffix("line 1, column 16: expected of 'id' a string, found 7") == true)
  }
}
