import AttachmentIntake
import ContainerStorage
import IntakeTesting
import Testing

/// Programs that are not what they should be: what a client gets from a process whose parser was led astray.
@Suite(.timeLimit(.minutes(5))) struct WrongProgramTests {
  /// The verdict where the program is this shell script. Its socket is descriptor 3.
  private func verdict(
    of script: String, time: Duration = .seconds(20), startTime: Duration = .seconds(20)
  ) async throws -> (ContentVerdict, ValidatorPool.Statistics) {
    try await withTemporaryFolder { folder in
      let program = try folder.write(Array("#!/bin/sh\n\(script)\n".utf8), to: "program")
      try Files.makeRunnable(program)
      let pool = ValidatorPool(.init(program: .path(LocalPath(program)), startTime: startTime))
      let path = try folder.write(Array("a".utf8), to: "document")
      let verdict = try await pool.validate(
        try LentFile(at: LocalPath(path)), as: "public.plain-text",
        limits: ValidationLimits(time: time))
      await pool.close()
      #expect(pool.statistics.running == 0)
      return (verdict, pool.statistics)
    }
  }

  private static let greeting = "echo 'ready 1 limited filtered text' >&3\n"

  @Test func `without a program nothing is validated`() async throws {
    try await withTemporaryFolder { folder in
      let path = try folder.write(Array("a".utf8), to: "document")
      for program in ["/nonexistent", folder.path, path] {
        let pool = ValidatorPool(.init(program: .path(LocalPath(program))))
        #expect(
          try await pool.validate(try LentFile(at: LocalPath(path)), as: "public.plain-text")
            == .notValidated(.noValidator))
        #expect(pool.statistics.started == 0)
        await pool.close()
      }
    }
  }

  @Test func `a program that is missing, or does not greet, is known before the first document`()
    async throws
  {
    try await withTemporaryFolder { folder in
      let silent = try folder.write(Array("#!/bin/sh\nexit 0\n".utf8), to: "silent")
      try Files.makeRunnable(silent)
      for (program, text) in [("/nonexistent", "'/nonexistent'"), (silent, "does not start")] {
        let pool = ValidatorPool(.init(program: .path(LocalPath(program))))
        let error = await #expect(throws: IntakeError.self) { try await pool.start() }
        #expect(error?.code == .notValidated)
        #expect(error?.message.contains(text) == true, "\(String(describing: error))")
        #expect(pool.statistics.running == 0)
        await pool.close()
      }
    }
  }

  @Test(arguments: [
    "exit 0", "kill -SEGV $$", "echo hello >&3; sleep 100", "echo 'ready 2 limited filtered x' >&3",
  ])
  func `a program that does not greet is not available`(script: String) async throws {
    let (verdict, statistics) = try await verdict(of: script)
    #expect(verdict == .notValidated(.validatorUnavailable))
    #expect(statistics.started == 1)
  }

  @Test func `a program that says nothing is given up when the time for its start is over`()
    async throws
  {
    let (verdict, _) = try await verdict(of: "exec sleep 100", startTime: .milliseconds(200))
    #expect(verdict == .notValidated(.validatorUnavailable))
  }

  @Test(arguments: [
    "echo 'nonsense' >&3", "echo 'verdict 2 1 valid' >&3", "echo 'verdict 1 1 fine' >&3",
    "printf 'verdict 1 1 valid\\nverdict 1 1 valid\\n' >&3", "exit 0", "kill -ABRT $$",
    "head -c 10000000 /dev/zero >&3", "yes verdict | head -c 100000 | tr -d '\\n' >&3",
    "printf 'verdict 1 1 valid\\303\\251\\n' >&3",
  ]) func `an answer that is none counts as a crash`(script: String) async throws {
    let (verdict, _) = try await verdict(of: Self.greeting + "read line <&3\n" + script)
    #expect(verdict == .notValidated(.validatorCrashed), "\(script)")
  }

  @Test func `half an answer is none when the time is over`() async throws {
    let (verdict, _) = try await verdict(
      of: Self.greeting + "read line <&3\nprintf 'verdict 1' >&3\nsleep 100",
      time: .milliseconds(300))
    #expect(verdict == .notValidated(.timedOut))
  }

  @Test func `an end for want of memory is told from a crash`() async throws {
    let (verdict, _) = try await verdict(of: Self.greeting + "read line <&3\nexit 86")
    #expect(verdict == .notValidated(.outOfMemory))
  }

  @Test func `a program gets no variable and no descriptor of its client`() async throws {
    try await withTemporaryFolder { folder in
      let seen = folder.path(of: "seen")
      let (verdict, _) = try await verdict(
        of: """
          env | sort | sed 's/=.*//' > '\(seen)'
          ls -l /proc/$$/fd | grep -c socket: >> '\(seen)'
          \(Self.greeting)read line <&3
          echo 'verdict 1 1 valid' >&3
          """)
      #expect(verdict == .valid(ContentFacts()))
      let lines = String(decoding: try folder.read("seen"), as: UTF8.self)
        .split(separator: "\n").map(String.init)
      let allowed = [
        "MALLOC_ARENA_MAX", "VIPS_BLOCK_UNTRUSTED", "SWIFT_BACKTRACE", "LD_LIBRARY_PATH",
        // Those that the shell makes itself.
        "PWD", "OLDPWD", "SHLVL", "_",
      ]
      #expect(lines.dropLast().allSatisfy { allowed.contains($0) }, "\(lines)")
      #expect(lines.last == "1")
    }
  }
}
