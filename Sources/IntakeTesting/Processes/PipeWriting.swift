#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Writing to a pipe that may have no reader, without the signal that would end this process.
enum PipeWriting {
  /// Keeps the calling thread from being sent the signal, for good.
  static func blockSignal() {
    var signals = pipeSignal()
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Writes all of `bytes` to a pipe that does not block.
  static func writeAll(_ bytes: [UInt8], to pipe: Int32) throws(SystemCallFailure) {
    var signals = pipeSignal()
    var former = sigset_t()
    pthread_sigmask(SIG_BLOCK, &signals, &former)
    defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
    var written = 0
    while written < bytes.count {
      let count = writeSome(bytes[written...], to: pipe)
      if count >= 0 {
        written += count
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: pipe, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, -1)
      } else if errno != EINTR {
        let failure = SystemCallFailure("write", subject: "input")
        if failure.number == EPIPE { takeSignal() }
        throw failure
      }
    }
  }

  /// The number of bytes that went into the pipe, or -1 with an error number.
  static func writeSome(_ bytes: ArraySlice<UInt8>, to pipe: Int32) -> Int {
    bytes.withUnsafeBytes { write(pipe, $0.baseAddress, $0.count) }
  }

  private static func pipeSignal() -> sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    return signals
  }

  /// Takes the pending signal away, or it would arrive when it is no longer blocked.
  private static func takeSignal() {
    var pending = sigset_t()
    sigpending(&pending)
    guard sigismember(&pending, SIGPIPE) == 1 else { return }
    var signals = pipeSignal()
    var taken: Int32 = 0
    sigwait(&signals, &taken)
  }
}
