import IntakeTesting
import Testing

/// `intake evidence policy` as a shell starts it.
@Suite(.timeLimit(.minutes(5)))
struct PolicyProcessTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private var environment: ChildProcess.Environment {
    .only([
      "PATH": "/usr/bin:/bin", "HOME": place.folder.path, "GIT_CONFIG_NOSYSTEM": "1",
      "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "A",
      "GIT_COMMITTER_EMAIL": "a@b",
    ])
  }

  private func shell(_ script: String) async throws {
    let ending = try await ChildProcess(
      "sh", ["-e", "-c", script], environment: environment, workingDirectory: place.folder.path
    ).wait()
    try #require(ending.status == .exited(0), "\(ending.errorOutput)")
  }

  private func policy(_ arguments: String...) async throws -> ChildProcess.Ending {
    try await ChildProcess(
      Workplace.program(), ["evidence", "policy"] + arguments, environment: environment,
      workingDirectory: place.folder.path
    ).wait()
  }

  @Test func `a change to the code without evidence is red, and one to other files is green`()
    async throws
  {
    try await shell(
      """
      git init -q -b main .; mkdir Sources; echo 1 > Sources/A.swift; git add .; git commit -q -m first
      git checkout -q -b text; echo 1 > README.md; git add .; git commit -q -m second
      git checkout -q -b code; echo 2 > Sources/A.swift; git commit -q -a -m third
      """)
    let green = try await policy("main..text")
    #expect(green.status == .exited(0), "\(green.errorOutput)")
    #expect(green.output == "GREEN  The change touches nothing that needs evidence.\n")
    let red = try await policy("main..")
    #expect(red.status == .exited(1))
    #expect(
      red.output.hasPrefix(
        "RED  The change touches 1 file of the reading, and brings no evidence.\n"))
    #expect(red.output.contains("\nmatrix-missing   the change brings no new matrix"))
    let json = try await policy("--json", "main...code")
    #expect(json.output.hasPrefix(#"{"green":false,"base":""#))
    #expect(json.output.contains(#""touched":[{"path":"Sources/A.swift","part":"reading"}]"#))
    _ = try place.folder.write(Array(#"{"version": 1, "reading": []}"#.utf8), to: "policy.json")
    #expect(try await policy("main..code", "--policy", "policy.json").status == .exited(0))
  }

  @Test func `what cannot be judged is an error`() async throws {
    try await shell("git init -q -b main .; echo 1 > a; git add .; git commit -q -m first")
    for range in ["main", "..main", "a..b..c"] {
      #expect(try await policy(range).status == .exited(2))
    }
    let missing = try await policy("nothing..main")
    #expect(missing.status == .exited(1))
    #expect(missing.errorOutput.contains("'nothing' is no commit of the repository"))
    _ = try place.folder.write(Array("[".utf8), to: "bad.json")
    let bad = try await policy("main..main", "--policy", "bad.json")
    #expect(bad.status == .exited(1))
    #expect(bad.errorOutput.contains("bad.json: line 1, column 2: "))
  }
}
