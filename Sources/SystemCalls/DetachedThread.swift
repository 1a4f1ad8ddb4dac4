#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A thread of our own for a call that blocks, so that no thread of the shared pool does.
package enum DetachedThread {
  /// Runs `body` on a new thread, which inherits the signal mask, and ends with it.
  ///
  /// - Returns: 0, or the system's number where it has no room for one more; then `body` does not run.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Int32 {
    let context = Unmanaged.passRetained(ThreadBody(body)).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
      let failure = pthread_create(&thread, nil, { runThreadBody($0) }, context)
      if failure == 0, let thread { pthread_detach(thread) }
    #else
      var thread = pthread_t()
      let failure = pthread_create(&thread, nil, { runThreadBody($0) }, context)
      if failure == 0 { pthread_detach(thread) }
    #endif
    // Nobody else would let go of it.
    if failure != 0 { Unmanaged<ThreadBody>.fromOpaque(context).release() }
    return failure
  }
}

/// What a thread runs, as an object, since that is what fits into a pointer.
private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func runThreadBody(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context else { return nil }
  Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
  return nil
}
