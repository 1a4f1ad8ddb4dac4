import AttachmentIntake
import ContainerStorage
import IntakeModel
import IntakeTesting
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A command scans content: clean, infected, or not scanned, and a rule says what becomes of the third.
@Suite(.timeLimit(.minutes(5))) struct ScannerTests {
  private let pdf = SampleContent.pdf(bytes: 300_000)

  /// A scanner that runs `script` in a shell.
  private func shell(_ script: String) -> CommandScanner {
    CommandScanner("sh", arguments: ["-c", script])
  }

  private func scan(_ scanner: CommandScanner) async throws -> (ScanResult, Outcome) {
    let recorder = RecordingScanner(scanner)
    let settings = IntakePipeline.Configuration.with {
      $0.validation = ContentValidation(nil, scanner: recorder)
    }
    return try await withPipeline(settings) { fixture in
      let outcome = try await fixture.ingest(.shared(pdf, "com.adobe.pdf"))
      try await fixture.expectSettled(stored: outcome.stored == nil ? 0 : 1)
      return (try #require(recorder.results.first), outcome)
    }
  }

  @Test(arguments: [
    ("exit 0", ScanResult.clean, IntakeError.Code?.none),
    ("exit 1", .infected, .contentInfected),
    ("exit 2", .notScanned(.failed), .notScanned),
    ("kill -SEGV $$", .notScanned(.failed), .notScanned),
    ("exit 127", .notScanned(.unavailable), .notScanned),
  ])
  func `the exit status says what was found`(
    script: String, expected: ScanResult, code: IntakeError.Code?
  ) async throws {
    let (result, outcome) = try await scan(shell(script))
    #expect(result == expected)
    #expect(outcome.refusal?.code == code)
    #expect(code == nil || outcome.stage == .validation)
  }

  @Test
  func
    `the command gets all of the content as its standard input, and what it writes goes nowhere`()
    async throws
  {
    let script = "n=$(wc -c); yes 0123456789 | head -c 3000000; test $n -eq \(pdf.count) || exit 3"
    #expect(try await scan(shell(script)).0 == .clean)
  }

  @Test
  func `a command that is not there has scanned nothing`() async throws {
    let (result, _) = try await scan(CommandScanner("/nowhere/clamdscan", arguments: ["-"]))
    #expect(result == .notScanned(.unavailable))
  }

  @Test
  func `one that takes too long is killed with what it has started`() async throws {
    let clock = ManualClock()
    try await withTemporaryFolder { folder in
      let pipe = folder.path(of: "alive")
      try Files.makePipe(pipe)
      // Both hold the pipe open until they end.
      let scanner = CommandScanner(
        "sh",
        arguments: ["-c", "exec 9>\"$1\"; echo held >&9; sleep 1000 & sleep 1000", "sh", pipe],
        timeLimit: .seconds(30), clock: clock)
      let watch = try ChildProcess("cat", [pipe])
      async let scanned = scan(scanner)
      try await watch.waitForOutput("held")
      try await clock.waitForSleepers(1)
      clock.advance(by: .seconds(30))
      let (result, outcome) = try await scanned
      #expect(result == .notScanned(.timedOut))
      #expect(outcome.refusal?.code == .notScanned)
      // Nobody holds the pipe any more.
      #expect(try await watch.wait().status == .exited(0))
    }
  }

  @Test
  func `cancelling kills the command, and nothing is left`() async throws {
    try await withTemporaryFolder { folder in
      let pipe = folder.path(of: "started")
      try Files.makePipe(pipe)
      let scanner = CommandScanner(
        "sh", arguments: ["-c", "echo started >\"$1\"; exec sleep 1000", "sh", pipe])
      let settings = IntakePipeline.Configuration.with {
        $0.validation = ContentValidation(nil, scanner: scanner)
      }
      try await withPipeline(settings) { fixture in
        let pipeline = fixture.pipeline
        let pdf = pdf
        let task = Task { try await pipeline.ingest([.shared(pdf, "com.adobe.pdf")]) }
        // Ends when the command has begun.
        let begun = try await ChildProcess("cat", [pipe]).wait()
        #expect(begun.output == "started\n")
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
        try await fixture.expectSettled(stored: 0)
      }
    }
  }

  @Test
  func `a status that is lost is no clean content`() async throws {
    try await withTemporaryFolder { folder in
      let path = try folder.write([1], to: "content")
      // In a process of its own, where the system throws the status of each child away.
      await #expect(processExitsWith: .success) { [path = path as String] in
        signal(SIGCHLD, SIG_IGN)
        let content = try LentFile(at: LocalPath(path))
        let result = try await CommandScanner("true", arguments: []).scan(content)
        #expect(result == .notScanned(.failed))
      }
    }
  }

  @Test
  func `the command inherits nothing but the content`() async throws {
    let given = fcntl(0, F_DUPFD, 300)
    try #require(given >= 300)
    defer { close(given) }
    #expect(try await scan(shell("test ! -e /dev/fd/\(given) || exit 3")).0 == .clean)
  }

  @Test
  func `what was not scanned is kept where the rule says so`() async throws {
    var validation = ContentValidation(nil, scanner: shell("exit 2"))
    validation.refusesUnscanned = false
    let settings = IntakePipeline.Configuration.with { $0.validation = validation }
    try await withPipeline(settings) { fixture in
      let outcome = try await fixture.ingest(.shared(pdf, "com.adobe.pdf"))
      #expect(outcome.stored != nil)
    }
  }

  @Test
  func `no other candidate is tried of what is infected`() async throws {
    let settings = IntakePipeline.Configuration.with {
      $0.validation = ContentValidation(nil, scanner: shell("exit 1"))
    }
    try await withPipeline(settings) { fixture in
      let provider = ScriptedProvider([
        .init("public.heic", .file(.heic(bytes: 900))),
        .init("public.jpeg", .file(.jpeg(bytes: 900))),
      ])
      let outcome = try await fixture.ingest(Attachment(provider))
      #expect(outcome.refusal?.code == .contentInfected)
      #expect(provider.loads.count == 1)
    }
  }
}
