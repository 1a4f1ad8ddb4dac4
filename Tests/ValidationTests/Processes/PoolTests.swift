import AttachmentIntake
import ContainerStorage
import Glibc
import IntakeTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct PoolTests {
  private static let text: TypeIdentifier = "public.plain-text"
  private static let valid: ContentVerdict = .valid(ContentFacts())

  /// Waits until so many documents were given to a process.
  private func wait(for asked: Int, of pool: ValidatorPool) async throws {
    try await eventually { pool.statistics.asked >= asked }
  }

  @Test func `a process is started when it is needed and looks at many documents`() async throws {
    try await withValidators(processes: 4) { validators async throws in
      #expect(validators.processes == [])
      for _ in 0..<20 {
        #expect(try await validators.verdict(on: "a", as: Self.text) == Self.valid)
      }
      #expect(validators.processes.count == 1)
      #expect(validators.pool.statistics.started == 1)
      #expect(validators.pool.statistics.answered == 20)
    }
  }

  @Test func `a process is ready before the first document where that is asked for`() async throws {
    try await withValidators { validators async throws in
      for _ in 0..<2 { try await validators.pool.start() }
      #expect(validators.processes.count == 1)
      #expect(validators.pool.statistics.asked == 0)
      #expect(try await validators.verdict(on: "a", as: Self.text) == Self.valid)
      #expect(validators.pool.statistics.started == 1)
      await validators.pool.close()
      let error = await #expect(throws: IntakeError.self) { try await validators.pool.start() }
      #expect(error?.code == .closed)
    }
  }

  @Test func `no more processes run than are allowed`() async throws {
    try await withValidators(processes: 2) { validators async throws in
      let path = try validators.folder.write(Array("text".utf8), to: "shared")
      try await withThrowingTaskGroup { group in
        for _ in 0..<40 {
          group.addTask { try await validators.verdict(onFile: path, as: Self.text) }
        }
        for try await verdict in group { #expect(verdict == Self.valid) }
      }
      #expect(validators.pool.statistics.started <= 2)
      #expect(validators.pool.statistics.answered == 40)
    }
  }

  @Test func `a process that has done its share is replaced`() async throws {
    try await withValidators(documentsPerProcess: 3) { validators async throws in
      for _ in 0..<7 {
        #expect(try await validators.verdict(on: "a", as: Self.text) == Self.valid)
      }
      #expect(validators.pool.statistics.started == 3)
      #expect(validators.pool.statistics.running == 1)
      #expect(validators.processes.count == 1)
    }
  }

  @Test func `a process that died between two documents is replaced and nothing is lost`()
    async throws
  {
    try await withValidators { validators async throws in
      #expect(try await validators.verdict(on: "a", as: Self.text) == Self.valid)
      let process = try #require(validators.processes.first)
      kill(process, SIGKILL)
      // A zombie until it is taken: then all its descriptors are closed.
      try await eventually {
        RunningPrograms.status(of: process, "State")?.hasPrefix("Z") != false
      }
      #expect(try await validators.verdict(on: "a", as: Self.text) == Self.valid)
      #expect(validators.pool.statistics.started == 2)
      #expect(validators.processes.count == 1)
      #expect(validators.processes != [process])
    }
  }

  @Test func `a process that crashes over a document is a verdict and is replaced`() async throws {
    try await withValidators { validators async throws in
      #expect(try await validators.verdict(on: "a", as: Self.text) == Self.valid)
      let process = try #require(validators.processes.first)
      kill(process, SIGSTOP)
      async let verdict = validators.verdict(
        on: "b", as: Self.text, limits: ValidationLimits(time: .seconds(100)))
      try await wait(for: 2, of: validators.pool)
      kill(process, SIGSEGV)
      kill(process, SIGCONT)
      #expect(try await verdict == .notValidated(.validatorCrashed))
      #expect(try await validators.verdict(on: "a", as: Self.text) == Self.valid)
      #expect(validators.pool.statistics.started == 2)
    }
  }

  @Test func `a process that hangs is killed when the time is over`() async throws {
    try await withValidators { validators async throws in
      #expect(try await validators.verdict(on: "a", as: Self.text) == Self.valid)
      let process = try #require(validators.processes.first)
      kill(process, SIGSTOP)
      let start = ContinuousClock.now
      #expect(
        try await validators.verdict(
          on: "b", as: Self.text, limits: ValidationLimits(time: .milliseconds(300)))
          == .notValidated(.timedOut))
      #expect(ContinuousClock.now - start >= .milliseconds(300))
      #expect(validators.processes == [])
      #expect(try await validators.verdict(on: "a", as: Self.text) == Self.valid)
    }
  }

  @Test func `cancelling ends the process at work at once`() async throws {
    try await withValidators { validators async throws in
      #expect(try await validators.verdict(on: "a", as: Self.text) == Self.valid)
      let process = try #require(validators.processes.first)
      kill(process, SIGSTOP)
      let task = Task {
        try await validators.verdict(
          on: "b", as: Self.text, limits: ValidationLimits(time: .seconds(100)))
      }
      try await wait(for: 2, of: validators.pool)
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(validators.processes == [])
      #expect(validators.pool.statistics.running == 0)
    }
  }

  @Test func `cancelling as the answer comes costs the next document nothing`() async throws {
    try await withValidators { validators async throws in
      let path = try validators.folder.write(Array("a".utf8), to: "a")
      for _ in 0..<200 {
        let answered = validators.pool.statistics.answered
        let task = Task { try await validators.verdict(onFile: path, as: Self.text) }
        try await eventually { validators.pool.statistics.answered != answered }
        task.cancel()
        _ = try? await task.value
        #expect(try await validators.verdict(onFile: path, as: Self.text) == Self.valid)
      }
    }
  }

  @Test func `a call that waits for a process leaves when it is cancelled`() async throws {
    try await withValidators { validators async throws in
      #expect(try await validators.verdict(on: "a", as: Self.text) == Self.valid)
      let process = try #require(validators.processes.first)
      kill(process, SIGSTOP)
      async let first = validators.verdict(
        on: "b", as: Self.text, limits: ValidationLimits(time: .seconds(100)))
      try await wait(for: 2, of: validators.pool)
      let waiting = Task { try await validators.verdict(on: "c", as: Self.text) }
      waiting.cancel()
      await #expect(throws: CancellationError.self) { try await waiting.value }
      kill(process, SIGCONT)
      #expect(try await first == Self.valid)
      #expect(validators.pool.statistics.asked == 2)
    }
  }

  @Test func `a task that is cancelled already starts nothing`() async throws {
    try await withValidators { validators async throws in
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await validators.verdict(on: "a", as: Self.text)
      }
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(validators.pool.statistics.started == 0)
    }
  }

  @Test func `closing ends what is at work and what waits and later calls`() async throws {
    try await withValidators { validators async throws in
      #expect(try await validators.verdict(on: "a", as: Self.text) == Self.valid)
      let process = try #require(validators.processes.first)
      kill(process, SIGSTOP)
      let limits = ValidationLimits(time: .seconds(100))
      let path = try validators.folder.write(Array("b".utf8), to: "other")
      async let first = validators.verdict(onFile: path, as: Self.text, limits: limits)
      try await wait(for: 2, of: validators.pool)
      async let second = validators.verdict(onFile: path, as: Self.text, limits: limits)
      await validators.pool.close()
      #expect(try await first == .notValidated(.validatorUnavailable))
      #expect(try await second == .notValidated(.validatorUnavailable))
      #expect(
        try await validators.verdict(onFile: path, as: Self.text)
          == .notValidated(.validatorUnavailable))
      #expect(validators.processes == [])
      #expect(validators.pool.statistics.running == 0)
    }
  }

  @Test func `a pool that goes away takes its processes with it`() async throws {
    let program = try #require(ChildProcess.executable(named: "intake-validate"))
    try await withTemporaryFolder { folder in
      let name = ProgramName.next()
      try Files.link(program, to: folder.path(of: name))
      do {
        let pool = ValidatorPool(.init(program: .path(LocalPath(folder.path(of: name)))))
        let path = try folder.write(Array("a".utf8), to: "a")
        _ = try await pool.validate(try LentFile(at: LocalPath(path)), as: Self.text)
        #expect(RunningPrograms.children(named: name).count == 1)
      }
      #expect(RunningPrograms.children(named: name) == [])
    }
  }

  @Test func `the program is found beside the executable`() async throws {
    let pool = ValidatorPool(.init(startTime: .seconds(60)))
    try await withTemporaryFolder { folder in
      let path = try folder.write(Array("a".utf8), to: "a")
      #expect(
        try await pool.validate(try LentFile(at: LocalPath(path)), as: Self.text) == Self.valid)
    }
    await pool.close()
  }
}
