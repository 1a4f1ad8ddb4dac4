import ChangeEvidence
import IntakeModel
import IntakeTesting
import ShareContract
import Testing

/// Gates with real commands.
@Suite(.timeLimit(.minutes(5)))
struct GateRunTests {
  private let place: TemporaryFolder

  init() throws { place = try TemporaryFolder() }

  private func run(
    _ command: String..., timeLimit: Duration = .seconds(60),
    outputLimit: ByteCount = .mebibytes(1),
    otherReports: [String] = [], required: [String] = [], isDrill: Bool = false
  ) throws -> (run: GateRun, folder: GateFolder) {
    let folder = try GateFolder(creating: place.path(of: "results"))
    let run = GateRun(
      try TestCommand(command, folder: folder.rawPath), in: folder,
      environment: ["PATH": "/usr/bin:/bin"], workingDirectory: place.path, timeLimit: timeLimit,
      outputLimit: outputLimit, otherReports: otherReports, required: required, isDrill: isDrill)
    return (run, folder)
  }

  private func reasons(_ gate: (run: GateRun, folder: GateFolder)) async throws -> [GateReason] {
    try await gate.run.run().verdict.findings.map(\.reason)
  }

  private func read(_ name: String) throws -> String {
    String(decoding: try place.read("results/\(name)"), as: UTF8.self)
  }

  private static let passing = """
    <testsuite tests="1"><testcase classname="A.S" name="a()" time="0.5"/></testsuite>
    """

