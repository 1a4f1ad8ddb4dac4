import AttachmentIntake
import ContainerStorage
import Glibc
import IntakeTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct LeakTests {
  @Test func `after many documents and many ends no process and no descriptor is left`()
    async throws
  {
    // In a process of its own, whose descriptors nobody else opens or closes.
    let program = try #require(RunningPrograms.target(of: "/proc/self/exe"))
    let ending = try await ChildProcess(
      program,
      Array(CommandLine.arguments.dropFirst().filter { !$0.hasPrefix("--filter") })
        .filter { $0 == "--testing-library" || $0 == "swift-testing" }
        + ["--filter", "LeakCountTests"],
      environment: .adding(["INTAKE_COUNT_LEAKS": "1"]), timeout: .seconds(120)
    ).wait()
    #expect(ending.status == .exited(0), "\(ending.output)\(ending.errorOutput)")
    #expect(ending.output.contains("counted: 0 more descriptors, 0 children"), "\(ending.output)")
  }
}

@Suite(
  .timeLimit(.minutes(5)),
  .enabled(if: getenv("INTAKE_COUNT_LEAKS") != nil, "runs in a process of its own"))
struct LeakCountTests {
  @Test func `documents, crashes, time-outs and cancellations leave nothing`() async throws {
    let text: TypeIdentifier = "public.plain-text"
    let before = ProcessUsage.openDescriptorCount()
    var names: [String] = []
    for round in 0..<5 {
      try await withValidators(processes: 2, documentsPerProcess: 4) { validators async throws in
        names.append(validators.program)
        for _ in 0..<10 { _ = try await validators.verdict(on: "a", as: text) }
        let process = try #require(validators.processes.first)
        kill(process, round % 2 == 0 ? SIGKILL : SIGSTOP)
        _ = try await validators.verdict(
          on: "a", as: text, limits: ValidationLimits(time: .milliseconds(100)))
        let task = Task { try await validators.verdict(on: "b", as: text) }
        task.cancel()
        _ = await task.result
        _ = try? await validators.verdict(onFile: "/nonexistent", as: text)
      }
    }
    let more = ProcessUsage.openDescriptorCount() - before
    let children = names.flatMap { RunningPrograms.children(named: $0) }.count
    print("counted: \(more) more descriptors, \(children) children")
    #expect(more == 0)
    #expect(children == 0)
  }
}
