import AttachmentIntake
import IntakeTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct ConfinementTests {
  @Test func `a process says truly what the system keeps it from`() async throws {
    try await withValidators { validators async throws in
      _ = try await validators.verdict(on: "a", as: "public.plain-text")
      let greeting = try #require(validators.pool.statistics.greeting)
      let process = try #require(validators.processes.first)
      // proc_pid_status(5): 2 is a filter.
      #expect(
        (RunningPrograms.status(of: process, "Seccomp") == "2") == greeting.confinement.filtersCalls
      )
      #expect(greeting.confinement.hasLimits)
      #expect(greeting.validators.contains("text"))
    }
  }

  @Test func `what a parser could do if it were led astray is refused`() async throws {
    let program = try #require(ChildProcess.executable(named: "intake-validate"))
    let ending = try await ChildProcess(program, ["--check"]).wait()
    let lines = ending.output.split(separator: "\n").map(String.init)
    try #require(
      lines.contains("filter of calls: set"), "this system lets no process filter its calls")
    #expect(lines.count == 12)
    #expect(lines.dropFirst(2).allSatisfy { $0.hasSuffix(": refused") }, "\(lines)")
    #expect(ending.status == .exited(0))
  }

  @Test func `a process has its socket and nothing else of its client`() async throws {
    try await withValidators { validators async throws in
      _ = try await validators.verdict(on: "a", as: "public.plain-text")
      let process = try #require(validators.processes.first)
      #expect(RunningPrograms.status(of: process, "NoNewPrivs") == "1")
      #expect(validators.pool.statistics.running == 1)
    }
  }
}
