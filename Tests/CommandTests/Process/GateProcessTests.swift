import IntakeTesting
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// `intake gate` as a shell starts it.
@Suite(.timeLimit(.minutes(5)))
struct GateProcessTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func gate(_ arguments: String...) async throws -> ChildProcess.Ending {
    try await ChildProcess(
      Workplace.program(), ["gate"] + arguments,
      environment: .only([
        "PATH": "/usr/bin:/bin", "TMPDIR": place.folder.path, "LC_ALL": "C.UTF-8",
      ]),
      workingDirectory: place.folder.path
    ).wait()
  }

  private static let passing =
    #"<testsuite tests="1"><testcase classname="A.S" name="a()" time="0.5"/></testsuite>"#
  private static let writing = "printf '%s' '\(passing)' > $INTAKE_GATE_RESULTS/a.xml"

  @Test func `a green run is 0 and one line, and leaves nothing behind`() async throws {
    let run = try await gate("--require", "A.S/a()", "--", "sh", "-c", Self.writing)
    #expect(run.status == .exited(0))
    #expect(run.output.hasPrefix("GREEN  1 test ran, 1 of 1 required passed in "))
    #expect(run.output.split(separator: "\n").count == 1)
    #expect(run.errorOutput == "")
    #expect(try place.folder.list() == [])
  }

  @Test func `a red run is 1, with its reasons and the place of all that was written`() async throws
  {
    let run = try await gate(
      "--results", "out", "--require", "A.S/b()", "--", "sh", "-c",
      "echo text; \(Self.writing); exit 5")
    #expect(run.status == .exited(1))
    #expect(run.output.hasPrefix("RED  1 test ran, 0 of 1 required passed in "))
    #expect(run.output.contains("\nexit-status       the command ended with status 5\n"))
    #expect(run.output.contains("\nrequired-missing  no test is named 'A.S/b()'"))
    #expect(run.errorOutput.contains("Everything is kept in '"))
    #expect(try place.folder.list("out").sorted() == ["raw", "results.json", "verdict.json"])
    #expect(try place.folder.read("out/raw/output.log") == Array("text\n".utf8))
  }

  @Test func `where no test began, the end of what the command wrote says why`() async throws {
    let run = try await gate("--", "sh", "-c", "echo unseen; printf 'why\\033[2J\\n' >&2; exit 3")
    #expect(run.status == .exited(1))
    #expect(run.output.contains("tests-not-started"))
    #expect(run.errorOutput.contains("\n  why\\x1B[2J\n"))
    #expect(!run.errorOutput.contains("unseen"))
  }

  @Test func `for machines the verdict is one line of JSON`() async throws {
    let run = try await gate("--json", "--", "sh", "-c", "exit 5")
    #expect(run.status == .exited(1))
    #expect(run.output.hasPrefix(#"{"drill":false,"green":false,"milliseconds":"#))
    #expect(run.output.contains(#""findings":[{"reason":"exit-status","message":"#))
    #expect(run.output.hasSuffix("\"}\n"))
  }

  @Test func `the tests that a contract names are required`() async throws {
    let contract = """
      {"version": 1, "name": "Share", "accept": ["public.jpeg"], "rows": [
        {"id": "photo", "source": "Photos", "content": "photo",
         "declares": ["public.jpeg"], "expect": {"result": "stored"}, "tests": ["A.S/other()"]}]}
      """
    _ = try place.folder.write(Array(contract.utf8), to: "contract.json")
    let run = try await gate("--contract", "contract.json", "--", "sh", "-c", Self.writing)
    #expect(run.status == .exited(1), "\(run.errorOutput)")
    #expect(run.output.contains("required-missing"), "\(run.errorOutput)")
    _ = try place.folder.write(Array("{".utf8), to: "bad.json")
    let bad = try await gate("--contract", "bad.json", "--", "sh", "-c", "touch ran")
    #expect(bad.status == .exited(1))
    #expect(bad.errorOutput.contains("bad.json: line 1, column 2: "))
    #expect(!place.folder.contains("ran"))
  }

  @Test(arguments: [
    [], ["--", ""], ["--timeout", "soon", "--", "true"],
    ["--", "swift", "test", "--xunit-output", "a.xml"], ["--drill", "--", "xcode"],
    ["--require", "A.S/a()", "--", "xcode"], ["--json", "xcode"],
  ])
  func `a wrong command line is 2, and nothing is run`(_ arguments: [String]) async throws {
    let run = try await ChildProcess(
      Workplace.program(), ["gate"] + arguments, environment: .only(["TMPDIR": place.folder.path])
    ).wait()
    #expect(run.status == .exited(2))
    #expect(run.output == "")
    #expect(try place.folder.list() == [])
  }

  @Test(arguments: [
    (["sh", "-c", "true"], "Write '--' before 'sh'."),
    (["--echo", "true", "--json"], "Write '--' before 'true'."),
    (["swift", "test", "--filter", "A"], "If it belongs to 'swift', write '--' before 'swift'."),
    (["make", "-k"], "If it belongs to 'make', write '--' before 'make'."),
  ])
  func `a command without the hyphens before it is not run, and where they belong is said`(
    arguments: [String], hint: String
  ) async throws {
    let run = try await place.start(["gate"] + arguments).wait()
    #expect(run.status == .exited(2))
    #expect(run.errorOutput.contains("\n\(hint)\n"), "\(run.errorOutput)")
    #expect(run.output == "")
  }

  @Test func `a contract that names no tests is said to require none`() async throws {
    let contract = """
      {"version": 1, "name": "Share", "accept": ["public.jpeg"], "rows": [
        {"id": "photo", "source": "Photos", "content": "photo",
         "declares": ["public.jpeg"], "expect": {"result": "stored"}}]}
      """
    _ = try place.folder.write(Array(contract.utf8), to: "contract.json")
    let run = try await gate("-c", "contract.json", "--", "sh", "-c", Self.writing)
    #expect(run.status == .exited(0), "\(run.errorOutput)")
    #expect(run.output.hasPrefix("GREEN  1 test ran, 0 required in "))
    #expect(run.errorOutput.contains("The rows of the contract name no tests"))
  }

  @Test func `files that are no reports are named`() async throws {
    let run = try await gate(
      "--", "sh", "-c", Self.writing + "; echo > $INTAKE_GATE_RESULTS/notes.trx")
    #expect(run.status == .exited(0))
    #expect(run.errorOutput.contains("not looked at: 'notes.trx'."))
  }

  @Test func `the results of a red run are red wherever they are read`() async throws {
    let contract = """
      {"version": 1, "name": "Share", "accept": ["public.jpeg"], "rows": [
        {"id": "photo", "source": "Photos", "content": "photo",
         "declares": ["public.jpeg"], "expect": {"result": "stored"}, "tests": ["A.S/a()"]}]}
      """
    _ = try place.folder.write(Array(contract.utf8), to: "contract.json")
    for (folder, status) in [("green", "0"), ("red", "3")] {
      _ = try await gate(
        "--results", folder, "--", "sh", "-c", Self.writing + "; exit \(status)")
    }
    for (folder, isGreen) in [("green", true), ("red", false)] {
      for path in [folder, folder + "/results.json"] {
        let check = try await place.run("check", "-c", "contract.json", "--results", path, "--json")
        #expect(
          check.output.contains(#"{"check":"matrix","state":"shown""#) == isGreen, "\(check.output)"
        )
        let matrix = try await place.run("matrix", "-c", "contract.json", "--results", path)
        #expect(matrix.status == .exited(isGreen ? 0 : 1), "\(matrix.errorOutput)")
        #expect(matrix.errorOutput.contains("gate: exit-status") != isGreen)
      }
    }
  }

  @Test func `a folder of results that is not new is refused`() async throws {
    _ = try place.folder.write([1], to: "out/old.xml")
    let run = try await gate("--results", "out", "--", "sh", "-c", "touch ran")
    #expect(run.status == .exited(1))
    #expect(run.errorOutput.contains("holds something already; remove it or name another"))
    #expect(!place.folder.contains("ran"))
  }

  #if os(Linux)
    @Test func `a caller that ignores the ends of its children does not hide the command's`()
      async throws
    {
      for (command, status) in [(Self.writing, Int32(0)), ("exit 5", 1)] {
        let run = try await ChildProcess(
          "env",
          ["--ignore-signal=CHLD", try Workplace.program(), "gate", "--", "sh", "-c", command],
          environment: .only(["PATH": "/usr/bin:/bin", "TMPDIR": place.folder.path]),
          workingDirectory: place.folder.path
        ).wait()
        #expect(run.status == .exited(status), "\(run.errorOutput)")
      }
    }
  #endif

  @Test func `what the command writes can be watched`() async throws {
    let run = try await gate("--echo", "--", "sh", "-c", "echo to output; echo to error >&2")
    #expect(run.errorOutput.contains("to output\n") && run.errorOutput.contains("to error\n"))
    #expect(!run.output.contains("to output"))
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal ends the command with all that it started`(_ signal: Int32) async throws {
    let child = try ChildProcess(
      Workplace.program(),
      ["gate", "--echo", "--", "sh", "-c", "sleep 600 & echo $! > child; echo started; wait"],
      environment: .only(["PATH": "/usr/bin:/bin", "TMPDIR": place.folder.path]),
      workingDirectory: place.folder.path)
    _ = try await ChildProcess(
      "sh", ["-c", "while ! test -s child; do sleep 0.02; done"],
      workingDirectory: place.folder.path
    ).wait()
    child.kill(signal, wholeGroup: false)
    let ending = try await child.wait()
    #expect(ending.status == .exited(128 + signal))
    let number = String(decoding: try place.folder.read("child"), as: UTF8.self).filter(\.isNumber)
    let check = try await ChildProcess(
      "sh", ["-c", "kill -0 \(number) && ! grep -q '^State:.*Z' /proc/\(number)/status"]
    ).wait()
    #expect(check.status != .exited(0))
    #expect(try place.folder.list() == ["child"])
  }
}
