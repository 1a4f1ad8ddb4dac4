internal import Synchronization
internal import SystemCalls

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// One run of a scanner's command, which can be ended at any time by any thread.
final class ScannerRun: Sendable {
  private let program: String
  private let arguments: [String]
  private let state = Mutex(State())

  private struct State {
    /// The process, until its status is taken; then the number may be another's.
    var process: pid_t?
    var isStopped = false
  }

  init(_ program: String, _ arguments: [String]) {
    self.program = program
    self.arguments = arguments
  }

  /// Kills the process and its group. Where it has not begun, it never does.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      if let process = state.process { _ = kill(-process, SIGKILL) }
    }
  }

  /// Runs the command to its end, and holds the thread for that time.
  func run(_ content: any LocalContent) -> ScanResult {
    let started: pid_t?
    do {
      started = try content.withDescriptor { descriptor in start(descriptor) }
    } catch {
      return .notScanned(.contentUnreadable)
    }
    guard let started else {
      return .notScanned(state.withLock(\.isStopped) ? .timedOut : .unavailable)
    }
    // Its end is waited for before its status is taken, so that nobody else's process is ever killed.
    var information = siginfo_t()
    var hasStatus = false
    repeat {
      hasStatus = waitid(P_PID, id_t(started), &information, WEXITED | WNOWAIT) == 0
    } while !hasStatus && errno == EINTR
    let (ending, isStopped) = state.withLock { state in
      // What it has started, and left behind. Without a status the number of the group is free.
      if hasStatus { _ = kill(-started, SIGKILL) }
      state.process = nil
      return (ProcessSpawn.wait(for: started), state.isStopped)
    }
    switch ending {
    case .exited(0): return .clean
    case .exited(1): return .infected
    // posix_spawn(3): "the child process exits with status 127" where it could not be executed.
    case .exited(127): return .notScanned(.unavailable)
    case .exited: return .notScanned(.failed)
    case .signalled, .unknown: return .notScanned(isStopped ? .timedOut : .failed)
    }
  }

  private func start(_ descriptor: Int32) -> pid_t? {
    lseek(descriptor, 0, SEEK_SET)
    return state.withLock { state in
      if state.isStopped { return nil }
      state.process = try? ProcessSpawn.start(
        program, arguments: arguments, environment: nil,
        inheriting: [(own: descriptor, number: STDIN_FILENO)])
      return state.process
    }
  }
}
