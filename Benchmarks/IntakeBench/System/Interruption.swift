import SystemCalls

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Runs work that Ctrl-C cancels: it ends its programs and removes what is half made.
enum Interruption {
  /// Runs `body` to its end, and exits with its status, or with that of the signal. A second signal ends at once.
  ///
  /// To be called before any other thread starts, since threads inherit what is blocked.
  static func run(_ body: @escaping @Sendable () async -> Int32) -> Never {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    signal(SIGPIPE, SIG_IGN)
    let caught = CaughtSignal()
    let task = Task<Void, Never> {
      let status = await body()
      exit(caught.number.map { 128 + $0 } ?? status)
    }
    while true {
      var number: Int32 = 0
      guard sigwait(&signals, &number) == 0 else { continue }
      if caught.number != nil { _exit(128 + number) }
      caught.number = number
      task.cancel()
    }
  }
}
