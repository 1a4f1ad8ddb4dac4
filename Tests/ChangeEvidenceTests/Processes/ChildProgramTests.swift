import ChangeEvidence
import IntakeModel
import IntakeTesting
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite(.timeLimit(.minutes(5)))
struct ChildProgramTests {
  private func shell(_ script: String, timeLimit: Duration = .seconds(30)) -> ChildProgram {
    ChildProgram("/bin/sh", ["-c", script], timeLimit: timeLimit)
  }

  @Test func `both outputs and the status come back`() async throws {
    let run = try await shell("printf out; printf err >&2; exit 7").capture()
    #expect(run.output == Array("out".utf8))
    #expect(run.error == Array("err".utf8))
    #expect(run.ending.exit == .exited(7))
    #expect(!run.ending.isSuccess)
  }

  @Test func `a signal is told from a status`() async throws {
    let run = try await shell("kill -ABRT $$").capture()
    #expect(run.ending.exit == .signalled(6))
  }

  @Test func `only the given variables are seen, and nothing is read`() async throws {
    let program = ChildProgram("/usr/bin/env", environment: ["B": "2", "A": "1"])
    #expect(try await program.capture().output == Array("A=1\nB=2\n".utf8))
    #expect(try await shell("cat").capture().output.isEmpty)
  }

  @Test func `it starts in the folder that is asked for`() async throws {
    let folder = try TemporaryFolder()
    let program = ChildProgram("/bin/pwd", ["-P"], workingDirectory: folder.path)
    let output = String(decoding: try await program.capture().output, as: UTF8.self)
    #expect(output.hasSuffix("\(folder.path)\n"))
  }

  @Test func `more output than is kept does not stop it`() async throws {
    let run = try await shell("head -c 1000000 /dev/zero").capture(limit: .bytes(1000))
    #expect(run.output.count == 1000)
    #expect(run.isCut)
    #expect(run.ending.isSuccess)
  }

  @Test func `the time limit ends the whole group`() async throws {
    let run = try await shell("sleep 600 & sleep 600", timeLimit: .milliseconds(100)).capture()
    #expect(run.ending.isTimedOut)
    #expect(run.ending.exit == .signalled(9))
    #expect(run.ending.duration < .seconds(30))
  }

  @Test func `with a grace it may end by itself`() async throws {
    var program = shell("trap 'exit 3' TERM; while :; do sleep 0.01; done")
    program.timeLimit = .milliseconds(300)
    program.grace = .seconds(30)
    let run = try await program.capture()
    #expect(run.ending.isTimedOut)
    #expect(run.ending.exit == .exited(3))
  }

  @Test func `what it leaves behind is killed, and does not hold the run`() async throws {
    let run = try await shell("sleep 600 & echo $!").capture()
    #expect(run.ending.isSuccess)
    #expect(run.ending.duration < .seconds(30))
    let number = String(decoding: run.output.dropLast(), as: UTF8.self)
    let state = try await shell("test ! -d /proc/\(number) || grep -q Z /proc/\(number)/stat")
      .capture()
    #expect(state.ending.isSuccess)
  }

  @Test func `a program that is not there is an error with its name`() async throws {
    let error = await #expect(throws: ChildProgramError.self) {
      try await ChildProgram("/nowhere/tool").capture()
    }
    #expect(
      error?.description
        == "'/nowhere/tool' does not start: No such file or directory (posix_spawn)")
  }

  @Test func `a status that is lost is an error and no success`() async throws {
    // In a process of its own, where the system throws the status of each child away.
    await #expect(processExitsWith: .success) {
      signal(SIGCHLD, SIG_IGN)
      let error = await #expect(throws: ChildProgramError.self) {
        try await ChildProgram("/bin/true").capture()
      }
      #expect(error?.number == ECHILD)
      #expect(
        error?.description
          == "'/bin/true' has ended, and nobody knows how: No child processes (waitpid)")
    }
  }

  @Test func `many at once, some of them cancelled, do not disturb each other`() async throws {
    await withTaskGroup { group in
      for index in 0..<60 {
        group.addTask {
          let program = shell("echo \(index); \(index % 3 == 0 ? "sleep 600" : "exit \(index)")")
          let (events, started) = AsyncStream.makeStream(of: [UInt8].self)
          let task = Task { try await program.run { _, bytes in started.yield(Array(bytes)) } }
          for await bytes in events {
            #expect(bytes == Array("\(index)\n".utf8))
            break
          }
          if index % 3 == 0 {
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
          } else {
            let exit = try? await task.value.exit
            #expect(exit == .exited(Int32(index)))
          }
        }
      }
    }
  }

  @Test func `cancelling ends it`() async throws {
    let program = shell("echo started; sleep 600")
    let (events, started) = AsyncStream.makeStream(of: Void.self)
    let task = Task { try await program.run { _, _ in started.yield() } }
    for await _ in events { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  private struct Refusal: Error {}

  @Test func `an error of the receiver ends it`() async throws {
    await #expect(throws: Refusal.self) {
      try await shell("echo; sleep 600").run { _, _ in throw Refusal() }
    }
  }
}
