/// The calls that `strace -c` counted.
package struct SystemCallTable: Sendable, Hashable {
  /// Calls by their names.
  package let calls: [String: Int64]

  /// Reads the table that `strace -c` writes; lines of other form are passed over.
  ///
  /// - Returns: `nil` where it has no call at all, as when the program did not start.
  package init?(parsing text: String) {
    var calls: [String: Int64] = [:]
    for line in text.split(separator: "\n") {
      // % time, seconds, µs a call, calls, errors where there are any, and the name.
      let fields = line.split(separator: " ")
      guard fields.count == 5 || fields.count == 6, let name = fields.last, name != "total",
        fields[0].contains("."), let count = Int64(fields[3])
      else { continue }
      calls[String(name), default: 0] += count
    }
    guard !calls.isEmpty else { return nil }
    self.calls = calls
  }

  /// All calls but those that wait for another thread or wake it: how many of these there are is up to the
  /// scheduler.
  package var working: Int64 {
    calls.filter { !Self.waiting.contains($0.key) }.values.reduce(0, +)
  }

  /// All calls.
  package var total: Int64 { calls.values.reduce(0, +) }

  private static let waiting: Set<String> = [
    "futex", "sched_yield", "nanosleep", "clock_nanosleep", "poll", "ppoll", "select", "pselect6",
    "epoll_wait", "epoll_pwait", "epoll_pwait2", "restart_syscall", "timerfd_settime",
    "clock_gettime", "eventfd2", "rt_sigtimedwait",
  ]
}
