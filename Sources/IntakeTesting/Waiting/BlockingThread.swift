import SystemCalls

/// A thread of its own for work that blocks, which must not take one of the cooperative pool.
enum BlockingThread {
  /// Runs `body` on a new thread, which ends with it.
  static func start(_ body: @escaping @Sendable () -> Void) {
    let failure = DetachedThread.start(body)
    precondition(failure == 0, "pthread_create failed with \(failure)")
  }
}
