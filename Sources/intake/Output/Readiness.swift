import SystemCalls

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Waits until a pipe, a terminal or a socket can be read or written.
enum Readiness {
  /// Returns once `descriptor` can be read, or written, without waiting.
  ///
  /// Where it can be already, as a file always can, this is one system call. Otherwise a thread
  /// waits, so that none of those that run tasks has to.
  ///
  /// - Throws: `CancellationError`, at once when the task is cancelled. ``IntakeError`` is never
  ///   thrown: an error of the descriptor counts as ready, and shows when it is used.
  static func wait(for descriptor: Int32, toWrite: Bool) async throws {
    try Task.checkCancellation()
    let events = Int16(toWrite ? POLLOUT : POLLIN)
    if isReady(descriptor, events, timeout: 0) { return }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return waitBriefly(descriptor, events) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let (canceller, cancelling) = (ends[0], ends[1])
    defer {
      close(canceller)
      close(cancelling)
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let failure = DetachedThread.start {
          var waits = [
            pollfd(fd: descriptor, events: events, revents: 0),
            pollfd(fd: canceller, events: Int16(POLLIN), revents: 0),
          ]
          while poll(&waits, 2, -1) < 0, errno == EINTR {}
          continuation.resume()
        }
        if failure != 0 {
          waitBriefly(descriptor, events)
          continuation.resume()
        }
      }
    } onCancel: {
      var byte: UInt8 = 0
      _ = write(cancelling, &byte, 1)
    }
    try Task.checkCancellation()
  }

  /// Where there is no descriptor or thread left to wait with. The caller then reads or writes, and
  /// comes back if that does not wait either.
  private static func waitBriefly(_ descriptor: Int32, _ events: Int16) {
    _ = isReady(descriptor, events, timeout: 100)
  }

  private static func isReady(_ descriptor: Int32, _ events: Int16, timeout: Int32) -> Bool {
    var wait = pollfd(fd: descriptor, events: events, revents: 0)
    return poll(&wait, 1, timeout) != 0
  }
}
