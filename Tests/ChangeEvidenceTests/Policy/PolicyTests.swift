import ChangeEvidence
import IntakeModel
import ShareContract
import Testing

/// What evidence a change needs.
struct PolicyTests {
  private let policy = EvidencePolicy.standard

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static let contract = InputContract(
    name: "Share", rule: .anyFile,
    rows: [
      ContractRow(
        id: "photos-still", source: "Photos", content: "still photo",
        items: [SharedItem(attachments: [["public.jpeg"]])], expectations: [Expectation(.stored)],
        tests: ["A.S/a()"])
    ])

  private func matrix(isGreen: Bool = true) throws -> ChangedFile {
    let matrix = try TypeMatrix(
      contract: Self.contract, records: [],
      tests: [TestObservation("A.S/a()", isGreen ? .passed : .failed)])
    return ChangedFile("evidence/matrix.json", before: nil, after: matrix.json())
  }

  private func results(_ verdict: TestObservation.Verdict = .passed) -> ChangedFile {
    let report = TestReport(
      results: [TestResult(name: "A.S/a()", verdict: verdict)], isComplete: true)
    return ChangedFile("evidence/results/linux.json", before: nil, after: report.json)
  }

  private func record(_ origin: ShareRecord.Origin = .device, isFresh: Bool? = nil) throws
    -> [UInt8]
  {
    ShareRecord(
      id: try #require(ShareID("0190163d-8694-739b-aea5-966c26f8ad91")), origin: origin,
      system: .init(name: "iOS 26.1", isFreshInstallation: isFresh),
      items: [
        .init(attachments: [
          .init(
            representations: [],
            result: .stored(
              declaredType: "public.jpeg", contentType: "public.jpeg", size: ByteCount(bytes: 5)))
        ])
      ]
    ).jsonLine
  }

  private func device(_ after: [UInt8], before: [UInt8]? = nil) -> ChangedFile {
    ChangedFile("evidence/device/phone.jsonl", before: before, after: after)
  }

  private func reasons(_ files: ChangedFile...) -> [PolicyReason] {
    policy.verdict(on: files, contracts: [bytes(Self.contract.jsonText)]).findings.map(\.reason)
  }

  private let code = ChangedFile("Sources/Share/Reader.swift", before: [1], after: [2])

  @Test func `a change to nothing that matters needs nothing`() {
    #expect(reasons(ChangedFile("README.md", before: [1], after: [2])) == [])
  }

