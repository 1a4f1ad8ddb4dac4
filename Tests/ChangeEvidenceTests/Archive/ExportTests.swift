import ChangeEvidence
import IntakeModel
import IntakeTesting
import ShareContract
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ExportTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func names(_ file: String) throws -> [String] {
    try RawMember.read(try folder.read(file)).map(\.name)
  }

  @Test(arguments: EvidenceFormat.allCases)
  func `the members stand in the order of their names`(format: EvidenceFormat) async throws {
    let result = try await SampleEvidence.export(format: format, key: SampleEvidence.key).write(
      to: folder.path(of: "evidence"), replacing: false)
    #expect(
      try names("evidence") == [
        "Bündel/😀 #1.txt", "a-b.txt", "index.html", "logs/device.txt", "manifest.json", "photo.jpg",
        "results/junit.xml", "results/results.json", "statement.dsse.json", "statement.json",
        "test-result.dsse.json", "test-result.json",
      ])
    #expect(result.manifest.verdict == EvidenceVerdict(objections: [], doubts: []))
    #expect(result.size == Int64(try folder.read("evidence").count))
    #expect(try folder.list() == ["evidence"])
  }

  @Test(arguments: EvidenceFormat.allCases)
  func `the same inputs give the same bytes`(format: EvidenceFormat) async throws {
    let other = try TemporaryFolder()
    let export = SampleEvidence.export(format: format, key: SampleEvidence.key)
    let first = try await export.write(to: folder.path(of: "a"), replacing: false)
    let second = try await export.write(to: other.path(of: "other name"), replacing: false)
    #expect(first.digest == second.digest)
    #expect(try folder.read("a") == other.read("other name"))
  }

  @Test func `both formats have the same members and the same content digest`() async throws {
    var manifests: [Manifest] = []
    for format in EvidenceFormat.allCases {
      let path = folder.path(of: format.rawValue)
      manifests.append(
        try await SampleEvidence.export(format: format).write(to: path, replacing: false).manifest)
    }
    #expect(manifests[0] == manifests[1])
    #expect(
      try RawMember.read(try folder.read("zip")) == RawMember.read(try folder.read("tar.zst")))
  }

  @Test func `media is stored, and text deflated`() async throws {
    _ = try await SampleEvidence.export().write(to: folder.path(of: "e.zip"), replacing: false)
    try #require(Tool.exists("unzip"))
    let list = try await Tool.run("unzip", "-v", folder.path(of: "e.zip"))
    let lines = list.split(separator: "\n")
    #expect(lines.first { $0.hasSuffix("photo.jpg") }?.contains("Stored") == true)
    #expect(lines.first { $0.hasSuffix("logs/device.txt") }?.contains("Defl") == true)
  }

  // MARK: What stays out

  private static func tests(_ name: String) -> TestReport {
    TestReport(results: [TestResult(name: name, verdict: .passed)], isComplete: true)
  }

  /// All that an archive holds, as text.
  private func text(of file: String) throws -> String {
    try RawMember.read(try folder.read(file)).map { String(decoding: $0.bytes, as: UTF8.self) }
      .joined()
  }

  @Test(arguments: [
    "Suite/`ada@example.com is stored`()", #"Suite/`ada\u0040example.com is stored`()"#,
    "Suite/works(/Users/ada/x)",
  ])
  func `results that are left out are shown nowhere`(name: String) async throws {
    let result = try await SampleEvidence.export(tests: Self.tests(name)).write(
      to: folder.path(of: "e.zip"), replacing: false)
    #expect(result.manifest.verdict.reasons.first == "there are no test results")
    #expect(result.manifest.sources.contains { $0.name == "results" && $0.state == .failed })
    #expect(try !text(of: "e.zip").contains("ada"))
    #expect(
      try !names("e.zip").contains { $0.hasPrefix("test-result") || $0.hasPrefix("results/") })
    #expect(try await EvidenceVerification().verify(folder.path(of: "e.zip")).isVerified)
  }

  @Test func `a path in the name of a test stays where the name is in backquotes`() async throws {
    let tests = Self.tests("Suite/`/private/tmp is refused, and photo.jpg stored`()")
    let result = try await SampleEvidence.export(tests: tests).write(
      to: folder.path(of: "e.zip"), replacing: false)
    #expect(result.manifest.verdict.result == .passed, "\(result.warnings)")
  }

  @Test func `a branch that is called after somebody has a pseudonym, and that is said`()
    async throws
  {
    var change = SampleEvidence.change
    change.branch = "ada@example.com"
    let result = try await SampleEvidence.export(change: change).write(
      to: folder.path(of: "e.zip"), replacing: false)
    #expect(result.manifest.change.branch?.wholeMatch(of: /branch-[0-9a-f]{12}/) != nil)
    #expect(
      result.manifest.verdict.reasons == [
        "the branch has a pseudonym, since its name looks like content of a user"
      ])
    #expect(try !text(of: "e.zip").contains("ada@"))
    #expect(!result.warnings.joined().contains("ada@"))
    #expect(try await EvidenceVerification().verify(folder.path(of: "e.zip")).isVerified)
  }

  @Test(arguments: ["012345678901", "004912345678"])
  func `a commit whose name begins like a telephone number is no content`(beginning: String)
    async throws
  {
    var change = SampleEvidence.change
    change.commit = try #require(ObjectName(beginning + String(repeating: "a1", count: 14)))
    let result = try await SampleEvidence.export(change: change).write(
      to: folder.path(of: "e.zip"), replacing: false)
    #expect(result.manifest.verdict.reasons == [])
    #expect(try text(of: "e.zip").contains("<h1>Evidence of <code>\(beginning)…</code></h1>"))
  }

  @Test func `a word that must not be told stands in no member`() async throws {
    let words = PrivacyCheck(privateWords: ["Lovelace"])
    func export(_ more: [Collector], _ tests: TestReport? = SampleEvidence.tests) -> EvidenceExport
    {
      var change = SampleEvidence.change
      change.branch = "lovelace"
      var export = SampleEvidence.export(more: more, change: change, tests: tests)
      export.privacy = words
      for index in export.collectors.indices {
        export.collectors[index].privacy?.privateWords = words.privateWords
      }
      return export
    }
    let contract = Array("{ // by Lovelace\n}\n".utf8)
    let environment = EnvironmentDescription.current(tools: ["x": "of Lovelace"])
    _ = try await export(
      [.contract(contract), .environment(environment)], Self.tests("Suite/`Lovelace works`()")
    ).write(to: folder.path(of: "e.zip"), replacing: false)
    #expect(try !text(of: "e.zip").lowercased().contains("lovelace"))
    // What all of it is sealed with is made at last: then nothing is written.
    var broken = export([])
    broken.page.otherObjections = ["Lovelace says no"]
    let error = await #expect(throws: EvidenceError.self) {
      _ = try await broken.write(to: folder.path(of: "broken.zip"), replacing: false)
    }
    #expect(error?.description.hasPrefix("nothing is written, for what looks like") == true)
    #expect(error?.description.contains("private-word") == true)
    #expect(try folder.list() == ["e.zip"])
  }

  @Test func `a path of a tool is no version`() async throws {
    let environment = EnvironmentDescription.current(tools: ["x": "/Users/ada/y"])
    let result = try await SampleEvidence.export(more: [.environment(environment)]).write(
      to: folder.path(of: "e.zip"), replacing: false)
    #expect(result.manifest.sources.last?.state == .failed)
    #expect(try !text(of: "e.zip").contains("ada"))
  }

  @Test func `a file that is there is replaced only when asked`() async throws {
    let path = try folder.write("old".utf8, to: "evidence.zip")
    let error = await #expect(throws: EvidenceError.self) {
      _ = try await SampleEvidence.export().write(to: path, replacing: false)
    }
    #expect(
      error?.description.hasSuffix(
        "exists, and is not replaced; choose another name, or add '--force'") == true)
    #expect(try folder.read("evidence.zip") == Array("old".utf8))
    _ = try await SampleEvidence.export().write(to: path, replacing: true)
    #expect(try folder.read("evidence.zip").starts(with: [0x50, 0x4B]))
    #expect(try folder.list() == ["evidence.zip"])
  }

  @Test(arguments: [
    "manifest.json", "Index.HTML", "A-b.txt", "B\u{fc}ndel/😀 #1.txt", "Bu\u{308}ndel/😀 #1.txt",
  ])
  func `a second member of a name leaves nothing behind`(name: String) async throws {
    let export = SampleEvidence.export(more: [.member(name, Array("x".utf8), source: "twin")])
    let error = await #expect(throws: EvidenceError.self) {
      _ = try await export.write(to: folder.path(of: "evidence.zip"), replacing: false)
    }
    #expect(error?.description.contains("are one name to some systems") == true)
    #expect(try folder.list() == [])
  }

  @Test func `a folder that is not there is said so`() async throws {
    let error = await #expect(throws: EvidenceError.self) {
      _ = try await SampleEvidence.export().write(
        to: folder.path(of: "none/evidence.zip"), replacing: false)
    }
    #expect(error?.description.hasSuffix("cannot be written: No such file or directory") == true)
  }

  @Test func `cancelling leaves nothing behind`() async throws {
    let (events, started) = AsyncStream.makeStream(of: Void.self)
    let gate = Gate()
    let export = SampleEvidence.export(
      more: [
        Collector("slow") { output in
          try output.add("before", [1])
          started.yield()
          gate.waitBlocking()
        }
      ])
    let task = Task {
      try await export.write(to: folder.path(of: "evidence.zip"), replacing: false)
    }
    for await _ in events { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { _ = try await task.value }
    #expect(try folder.list() == [])
    gate.open()
  }

  @Test func `a disk that is full leaves nothing behind`() async throws {
    let error = await #expect(throws: EvidenceError.self) {
      _ = try await SampleEvidence.export().write(to: "/dev/full", replacing: true)
    }
    #expect(error?.description == "'/dev/full' is there, and is no file; choose another name")
  }
}
