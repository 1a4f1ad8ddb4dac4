import ChangeEvidence
import IntakeModel
import IntakeTesting
import ShareContract
import Testing

/// Policies on real repositories.
@Suite(.timeLimit(.minutes(5)))
struct PolicyRunTests {
  private let place: TemporaryFolder

  init() throws { place = try TemporaryFolder() }

  private func shell(_ script: String) async throws {
    let ending = try await ChildProcess(
      "sh", ["-e", "-c", script],
      environment: .only([
        "PATH": "/usr/bin:/bin", "HOME": place.path, "GIT_AUTHOR_NAME": "A",
        "GIT_AUTHOR_EMAIL": "a@b",
        "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@b", "GIT_CONFIG_NOSYSTEM": "1",
      ]), workingDirectory: place.path
    ).wait()
    try #require(ending.status == .exited(0), "\(ending.errorOutput)")
  }

  private var run: PolicyRun {
    PolicyRun(
      GitRepository(place.path, environment: ["PATH": "/usr/bin:/bin", "HOME": place.path]))
  }

  private static let start = """
    git init -q -b main .
    mkdir Sources; echo 1 > Sources/A.swift; echo 1 > 'with space and ü'; git add .
    git commit -q -m first
    git checkout -q -b change
    """

  @Test(arguments: ["sha1", "sha256"])
  func `only what the change itself touches counts`(_ format: String) async throws {
    try await shell(
      Self.start.replacing("git init", with: "git init --object-format=\(format)") + """

        echo 2 > 'with space and ü'; git commit -q -a -m second
        git checkout -q main; echo 2 > Sources/A.swift; git commit -q -a -m other; git checkout -q change
        """)
    let outcome = try await run.run(base: "main", head: "change")
    #expect(outcome.verdict.isGreen)
    #expect(outcome.verdict.triggers == [])
    let reverse = try await run.run(base: "change", head: "main")
    #expect(reverse.verdict.triggers.map(\.path) == ["Sources/A.swift"])
    #expect(reverse.verdict.triggers.map(\.part) == [.reading])
    #expect(
      reverse.verdict.findings.map(\.reason) == [.matrixMissing, .resultsMissing, .deviceMissing])
  }

  @Test func `a change is judged by the policy of its base, or by the usual places`() async throws {
    try await shell(
      Self.start + """

        echo '{"version": 1, "reading": []}' > evidence-policy.json; echo 2 > Sources/A.swift
        git add .; git commit -q -m second
        git checkout -q -b next; echo 3 > Sources/A.swift
        echo '{"version": 1}' > evidence-policy.json; git commit -q -a -m third
        """)
    // The change that brings the first policy does not exempt itself.
    let first = try await run.run(base: "main", head: "change")
    #expect(first.source == .standard && !first.verdict.isGreen)
    let second = try await run.run(base: "change", head: "next")
    #expect(second.source == .base && second.verdict.isGreen)
    let given = PolicyRun(run.repository, policy: .standard)
    #expect(try await !given.run(base: "change", head: "next").verdict.isGreen)
  }

  @Test func `a policy that cannot be read is an error with its name`() async throws {
    try await shell(
      Self.start + "\necho '{' > evidence-policy.json; git add .; git commit -q -m second")
    do {
      _ = try await run.run(base: "main", head: "change")
      Issue.record("it was read")
    } catch let error as DocumentError {
      #expect("\(error)".contains("evidence-policy.json: the text ends within the object"))
    }
  }

  @Test func `evidence of the base that moves is none of the change`() async throws {
    let record = try ShareRecord(
      id: #require(ShareID("0190163d-8694-739b-aea5-966c26f8ad91")), origin: .device, items: []
    ).jsonLine
    let report = TestReport(
      results: [TestResult(name: "A.S/a()", verdict: .passed)], isComplete: true)
    _ = try place.write(record, to: "evidence/device/old.jsonl")
    _ = try place.write(report.json, to: "evidence/results/old.json")
    try await shell(
      Self.start + """

        git mv evidence/device/old.jsonl evidence/device/new.jsonl
        git mv evidence/results/old.json evidence/results/new.json; echo >> evidence/results/new.json
        echo 2 > Sources/A.swift; git commit -q -a -m second
        """)
    let outcome = try await run.run(base: "main", head: "change")
    #expect(
      outcome.verdict.findings.map(\.reason) == [.matrixMissing, .resultsMissing, .deviceMissing])
  }

  @Test func `a revision that is none is an error`() async throws {
    try await shell(Self.start)
    await #expect(throws: EvidenceError.self) { try await run.run(base: "nothing", head: "change") }
    await #expect(throws: EvidenceError.self) { try await run.run(base: "--help", head: "change") }
  }
}