  @Test(arguments: [
    "share-contract.json", "App/share-contract.json", "Share/Info.plist", "Sources/A.swift",
    "App/ShareExtension-Info.plist", "Info.plist",
  ])
  func `a change to the contract, the rule or the code needs all three`(_ path: String) {
    #expect(
      reasons(ChangedFile(path, before: [1], after: nil)) == [
        .matrixMissing, .resultsMissing, .deviceMissing,
      ])
  }

  @Test func `a change that brings them is green`() throws {
    #expect(try reasons(code, matrix(), results(), device(record())) == [])
  }

  @Test func `a matrix has to be green, and of the contract that the change leaves`() throws {
    #expect(try reasons(code, matrix(isGreen: false), results(), device(record())) == [.matrixRed])
    let other = policy.verdict(
      on: [code, try matrix(), results(), device(try record())], contracts: [bytes("{}")])
    #expect(other.findings.map(\.reason) == [.matrixOfOtherContract])
    let garbage = ChangedFile("evidence/matrix.json", before: nil, after: bytes("{}"))
    #expect(try reasons(code, garbage, results(), device(record())) == [.matrixUnreadable])
  }

  @Test func `results have to be of tests that passed`() throws {
    #expect(
      try reasons(code, matrix(), results(.failed), device(record())) == [
        .resultsRed, .resultsLackTest,
      ])
    for verdict in [TestObservation.Verdict.skipped, .cancelled, .unfinished, .notRun] {
      #expect(
        try reasons(code, matrix(), results(verdict), device(record())) == [
          .resultsRed, .resultsLackTest,
        ])
    }
    for report in [
      TestReport(
        results: [TestResult(name: "A.S/a()", verdict: .passed)], isComplete: true,
        gate: GateSummary([.init(.exitStatus)])),
      TestReport(
        results: [
          TestResult(name: "A.S/a()", verdict: .passed),
          TestResult(name: "A.S/b()", verdict: .unfinished),
        ], isComplete: true),
      TestReport(results: [TestResult(name: "A.S/a()", verdict: .passed)], isComplete: false),
    ] {
      let red = ChangedFile("evidence/results/a.json", before: nil, after: report.json)
      #expect(try reasons(code, matrix(), red, device(record())) == [.resultsRed])
    }
    let garbage = ChangedFile("evidence/results/a.json", before: nil, after: bytes("[]"))
    #expect(try reasons(code, matrix(), garbage, device(record())) == [.resultsUnreadable])
  }

  @Test func `a record that was there before is none of the change`() throws {
    let old = try record()
    #expect(
      try reasons(code, matrix(), results(), device(old + record(.automated), before: old)) == [
        .deviceMissing
      ])
    #expect(
      try reasons(code, matrix(), results(), device(bytes("garbage\n"))).contains(.deviceUnreadable)
    )
  }

  @Test func `the tests that the contract names have to have passed in one of the new results`()
    throws
  {
    func results(_ name: String, _ tests: TestResult...) -> ChangedFile {
      ChangedFile(
        "evidence/results/\(name).json", before: nil,
        after: TestReport(results: tests, isComplete: true).json)
    }
    let other = TestResult(name: "A.S/other()", verdict: .passed)
    let skipped = TestResult(name: "A.S/a()", verdict: .skipped)
    let passed = TestResult(name: "A.S/a()", verdict: .passed)
    #expect(
      try reasons(code, matrix(), results("mac", other), device(record())) == [.resultsLackTest])
    #expect(
      try reasons(code, matrix(), results("mac", other, skipped), device(record())) == [
        .resultsLackTest
      ])
    #expect(
      try reasons(
        code, matrix(), results("mac", passed), results("linux", other, skipped), device(record()))
        == [])
  }

  @Test func `evidence that says what there was before is not new, however it is written`() throws {
    let line = try record()
    let rewritten = bytes(String(decoding: line, as: UTF8.self).replacing("{", with: "{ "))
    let oldMatrix = try #require(try matrix().after)
    let oldResults = try #require(results().after)
    let files = [
      code, ChangedFile("evidence/device/moved.jsonl", before: nil, after: rewritten),
      ChangedFile("evidence/matrix.json", before: oldMatrix, after: oldMatrix + [0x0A, 0x20]),
      ChangedFile("evidence/results/moved.json", before: nil, after: oldResults + [0x0A]),
    ]
    let verdict = policy.verdict(
      on: files, contracts: [bytes(Self.contract.jsonText)],
      old: [.device: [line], .matrix: [oldMatrix], .results: [oldResults]])
    #expect(
      verdict.findings.map(\.reason) == [.matrixMissing, .resultsMissing, .deviceMissing])
  }

  @Test func `evidence that goes away is none`() throws {
    let gone = ChangedFile("evidence/matrix.json", before: try matrix().after, after: nil)
    #expect(try reasons(code, gone, results(), device(record())) == [.matrixMissing])
  }

  private func entitlements(_ groups: String...) -> [UInt8] {
    bytes(
      "<plist><dict><key>com.apple.security.application-groups</key><array>"
        + groups.map { "<string>\($0)</string>" }.joined() + "</array></dict></plist>")
  }

  @Test func `other groups need a record of a fresh installation`() throws {
    let path = "App/Share.entitlements"
    let changed = ChangedFile(path, before: entitlements("group.a"), after: entitlements("group.b"))
    #expect(reasons(changed) == [.freshInstallationMissing])
    #expect(try reasons(changed, device(record(isFresh: false))) == [.freshInstallationMissing])
    #expect(try reasons(changed, device(record(isFresh: true))) == [])
    let order = ChangedFile(
      path, before: entitlements("group.a", "group.b"), after: entitlements("group.b", "group.a"))
    #expect(reasons(order) == [])
    #expect(
      reasons(ChangedFile(path, before: entitlements("group.a"), after: bytes("<plist>"))) == [
        .entitlementsUnreadable, .freshInstallationMissing,
      ])
    #expect(
      reasons(ChangedFile(path, before: nil, after: entitlements("group.a"))) == [
        .freshInstallationMissing
      ])
  }

  // MARK: The file

  @Test func `a policy names places, and keeps the usual ones of the rest`() throws {
    let read = try EvidencePolicy(
      reading: bytes(#"{"version": 1, "reading": ["App/Share/**"], /* none */ "rule": [],}"#))
    #expect(read.has("App/Share/A/B.swift", in: .reading))
    #expect(!read.has("Sources/A.swift", in: .reading))
    #expect(!read.has("Share/Info.plist", in: .rule))
    #expect(read.has("evidence/matrix.json", in: .matrix))
  }

  @Test(arguments: [
    ("", "line 1, column 1: the text holds nothing"),
    ("[]", "line 1, column 1: expected an object"),
    (#"{"version": 2}"#, "line 1, column 13: expected the member 'version'"),
    (#"{"version": 1, "code": []}"#, "line 1, column 16: 'code' is no part"),
    (#"{"version": 1, "rule": "a"}"#, "line 1, column 24: expected an array"),
    (#"{"version": 1, "rule": ["/a"]}"#, "line 1, column 25: expected a pattern"),
  ])
  func `what is wrong with a policy is told with its place`(_ text: String, _ message: String) {
    do throws(DocumentError) {
      _ = try EvidencePolicy(reading: bytes(text))
      Issue.record("it was read")
    } catch {
      #expect("\(error)".hasPrefix(message))
    }
  }

  @Test(arguments: [
    ("a/b.json", "a/b.json", true), ("*.json", "b.json", true), ("*.json", "a/b.json", false),
    ("**/*.json", "b.json", true), ("**/*.json", "a/c/b.json", true), ("a/**", "a/b/c", true),
    ("a/**/z", "a/z", true), ("a/**/z", "a/b/c/z", true), ("a/**/z", "b/z", false),
    ("a?c", "abc", true), ("a?c", "a/c", false), ("a*b*c", "axxbyyc", true),
    ("a*b*c", "axxbyy", false),
    ("**", "a/b", true), ("ü*", "über", true),
  ])
  func `patterns fit whole paths`(_ pattern: String, _ path: String, _ fits: Bool) throws {
    #expect(try #require(PathPattern(pattern)).fits(path) == fits)
  }

  @Test func `no pattern takes long`() throws {
    let pattern = try #require(PathPattern(String(repeating: "*a", count: 400) + "b"))
    #expect(!pattern.fits(String(repeating: "a", count: 4_000)))
    let folders = try #require(PathPattern(String(repeating: "**/a/", count: 150) + "b"))
    #expect(!folders.fits(String(repeating: "a/", count: 2_000) + "c"))
    for text in ["", "/a", "a/", "../a", "a//b", "./a"] { #expect(PathPattern(text) == nil) }
  }
}
