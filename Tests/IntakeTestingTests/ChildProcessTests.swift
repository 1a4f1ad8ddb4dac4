import IntakeModel
import IntakeTesting
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// One after the other, since some count the descriptors of the process.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct `A child process` {
  static func shell(
    _ script: String, input: ChildProcess.Input = .none, captureLimit: ByteCount = .mebibytes(16),
    timeout: Duration = .seconds(30), limits: ChildProcess.Limits = .init(), endsGroup: Bool = true
  ) throws -> ChildProcess {
    try ChildProcess(
      "/bin/sh", ["-c", script], input: input, captureLimit: captureLimit, timeout: timeout,
      limits: limits, endsGroup: endsGroup)
  }

  @Test func `tells what it wrote and how it ended`() async throws {
    let ending = try await Self.shell("echo out; echo err >&2; exit 3").wait()
    #expect(ending.status == .exited(3))
    #expect(ending.output == "out\n")
    #expect(ending.errorOutput == "err\n")
    #expect(!ending.isOutputCut)
    #expect(!ending.isTimedOut)
    #expect(ending.peakResidentBytes > .kibibytes(100))
    #expect(ending.userTime + ending.systemTime < .seconds(10))
  }

  @Test(arguments: [SIGKILL, SIGTERM, SIGINT])
  func `is ended by a signal`(signal: Int32) async throws {
    let child = try Self.shell("echo ready; exec sleep 60")
    try await child.waitForOutput("ready")
    child.kill(signal)
    #expect(try await child.wait().status == .signalled(signal))
    // It has ended: nobody else gets the signal.
    child.kill(signal)
  }

  @Test func `takes those that it started with it`() async throws {
    try await withTemporaryFolder { folder in
      let pipe = folder.path(of: "pipe")
      #expect(mkfifo(pipe, 0o600) == 0)
      let reader = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      defer { close(reader) }
      let child = try Self.shell("sh -c 'echo started; exec sleep 60' 0>'\(pipe)' & wait")
      try await child.waitForOutput("started")
      child.kill(wholeGroup: false)
      _ = try await child.wait()
      // The end of the pipe, when the one who could write has died: now, and not in a minute.
      var end = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
      #expect(poll(&end, 1, 20_000) == 1)
      #expect(end.revents & Int16(POLLHUP) != 0)
    }
  }

  @Test func `does not wait for those that keep its output open`() async throws {
    let child = try Self.shell("sleep 60 & echo $!", endsGroup: false)
    let ending = try await child.wait()
    #expect(ending.status == .exited(0))
    let grandchild = try #require(Int32(ending.output.split(separator: "\n").first ?? ""))
    #expect(kill(grandchild, SIGKILL) == 0)
  }

  @Test func `reads bytes`() async throws {
    let content = SampleContent.text(bytes: 1 << 20)
    let ending = try await Self.shell("cat", input: .bytes(content.bytes)).wait()
    #expect(ending.outputBytes == content.bytes)
  }

  @Test func `reads the end of no bytes`() async throws {
    let descriptors = ProcessUsage.openDescriptorCount()
    for _ in 0..<100 {
      let ending = try await Self.shell("cat", input: .bytes([])).wait()
      #expect(ending.status == .exited(0))
    }
    #expect(ProcessUsage.openDescriptorCount() < descriptors + 50)
  }

  @Test func `refuses input when it has ended`() async throws {
    let child = try Self.shell("exit 0", input: .pipe)
    _ = try await child.wait()
    let failure = #expect(throws: SystemCallFailure.self) { try child.write([1]) }
    #expect(failure?.number == EPIPE)
  }

  @Test func `says that its status is lost`() async throws {
    // In a process of its own, where the system throws the status of each child away.
    await #expect(processExitsWith: .success) {
      signal(SIGCHLD, SIG_IGN)
      let child = try ChildProcess("/bin/true")
      let ending = try await child.wait()
      #expect(ending.status == .unknown)
    }
  }

  @Test func `does not mind input that nobody reads`() async throws {
    let bytes = SampleContent.text(bytes: 1 << 20).bytes
    let ending = try await Self.shell("exec true", input: .bytes(bytes)).wait()
    #expect(ending.status == .exited(0))
  }

  @Test func `reads from a pipe what it is told and when`() async throws {
    let child = try Self.shell("while read line; do echo got $line; done; echo end", input: .pipe)
    try child.write(Array("one\n".utf8))
    try await child.waitForOutput("got one")
    try child.write(Array("two\n".utf8))
    try await child.waitForOutput("got two")
    child.closeInput()
    #expect(try await child.wait().output == "got one\ngot two\nend\n")
    let failure = #expect(throws: SystemCallFailure.self) { try child.write([1]) }
    #expect(failure?.number == EBADF)
  }

  @Test func `refuses input when it reads no more, without a signal`() async throws {
    let child = try Self.shell("exec <&-; echo closed; exec sleep 60", input: .pipe)
    try await child.waitForOutput("closed")
    let failure = #expect(throws: SystemCallFailure.self) { try child.write([1]) }
    #expect(failure?.number == EPIPE)
  }

  @Test func `keeps no more output than its limit, and reads on`() async throws {
    let child = try Self.shell(
      "head -c 3000000 /dev/zero; echo done >&2", captureLimit: .bytes(1000))
    let ending = try await child.wait()
    #expect(ending.outputBytes.count == 1000)
    #expect(ending.isOutputCut)
    #expect(ending.errorOutput == "done\n")
  }

  @Test func `is killed when its time is over`() async throws {
    let child = try Self.shell("exec sleep 60", timeout: .milliseconds(20))
    let ending = try await child.wait()
    #expect(ending.status == .signalled(SIGKILL))
    #expect(ending.isTimedOut)
    let missing = await #expect(throws: ChildProcess.OutputMissing.self) {
      try await child.waitForOutput("ready")
    }
    #expect(missing?.description.contains("since its time was over") == true)
  }

  @Test func `is killed when who waits for it is cancelled`() async throws {
    let child = try Self.shell("echo ready; exec sleep 60")
    let waiter = Task { try await child.wait() }
    try await child.waitForOutput("ready")
    waiter.cancel()
    await #expect(throws: CancellationError.self) { try await waiter.value }
    #expect(child.waitBlocking().status == .signalled(SIGKILL))
  }

  @Test func `says that it ended without the output that was waited for`() async throws {
    let child = try Self.shell("echo other; exit 4")
    let missing = await #expect(throws: ChildProcess.OutputMissing.self) {
      try await child.waitForOutput("ready")
    }
    #expect(missing?.ending.status == .exited(4))
    #expect(missing?.description.contains("other") == true)
  }

  @Test func `has the folder and the variables that it was given`() async throws {
    try await withTemporaryFolder { folder in
      let child = try ChildProcess(
        "/bin/sh", ["-c", "pwd -P; echo $GIVEN; echo ${HOME-none}"],
        environment: .only(["GIVEN": "a=b"]), workingDirectory: folder.path)
      let lines = try await child.wait().output.split(separator: "\n").map(String.init)
      #expect(lines.first?.hasSuffix(folder.path) == true)
      #expect(lines.dropFirst() == ["a=b", "none"])
    }
    let added = try ChildProcess(
      "sh", ["-c", "echo $GIVEN$PATH"], environment: .adding(["GIVEN": "x"]))
    #expect(try await added.wait().output.count > 3)
  }

  @Test func `inherits nothing but its standard streams`() async throws {
    // Open, and without the flag that closes it on execution.
    let file = open("/dev/null", O_RDONLY)
    defer { close(file) }
    let ending = try await ChildProcess("ls", ["/proc/self/fd"]).wait()
    // The fourth is the folder that `ls` reads.
    #expect(ending.output == "0\n1\n2\n3\n")
  }

  @Test func `starts with default signals and its own limits`() async throws {
    let limits = ChildProcess.Limits(descriptors: 17, processorSeconds: 9)
    let ending = try await Self.shell("ulimit -n; ulimit -t", limits: limits).wait()
    #expect(ending.output == "17\n9\n")
  }

  @Test func `that does not exist is an error`() {
    let failure = #expect(throws: SystemCallFailure.self) { try ChildProcess("/no/such/program") }
    #expect(failure?.number == ENOENT)
  }

  @Test func `leaves nothing behind, ended or not`() async throws {
    _ = try await Self.shell("true").wait()
    let descriptors = ProcessUsage.openDescriptorCount()
    for _ in 0..<100 {
      _ = try await Self.shell("true").wait()
      _ = try? ChildProcess("/no/such/program")
      let dropped = try Self.shell("exec sleep 60", input: .pipe).processID
      // Reaped already, so that there is not even a zombie.
      #expect(kill(dropped, 0) == -1)
    }
    // One for each child would be 300. Suites beside this one open and close some of their own.
    #expect(ProcessUsage.openDescriptorCount() < descriptors + 50)
  }

  @Test func `many at once do not disturb each other`() async throws {
    try await withThrowingTaskGroup { group in
      for index in 0..<20 {
        group.addTask { (index, try await Self.shell("echo \(index); exit \(index)").wait()) }
      }
      for try await (index, ending) in group {
        #expect(ending.output == "\(index)\n")
        #expect(ending.status == .exited(Int32(index)))
      }
    }
  }

  @Test func `a program of the package is found beside the test`() async throws {
    #expect(ChildProcess.executable(named: "no-such-program") == nil)
    // Depends on what was built; the test's own program always is.
    if let intake = ChildProcess.executable(named: "intake") { #expect(access(intake, X_OK) == 0) }
  }
}
