import BenchResults

/// Counts what a run does, whatever its time.
struct CallCounter {
  let context: BenchContext

  /// Why it cannot count; `nil` where it can.
  var missing: String? {
    Programs.missing("strace") ?? context.programs.tool("allocations.so").missing
  }

  /// The system calls of one run, by `strace`.
  func systemCalls(_ contestant: Contestant) async throws -> SystemCallTable {
    let table = "\(context.work)/calls"
    try await run(contestant) { command in
      command.run(by: "strace", ["-f", "-c", "-o", table, "--"])
    }
    guard let calls = SystemCallTable(parsing: try Files.text(table)) else {
      throw BenchError("strace counted no call of \(contestant.name)")
    }
    return calls
  }

  /// The allocations of one run, by a library that is loaded before the others.
  func allocations(_ contestant: Contestant) async throws -> Int64 {
    let count = "\(context.work)/allocations"
    Files.remove(count)
    let library = context.programs.tool("allocations.so").path
    try await run(contestant) { command in
      command.run(by: "env", ["LD_PRELOAD=\(library)", "ALLOCATIONS_FILE=\(count)"])
    }
    let bytes = try Files.read(count)
    guard bytes.count == 8 else { throw BenchError("\(contestant.name) counted no allocations") }
    return bytes.withUnsafeBytes { $0.loadUnaligned(as: Int64.self) }
  }

  /// The figures of one run.
  func figures(_ contestant: Contestant) async throws -> [String: Double] {
    try await run(contestant) { $0 }.figures
  }

  @discardableResult
  private func run(
    _ contestant: Contestant, _ wrap: (BenchCommand) -> BenchCommand
  ) async throws -> Launcher.Result {
    let output = context.newPath("counted")
    defer { Files.empty(output) }
    let result = try await context.launcher.run(wrap(contestant.command(output)))
    guard contestant.statuses.contains(result.status) else {
      throw BenchError(
        "\(contestant.name): exit status \(result.status): \(lastLine(result.errorOutput))")
    }
    return result
  }
}
