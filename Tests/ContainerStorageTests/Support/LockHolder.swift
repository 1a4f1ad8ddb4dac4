import Glibc

/// Another program, which holds the lock on a file until it is killed.
final class LockHolder: Sendable {
  private let process: pid_t

  /// Starts the program, and returns once it holds the lock.
  ///
  /// - Parameter mode: The option of `flock` that says which lock.
  init(on path: String, mode: String = "--exclusive") throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw TestFault("pipe: errno \(errno)") }
    defer { close(ends[0]) }
    let command = ["flock", mode, "--no-fork", path, "sh", "-c", "echo; exec sleep 600"]
    process = try spawn(command, output: ends[1])
    close(ends[1])
    var byte: UInt8 = 0
    guard read(ends[0], &byte, 1) == 1 else { throw TestFault("flock did not get the lock") }
  }

  /// Kills the program, and returns once it is gone.
  func kill() {
    Glibc.kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }
}

/// Runs a program to its end.
///
/// - Returns: Whether it succeeded.
func run(_ command: String...) -> Bool {
  guard let process = try? spawn(command, output: nil) else { return false }
  var status: Int32 = 0
  return waitpid(process, &status, 0) == process && status == 0
}

private func spawn(_ command: [String], output: Int32?) throws -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  if let output {
    posix_spawn_file_actions_adddup2(&actions, output, 1)
  } else {
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
  }
  var arguments = command.map { strdup($0) } + [nil]
  defer { for argument in arguments { free(argument) } }
  var process = pid_t()
  let failure = posix_spawnp(&process, command[0], &actions, nil, &arguments, environ)
  guard failure == 0 else { throw TestFault("posix_spawnp \(command[0]): errno \(failure)") }
  return process
}
