import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Runs work that a signal cancels.
///
/// The signals are blocked in every thread, and one thread waits for them, so that no handler ever
/// interrupts anything. Needs to be entered before any other thread starts, since threads inherit
/// what is blocked.
package enum SignalScope {
  /// Runs `body` in a task, on the threads of Swift concurrency, and returns when it does.
  ///
  /// SIGINT, SIGTERM and SIGHUP cancel the task. It then undoes what it has to undo. A second SIGINT
  /// ends the process on the spot, with status 130, which the next start recovers from. A signal that
  /// the caller has set to be ignored, as `nohup` does, stays ignored. SIGPIPE is ignored, so that a
  /// reader that goes away is an error of the write.
  ///
  /// - Returns: What `body` returned, and the signal that came first, if one did.
  package static func run<Result: Sendable>(
    _ body: @escaping @Sendable () async -> Result
  ) -> (result: Result, signal: Int32?) {
    var signals = watched()
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    ignorePipeSignal()
    let box = ResultBox<Result>()
    let caught = CaughtSignal()
    let task = Task { box.put(await body()) }
    if DetachedThread.start({ [signals] in listen(signals, caught, task) }) != 0 {
      // Without its thread a signal would be lost. Unblocked, it ends the process, as it would any
      // other.
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }
    let result = box.wait()
    return (result, caught.first.withLock { $0 })
  }

  private static func listen(
    _ signals: sigset_t, _ caught: CaughtSignal, _ task: Task<Void, Never>
  ) {
    var signals = signals
    var signal: Int32 = 0
    while true {
      guard sigwait(&signals, &signal) == 0 else { continue }
      let isFirst = caught.first.withLock { first in
        if first != nil { return false }
        first = signal
        return true
      }
      if isFirst {
        task.cancel()
      } else if signal == SIGINT {
        // The shell's convention.
        _exit(128 + SIGINT)
      }
    }
  }

  /// The signals that end the work, but for those that are ignored.
  private static func watched() -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(signal) { sigaddset(&set, signal) }
    return set
  }

  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(signal, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    // SIG_IGN is the address 1, which is no function and so cannot be compared as one.
    return unsafeBitCast(handler, to: Int.self) == 1
  }

  /// Also for what runs outside of a scope, such as `--help`.
  package static func ignorePipeSignal() { _ = signal(SIGPIPE, SIG_IGN) }

  /// Lets the ends of children be known, also where the caller ignores its own: that is inherited, and then the
  /// system throws their status away.
  package static func keepChildStatus() { _ = signal(SIGCHLD, SIG_DFL) }
}

/// The first signal that came.
private final class CaughtSignal: Sendable {
  let first = Mutex<Int32?>(nil)
}
