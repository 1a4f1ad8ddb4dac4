#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A copy under ``DigestLanes``: where its chunks come from, and whose it is.
///
/// `state`, `steps` and `result` are touched under the lock of the lanes alone; the rest by the thread whose copy it is
/// according to `state`.
final class Lane {
  /// Whose the copy is.
  enum State {
    /// Nobody's, until a thread takes it or its own takes it back.
    case left
    /// Another thread's, which is not at it.
    case taken
    /// Another thread's, which is at it.
    case atWork
    /// Its own thread's, until it is done.
    case ownThread
    /// Over; `result` says how.
    case done
  }

  var state = State.left
  /// How many chunks another thread has digested.
  private(set) var steps = 0
  private(set) var result: Result<Void, any Error> = .success(())

  private let digest: UnsafeMutablePointer<SHA256>
  private var source: (() throws -> UnsafeRawBufferPointer?)?
  private let wakeUp = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  /// - Parameters:
  ///   - digest: Valid until ``end()``.
  ///   - source: Gives the next chunk. Given up with ``end()``.
  init(
    _ digest: UnsafeMutablePointer<SHA256>, _ source: @escaping () throws -> UnsafeRawBufferPointer?
  ) {
    self.digest = digest
    self.source = source
    #if canImport(Darwin)
      pthread_cond_init(wakeUp, nil)
    #else
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(wakeUp, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
  }

  deinit {
    pthread_cond_destroy(wakeUp)
    wakeUp.deallocate()
  }

  /// The next chunk; `nil` at the end.
  func next() throws -> UnsafeRawBufferPointer? { try source?() }

  func update(_ chunk: UnsafeRawBufferPointer) throws(DigestError) {
    try digest.pointee.update(chunk)
  }

  /// Digests a chunk, and one of another lane at the same time.
  func update(
    _ chunk: UnsafeRawBufferPointer, with other: Lane, _ otherChunk: UnsafeRawBufferPointer
  ) throws(DigestError) {
    try SHA256.update(&digest.pointee, chunk, &other.digest.pointee, otherChunk)
  }

  /// Another thread is done with a chunk.
  func pause() {
    steps += 1
    state = .taken
  }

  /// Another thread is done with all of it.
  func finish(_ result: Result<Void, any Error>) {
    self.result = result
    state = .done
    pthread_cond_signal(wakeUp)
  }

  /// Its own thread has to go on.
  func giveBack() {
    state = .ownThread
    pthread_cond_signal(wakeUp)
  }

  /// Lets go of what it was made with.
  func end() { source = nil }

  /// Waits under the lock, which is free in the meantime.
  ///
  /// - Returns: Whether it was woken before the time was over.
  func wait(with lock: UnsafeMutablePointer<pthread_mutex_t>, nanoseconds: Int) -> Bool {
    #if canImport(Darwin)
      var time = timespec(
        tv_sec: nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
      return pthread_cond_timedwait_relative_np(wakeUp, lock, &time) != ETIMEDOUT
    #else
      var deadline = timespec()
      clock_gettime(CLOCK_MONOTONIC, &deadline)
      deadline.tv_sec += (deadline.tv_nsec + nanoseconds) / 1_000_000_000
      deadline.tv_nsec = (deadline.tv_nsec + nanoseconds) % 1_000_000_000
      return pthread_cond_timedwait(wakeUp, lock, &deadline) != ETIMEDOUT
    #endif
  }
}