  @Test func `a report in the folder that the command finds is judged, and all is kept`()
    async throws
  {
    let gate = try run(
      "sh", "-c",
      "echo out; echo error >&2; printf '%s' '\(Self.passing)' > \"$INTAKE_GATE_RESULTS/x.xml\"",
      required: ["A.S/a()"])
    let outcome = try await gate.run.run()
    #expect(outcome.verdict.isGreen)
    #expect(try read("raw/output.log") == "out\n")
    #expect(try read("raw/errors.log") == "error\n")
    let results = try TestReport(reading: try place.read("results/results.json"))
    #expect(
      results.observations == [TestObservation("A.S/a()", .passed, duration: .milliseconds(500))])
    #expect(try read("verdict.json").contains(#""green": true"#))
  }

  @Test(arguments: [
    ("exit 3", [GateReason.exitStatus, .testsNotStarted]),
    ("kill -SEGV $$", [.commandCrashed, .testsNotStarted]), ("true", [.reportMissing]),
    ("echo '<testsuite' > $INTAKE_GATE_RESULTS/a.xml", [.reportCut, .noTests]),
    ("echo '<testsuite a=\"\"b' > $INTAKE_GATE_RESULTS/a.xml", [.reportUnreadable]),
    (": > $INTAKE_GATE_RESULTS/a.xml", [.reportUnreadable]),
    ("mkdir -p $INTAKE_GATE_RESULTS/a/b; : > $INTAKE_GATE_RESULTS/a/b/t.xml", [.reportUnreadable]),
    ("echo '<testsuite' > $INTAKE_GATE_RESULTS/A.XML", [.reportCut, .noTests]),
    (
      "cd $INTAKE_GATE_RESULTS; mkdir -p 1/2/3/4/5/6/7/8/9; printf '%s' '\(Self.passing)' > a.xml",
      [.reportUnreadable]
    ),
    ("mkfifo $INTAKE_GATE_RESULTS/a.xml", [.reportUnreadable]),
    (
      "echo scheme-missing > $INTAKE_GATE_RESULTS/complaint; exit 1", [.schemeMissing, .exitStatus]
    ),
  ])
  func `what goes wrong has a reason of its own`(
    _ script: String, _ expected: [GateReason]
  ) async throws {
    #expect(try await reasons(run("sh", "-c", script)) == expected)
  }

  @Test func `a command that is not there did not start`() async throws {
    #expect(try await reasons(run("no-such-command")) == [.startFailed])
  }

  @Test func `the whole group of a command is ended when its time is over`() async throws {
    let gate = try run(
      "sh", "-c", "sleep 600 & echo $! > child; wait", timeLimit: .seconds(3))
    #expect(try await reasons(gate) == [.timedOut])
    let child = String(decoding: try place.read("child"), as: UTF8.self).filter(\.isNumber)
    // One that nobody has reaped is gone as well.
    let check = try await ChildProcess(
      "sh", ["-c", "kill -0 \(child) && ! grep -q '^State:.*Z' /proc/\(child)/status"]
    ).wait()
    #expect(check.status != .exited(0))
  }

  @Test func `cancelling ends the command and leaves no verdict`() async throws {
    let gate = try run("sh", "-c", "echo started > started; sleep 600")
    let started = place.path(of: "started")
    let task = Task { try await gate.run.run() }
    _ = try await ChildProcess(
      "sh", ["-c", "while ! test -s '\(started)'; do sleep 0.02; done"]
    ).wait()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try place.list("results") == ["raw"])
  }

  @Test func `what is written beyond the limit is dropped and counted`() async throws {
    let gate = try run(
      "sh", "-c", "head -c 300000 /dev/zero; echo end >&2", outputLimit: ByteCount(bytes: 100_000))
    let outcome = try await gate.run.run()
    #expect(outcome.droppedOutput == 200_000)
    #expect(try place.read("results/raw/output.log").count == 100_000)
    #expect(try read("raw/errors.log") == "end\n")
  }

  @Test func `a folder that holds something is refused`() throws {
    _ = try place.write([1], to: "results/old.xml")
    #expect(throws: GateError.self) { try GateFolder(creating: place.path(of: "results")) }
  }

  @Test func `a report that is there before the command is refused`() async throws {
    let old = try place.write(Array(Self.passing.utf8), to: "old.xml")
    let gate = try run("true", otherReports: [old])
    await #expect(throws: GateError.self) { try await gate.run.run() }
  }

  @Test func `a report elsewhere is read when the command has written it`() async throws {
    let path = place.path(of: "new.xml")
    #expect(
      try await reasons(
        run("sh", "-c", "printf '%s' '\(Self.passing)' > '\(path)'", otherReports: [path]))
        == [])
  }

  @Test func `reports in folders below are judged, and what is none is named`() async throws {
    let gate = try run(
      "sh", "-c",
      """
      cd "$INTAKE_GATE_RESULTS"; mkdir -p sub/deeper tests.xcresult other.xcresult
      printf '%s' '\(Self.passing)' > a.xml
      printf '%s' '\(Self.passing)' | sed 's,/>,><failure/></testcase>,' > sub/deeper/TEST-b.XML
      echo text > sub/notes.txt; echo text > other.xcresult/Info.json; ln -s . loop
      """)
    let outcome = try await gate.run.run()
    #expect(outcome.verdict.findings.map(\.reason) == [.reportsDisagree, .testFailed])
    #expect(outcome.ignored == ["loop", "other.xcresult", "sub/notes.txt"])
  }

  @Test func `a test that XCTest skipped is found beyond the limit of what is kept`() async throws {
    let xml =
      #"<testsuite tests="2"><testcase classname="A.S" name="a()"/>"#
      + #"<testcase classname="A.S" name="testStores"/></testsuite>"#
    let script = """
      printf '%s' '\(xml)' > "$INTAKE_GATE_RESULTS/x.xml"
      head -c 300000 /dev/zero; printf 'half a line'
      echo "Test Case 'S.testStores' skipped (0.0 seconds)"
      """
    let gate = try run(
      "sh", "-c", script, outputLimit: ByteCount(bytes: 1_000), required: ["A.S/testStores"])
    #expect(try await reasons(gate) == [.requiredSkipped])
  }

  @Test func `the results carry what the gate found`() async throws {
    let gate = try run(
      "sh", "-c", "printf '%s' '\(Self.passing)' > $INTAKE_GATE_RESULTS/x.xml; exit 3",
      required: ["A.S/b()"])
    #expect(try await reasons(gate) == [.exitStatus, .requiredMissing])
    let results = try TestReport(reading: try place.read("results/results.json"))
    #expect(
      results.gate == GateSummary([.init(.exitStatus), .init(.requiredMissing, "A.S/b()")]))
    #expect(results.objections == ["gate: exit-status", "gate: required-missing: A.S/b()"])
  }

  @Test func `the drill is armed by a file in which it says where it was asserted`() async throws {
    let failing =
      #"<testsuite tests="1"><testcase classname="A.S" name="d"><failure/></testcase></testsuite>"#
    let script = """
      printf '%s' '\(failing)' > "$INTAKE_GATE_RESULTS/x.xml"
      if [ -n "$INTAKE_DRILL" ]; then printf '7\\tA/Drill.swift\\td()\\n' > "$INTAKE_DRILL"; exit 1; fi
      """
    #expect(try await reasons(run("sh", "-c", script, isDrill: true)) == [])
    // The run itself was red, and its results say so.
    let results = try TestReport(reading: try place.read("results/results.json"))
    #expect(results.gate?.isGreen == false)
  }

  @Test func `a run that is no drill arms none`() async throws {
    let gate = try run("sh", "-c", "test -z \"${INTAKE_DRILL+set}\"")
    #expect(try await reasons(gate) == [.reportMissing])
  }

  // MARK: The command

  @Test func `swift test is asked for both of its reports`() throws {
    let command = try TestCommand(
      ["env", "A=1", "/usr/bin/swift", "test", "--filter", "X"], folder: "/r")
    #expect(
      command.arguments == [
        "env", "A=1", "/usr/bin/swift", "test", "--event-stream-output-path", "/r/events.jsonl",
        "--event-stream-version", "0", "--parallel", "--verbose", "--xunit-output", "/r/xunit.xml",
        "--filter", "X",
      ])
    #expect(command.reports.map(\.name) == ["events.jsonl", "xunit.xml"])
    let modern = try TestCommand(["swift", "test", "--disable-xctest"], folder: "/r")
    #expect(modern.reports.map(\.name) == ["events.jsonl"])
    #expect(!modern.arguments.contains("--parallel"))
    #expect(try TestCommand(["swift", "build"], folder: "/r").reports.isEmpty)
    #expect(
      try TestCommand(["swift", "test", "--package-path", "a"], folder: "/r").packagePath == "a")
  }

  @Test(arguments: ["--xunit-output", "--event-stream-output-path=x"])
  func `a report that the gate asks for by itself may not be asked for twice`(_ option: String) {
    #expect(throws: TestCommand.Problem.self) {
      try TestCommand(["swift", "test", option, "x"], folder: "/r")
    }
  }
}
