import SystemCalls

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Digests chunks on a thread of its own, while the one that copies reads and writes those that follow.
///
/// For one large file, whose digest takes as long as all the rest of its copy. Chunks stay where they are: whoever adds
/// one leaves its bytes alone until ``wait(untilPending:)`` says that they were digested, or until ``end()`` returns.
///
/// `@unchecked Sendable`: all mutable state is touched only between `pthread_mutex_lock` and `unlock`. A `Mutex` will
/// not do, since both threads sleep on condition variables that belong to the lock.
final class TrailingDigest: @unchecked Sendable {
  /// Given up by the thread, so that it holds nothing any more once ``end()`` returns.
  private var update: (@Sendable (UnsafeRawBufferPointer) throws -> Void)?
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// What is to be digested, or just is, in order.
  private var chunks: [UnsafeRawBufferPointer] = []
  private var failure: (any Error)?
  private var isEnding = false
  private var isRunning = true

  /// - Parameter update: Digests one chunk.
  /// - Returns: `nil` where the system has no room for one more thread.
  init?(_ update: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void) {
    self.update = update
    pthread_mutex_init(lock, nil)
    pthread_cond_init(changed, nil)
    guard DetachedThread.start({ self.run() }) == 0 else { return nil }
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(lock)
    changed.deallocate()
    lock.deallocate()
  }

  /// Adds a chunk, which is digested after those before it.
  func add(_ chunk: UnsafeRawBufferPointer) {
    pthread_mutex_lock(lock)
    chunks.append(chunk)
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(lock)
  }

  /// Blocks until at most the last `count` chunks are not yet digested.
  ///
  /// - Throws: What digesting one of them threw; those after it are passed over.
  func wait(untilPending count: Int) throws {
    pthread_mutex_lock(lock)
    while chunks.count > count { pthread_cond_wait(changed, lock) }
    let failure = failure
    pthread_mutex_unlock(lock)
    if let failure { throw failure }
  }

  /// Blocks until the thread is done with all that was added. Nothing may be added afterwards.
  func end() {
    pthread_mutex_lock(lock)
    isEnding = true
    pthread_cond_broadcast(changed)
    while isRunning { pthread_cond_wait(changed, lock) }
    pthread_mutex_unlock(lock)
  }

  private func run() {
    pthread_mutex_lock(lock)
    while true {
      while chunks.isEmpty, !isEnding { pthread_cond_wait(changed, lock) }
      guard let chunk = chunks.first else { break }
      if failure == nil, let update {
        pthread_mutex_unlock(lock)
        let result = Result { try update(chunk) }
        pthread_mutex_lock(lock)
        if case .failure(let error) = result { failure = error }
      }
      chunks.removeFirst()
      pthread_cond_broadcast(changed)
    }
    update = nil
    isRunning = false
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(lock)
  }
}
