import ChangeEvidence
import Digests
import IntakeModel
import IntakeTesting
import ShareContract
import Testing

/// Each way to change an archive, and what is said of it.
@Suite(.timeLimit(.minutes(5)))
struct TamperingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var subject: VerificationReport.Subject
    /// How one of the findings begins.
    var finding: String
    var change: @Sendable (inout [RawMember]) throws -> Void

    init(
      _ name: String, _ subject: VerificationReport.Subject, _ finding: String,
      _ change: @escaping @Sendable (inout [RawMember]) throws -> Void
    ) {
      testDescription = name
      self.subject = subject
      self.finding = finding
      self.change = change
    }
  }

  static let cases = [
    Case("a changed byte", .members, "'a-b.txt' is changed: its SHA-256 is ") { members in
      try edit("a-b.txt", &members) { $0[0] ^= 1 }
    },
    Case("a byte more", .members, "'a-b.txt' has 7 bytes, the manifest says 6") { members in
      try edit("a-b.txt", &members) { $0.append(0) }
    },
    Case("a changed page", .members, "'index.html' is changed") { members in
      try edit("index.html", &members) { $0[$0.count / 2] ^= 1 }
    },
    Case("a missing member", .members, "'photo.jpg' is missing: the manifest lists it") { members in
      members.removeAll { $0.name == "photo.jpg" }
    },
    Case("an extra member", .members, "'aaa.txt' is extra: the manifest does not list it") {
      members in
      members.insert(RawMember(name: "aaa.txt", bytes: [1]), at: 1)
      members.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    },
    Case("a renamed member", .members, "'a-c.txt' is extra") { members in
      members[1].name = "a-c.txt"
    },
    Case(
      "another order", .archive, "member 'Bündel/😀 #1.txt' stands behind 'a-b.txt', out of order"
    ) {
      $0.swapAt(0, 1)
    },
    Case("another time", .members, "'a-b.txt' has another time than the manifest says") {
      $0[1].time += 2
    },
    Case(
      "a manifest with another source", .statement,
      "'statement.json' is about another 'manifest.json'"
    ) {
      members in
      try replace("manifest.json", #""source": "plain""#, #""source": "other""#, &members)
    },
    Case(
      "a manifest with another digest", .manifest,
      "its content digest is not that of the members it lists"
    ) {
      members in
      try replace("manifest.json", #""sha256": ""#, #""sha256": "0"#, &members, cut: true)
    },
    Case(
      "a manifest that is no JSON", .manifest, "'manifest.json' cannot be read: line 1, column 1: "
    ) {
      members in try edit("manifest.json", &members) { $0[0] = UInt8(ascii: "x") }
    },
    Case("no manifest", .manifest, "there is no 'manifest.json'") { members in
      members.removeAll { $0.name == "manifest.json" }
    },
    Case(
      "a statement about another commit", .statement,
      "'statement.json' is about another commit than the manifest"
    ) {
      members in
      try replace(
        "statement.json", #""gitCommit": "1a"#, #""gitCommit": "9f"#, &members)
    },
    Case(
      "a statement with another verdict", .statement,
      "'statement.json' says another verdict than the manifest"
    ) {
      members in try replace("statement.json", "PASSED", "FAILED", &members)
    },
    Case(
      "a statement that is not the signed one", .signature,
      "'statement.dsse.json' signs another statement"
    ) {
      members in try edit("statement.json", &members) { $0.append(UInt8(ascii: "\n")) }
    },
    Case("no statement", .statement, "there is no 'statement.json'") { members in
      members.removeAll { $0.name == "statement.json" }
    },
    Case("no signature", .signature, "the statement is not signed") { members in
      members.removeAll { $0.name.hasSuffix(".dsse.json") }
    },
    Case(
      "one signature less", .signature,
      "'test-result.dsse.json' is missing, though the other statement is signed"
    ) {
      members in members.removeAll { $0.name == "test-result.dsse.json" }
    },
    Case("a changed signature", .signature, "'statement.dsse.json' is not signed by the given key")
    { members in
      try replace("statement.dsse.json", #""sig": ""#, #""sig": "A"#, &members, cut: true)
    },
    Case(
      "a test result of another result", .signature,
      "'test-result.dsse.json' signs another statement"
    ) {
      members in try replace("test-result.json", "Suite/works()", "Suite/works_()", &members)
    },
    Case("no test result", .statement, "there is no 'test-result.json'") { members in
      members.removeAll { $0.name.hasPrefix("test-result") }
    },
    Case(
      "a test result that says more", .statement,
      "'test-result.json' says other than 'manifest.json' and 'results/results.json' do"
    ) {
      members in
      try replace("test-result.json", #""warnedTests""#, #""x": 1, "warnedTests""#, &members)
    },
    Case(
      "a test result of another verdict", .statement,
      "'test-result.json' says other than 'manifest.json' and 'results/results.json' do"
    ) {
      members in try replace("test-result.json", "PASSED", "FAILED", &members)
    },
    Case(
      "a statement that says more", .statement,
      "'statement.json' says what 'manifest.json' does not say, or says it otherwise"
    ) {
      members in
      try replace("statement.json", #""predicate": {"#, #""predicate": { "by": "me","#, &members)
    },
    Case(
      "a statement about one thing more", .statement,
      "'statement.json' says what 'manifest.json' does not say, or says it otherwise"
    ) {
      members in
      let more =
        #"[ { "name": "x", "digest": { "sha256": "\#(String(repeating: "0", count: 64))" } },"#
      try replace("statement.json", "[", more, &members)
    },
    Case(
      "the tests and what is said of them are gone", .members, "'results/results.json' is missing"
    ) {
      members in
      members.removeAll { $0.name.hasPrefix("test-result") || $0.name == "results/results.json" }
    },
    Case(
      "the signature of the change is gone", .signature,
      "'statement.dsse.json' is missing, though the other statement is signed"
    ) {
      members in members.removeAll { $0.name == "statement.dsse.json" }
    },
  ]

  private static func edit(
    _ name: String, _ members: inout [RawMember], _ change: (inout [UInt8]) -> Void
  ) throws {
    let index = try #require(members.firstIndex { $0.name == name })
    change(&members[index].bytes)
  }

  /// - Parameter cut: Whether the byte behind what is replaced goes, so that the length stays.
  private static func replace(
    _ name: String, _ old: String, _ new: String, _ members: inout [RawMember], cut: Bool = false
  ) throws {
    let index = try #require(members.firstIndex { $0.name == name })
    let range = try #require(members[index].bytes.firstRange(of: Array(old.utf8)))
    let end = cut ? range.upperBound + 1 : range.upperBound
    members[index].bytes.replaceSubrange(range.lowerBound..<end, with: Array(new.utf8))
  }

  private func tampered(
    _ format: EvidenceFormat, _ change: (inout [RawMember]) throws -> Void
  ) async throws -> VerificationReport {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "evidence")
    _ = try await SampleEvidence.export(format: format, key: SampleEvidence.key).write(
      to: path, replacing: false)
    var members = try RawMember.read(try folder.read("evidence"))
    try change(&members)
    _ = try folder.write(try RawMember.write(members, format), to: "tampered")
    let key = try SampleEvidence.key.publicKey()
    return try await EvidenceVerification(
      change: SampleEvidence.change, keys: [key], requiresSignature: true
    ).verify(folder.path(of: "tampered"))
  }

  @Test(arguments: EvidenceFormat.allCases)
  func `an archive that is only written again holds`(format: EvidenceFormat) async throws {
    let report = try await tampered(format) { _ in }
    #expect(report.checks.allSatisfy { $0.outcome == .holds }, "\(report.checks)")
    #expect(report.checks.map(\.subject) == VerificationReport.Subject.allCases)
  }

  @Test(arguments: cases, EvidenceFormat.allCases)
  func `tampering is found, and named`(tampering: Case, format: EvidenceFormat) async throws {
    let report = try await tampered(format, tampering.change)
    #expect(!report.isVerified)
    let check = report.checks.first { $0.subject == tampering.subject }
    #expect(check?.outcome == .differs)
    #expect(
      check?.findings.contains { $0.hasPrefix(tampering.finding) } == true, "\(report.checks)")
  }

  /// Without a signature what a statement says is bound to the members all the same.
  @Test(arguments: cases, EvidenceFormat.allCases)
  func `tampering is found without a signature`(tampering: Case, format: EvidenceFormat)
    async throws
  {
    guard tampering.subject != .signature else { return }
    let report = try await tampered(format) { members in
      members.removeAll { $0.name.hasSuffix(".dsse.json") }
      try tampering.change(&members)
    }
    let check = report.checks.first { $0.subject == tampering.subject }
    #expect(
      check?.findings.contains { $0.hasPrefix(tampering.finding) } == true, "\(report.checks)")
  }

  @Test func `a verdict that the tests deny differs`() async throws {
    let folder = try TemporaryFolder()
    let tests = TestReport(results: [TestResult(name: "A/b()", verdict: .failed)], isComplete: true)
    var export = SampleEvidence.export(more: [.results(tests)], tests: nil)
    export.page.tests = SampleEvidence.tests
    let path = folder.path(of: "e.zip")
    _ = try await export.write(to: path, replacing: false)
    let report = try await EvidenceVerification().verify(path)
    #expect(
      report.checks.first { $0.subject == .statement }?.findings == [
        "'test-result.json' says other than 'manifest.json' and 'results/results.json' do",
        "'manifest.json' says PASSED, though 'results/results.json' speaks against the run",
      ])
  }

  @Test func `another key is not the signer's`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "e.zip")
    _ = try await SampleEvidence.export(key: SampleEvidence.key).write(to: path, replacing: false)
    let report = try await EvidenceVerification(keys: [SampleEvidence.otherKey]).verify(path)
    #expect(!report.isVerified)
    #expect(
      report.checks.first { $0.subject == .signature }?.findings == [
        "'statement.dsse.json' is not signed by the given key",
        "'test-result.dsse.json' is not signed by the given key",
      ])
  }

  @Test func `another commit is not that of the evidence`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "e.zip")
    _ = try await SampleEvidence.export().write(to: path, replacing: false)
    var change = SampleEvidence.change
    change.commit = try #require(ObjectName(String(repeating: "4d", count: 20)))
    let report = try await EvidenceVerification(change: change).verify(path)
    #expect(!report.isVerified)
    #expect(
      report.checks.first { $0.subject == .change }?.findings == [
        "it is about the commit \(SampleEvidence.change.commit), not \(change.commit)"
      ])
    change = SampleEvidence.change
    change.tree = try #require(ObjectName(String(repeating: "4d", count: 20)))
    let tree = try await EvidenceVerification(change: change).verify(path)
    #expect(!tree.isVerified)
  }

  @Test func `what was not asked for is open, and nothing else`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "e.zip")
    _ = try await SampleEvidence.export(key: SampleEvidence.key).write(to: path, replacing: false)
    let report = try await EvidenceVerification().verify(path)
    #expect(report.isVerified)
    #expect(report.checks.filter { $0.outcome == .open }.map(\.subject) == [.signature, .change])
    #expect(report.keyIDs == [try SignedEnvelope.keyID(of: SampleEvidence.key.publicKey())])
    let demanded = try await EvidenceVerification(requiresSignature: true).verify(path)
    #expect(!demanded.isVerified)
  }

  @Test(arguments: EvidenceFormat.allCases)
  func `a changed byte anywhere is found, or noted`(format: EvidenceFormat) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "e")
    _ = try await SampleEvidence.export(format: format, key: SampleEvidence.key).write(
      to: path, replacing: false)
    let bytes = try folder.read("e")
    let key = try SampleEvidence.key.publicKey()
    for index in stride(from: 0, to: bytes.count, by: 211) {
      var changed = bytes
      changed[index] ^= 0x10
      let other = try folder.write(changed, to: "changed")
      let report = try await EvidenceVerification(
        change: SampleEvidence.change, keys: [key], requiresSignature: true
      ).verify(other)
      #expect(report.checks.contains { $0.outcome != .holds }, "byte \(index) of \(bytes.count)")
    }
  }
}
