#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A thread of our own, for a call that waits.
enum SystemThread {
  /// Starts a thread that runs `body` and ends; it inherits the signal mask.
  ///
  /// - Returns: Whether the system had room for one more.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let context = Unmanaged.passRetained(ThreadBody(body)).toOpaque()
    guard startDetached(context) else {
      Unmanaged<ThreadBody>.fromOpaque(context).release()
      return false
    }
    return true
  }

  private static func startDetached(_ context: UnsafeMutableRawPointer) -> Bool {
    #if canImport(Darwin)
      var thread: pthread_t?
      guard pthread_create(&thread, nil, { runThreadBody($0) }, context) == 0, let thread else {
        return false
      }
    #else
      var thread = pthread_t()
      guard pthread_create(&thread, nil, { runThreadBody($0) }, context) == 0 else { return false }
    #endif
    pthread_detach(thread)
    return true
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
