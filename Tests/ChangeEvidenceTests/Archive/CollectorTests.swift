import ChangeEvidence
import IntakeModel
import IntakeTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct CollectorTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func export(
    _ collector: Collector
  ) async throws -> (report: SourceReport, result: EvidenceExport.Result, members: [RawMember]) {
    var collector = collector
    // What these tests write is no text.
    collector.privacy = nil
    let export = EvidenceExport(
      change: SampleEvidence.change,
      collectors: [collector, .member("behind.txt", Array("x".utf8), source: "behind")],
      page: EvidencePage(tests: SampleEvidence.tests))
    let result = try await export.write(to: folder.path(of: "e.zip"), replacing: true)
    let members = try RawMember.read(try folder.read("e.zip"))
    // Whatever happens, what comes behind is there, and the archive is in order.
    #expect(members.contains { $0.name == "behind.txt" })
    let report = try await EvidenceVerification().verify(folder.path(of: "e.zip"))
    #expect(report.isVerified, "\(report.checks)")
    return (try #require(result.manifest.sources.first), result, members)
  }

  private struct Broken: Error {}

  @Test func `what is larger than its budget is cut, and said to be`() async throws {
    let (report, result, members) = try await export(
      Collector("log", budget: .bytes(2500)) { output in
        try output.add("first", Array(repeating: 1, count: 500))
        try output.add("log") { write in
          for _ in 0..<5 {
            try [UInt8](repeating: 2, count: 1000).withUnsafeBytes { try write($0) }
          }
        }
      })
    #expect(report.state == .truncated(at: 2500))
    #expect(report.bytes == 2500)
    #expect(members.first { $0.name == "log" }?.bytes.count == 2000)
    #expect(result.warnings == ["'log' has more than its budget, and is cut"])
    #expect(result.manifest.verdict.result == .warned)
  }

  @Test func `a whole member that does not fit is left out`() async throws {
    let (report, result, members) = try await export(
      Collector("matrix", budget: .bytes(10)) { try $0.add("m", Array(repeating: 1, count: 11)) })
    #expect(report.state == .failed)
    #expect(!members.contains { $0.name == "m" })
    #expect(result.warnings.first?.contains("'m' has 11 bytes") == true)
  }

  @Test func `what fails is said to have, and what it had given stays`() async throws {
    let (report, result, members) = try await export(
      Collector("log") { output in
        try output.add("first", [1])
        try output.add("second") { write in
          try [UInt8](repeating: 2, count: 10).withUnsafeBytes { try write($0) }
          throw Broken()
        }
      })
    #expect(report.state == .failed)
    #expect(members.first { $0.name == "second" }?.bytes.count == 10)
    #expect(result.warnings == ["'log' failed: Broken()"])
    let text = String(
      decoding: members.first { $0.name == "manifest.json" }?.bytes ?? [], as: UTF8.self)
    #expect(!text.contains("Broken"))
  }

  @Test func `what hangs is cut off, and can add nothing more`() async throws {
    let gate = Gate()
    let late = Late()
    let (report, _, members) = try await export(
      Collector("hang", timeLimit: .milliseconds(100)) { output in
        try output.add("before", [1])
        gate.waitBlocking()
        do { try output.add("after", [2]) } catch { late.set("\(error)") }
      })
    #expect(report.state == .timedOut(afterSeconds: 1))
    #expect(members.contains { $0.name == "before" })
    #expect(!members.contains { $0.name == "after" })
    gate.open()
    await late.wait()
    #expect(late.text == "the time of this source is over")
  }

  @Test func `what there is none of is absent, with its reason`() async throws {
    let (report, result, _) = try await export(.absent("device", note: "no device was attached"))
    #expect(report.state == .absent)
    #expect(report.text == "absent; no device was attached")
    #expect(result.manifest.verdict.reasons == ["device: absent; no device was attached"])
  }

  @Test func `redactions are counted`() async throws {
    let (report, _, _) = try await export(
      Collector("device") { output in
        try output.add("log", [1])
        output.addRedactions(3)
        output.addRedactions(4)
      })
    #expect(report.state == .present)
    #expect(report.redactions == 7)
    #expect(report.text.hasSuffix("redacted 7 times"))
  }

  @Test func `a member with what looks like content stays out, and nobody quotes it`() async throws
  {
    let export = EvidenceExport(
      change: SampleEvidence.change,
      collectors: [
        Collector("device") { output in
          try output.add("device/good", Array("stage copying\n".utf8))
          try output.add("device/bad", Array("first\nfrom jane.doe@example.com\n".utf8))
        }
      ], page: EvidencePage(tests: SampleEvidence.tests))
    let result = try await export.write(to: folder.path(of: "e.zip"), replacing: false)
    let source = try #require(result.manifest.sources.first)
    #expect(source.state == .failed)
    #expect(source.note == "1 member with what looks like content of users left out")
    #expect(
      result.warnings == [
        "left out for what looks like content of a user: 'device/bad', line 2: email-address"
      ])
    let members = try RawMember.read(try folder.read("e.zip"))
    #expect(members.contains { $0.name == "device/good" })
    #expect(!members.contains { $0.name == "device/bad" })
    #expect(!members.contains { $0.bytes.firstRange(of: Array("jane".utf8)) != nil })
  }

  @Test(arguments: [
    "../x", "/x", "a//b", "a\u{7}b", #"a\b"#, "", "a\u{202E}b", String(repeating: "x", count: 513),
  ])
  func `a name that could harm fails its source`(name: String) async throws {
    let (report, result, _) = try await export(Collector("bad") { try $0.add(name, [1]) })
    #expect(report.state == .failed)
    #expect(result.warnings.first?.contains("is no name for a member") == true)
  }
}

/// A text that another thread sets.
private final class Late: @unchecked Sendable {
  private let gate = Gate()
  private(set) var text = ""

  func set(_ text: String) {
    self.text = text
    gate.open()
  }

  // Right as unchecked: read only after the gate is open.
  func wait() async { try? await gate.wait() }
}
