#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#else
  private import Darwin
#endif

/// A thread that runs the jobs of one actor in order, so that waiting for a disk or for another
/// process's lock never holds a thread of the cooperative pool.
///
/// The thread holds this object, so both last until ``end()`` or ``abandon()``.
final class CatalogThread: SerialExecutor, @unchecked Sendable {
  // `@unchecked`: all variables are read and written under `lock` only. Synchronization's `Mutex`
  // has no condition to wait for.
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let change: UnsafeMutablePointer<pthread_cond_t>
  private var jobs: [UnownedJob] = []
  private var isEnding = false
  private var hasEnded = false
  /// The thread, until somebody takes on to join or detach it.
  private var thread: pthread_t?

  /// The thread's stack: SQLite and one actor's methods need a tenth of it.
  private static let stackSize = 512 << 10

  /// - Throws: The error number of the system where it gives no thread.
  init() throws(ThreadError) {
    lock = .allocate(capacity: 1)
    change = .allocate(capacity: 1)
    pthread_mutex_init(lock, nil)
    pthread_cond_init(change, nil)
    let code = start()
    if code != 0 {
      throw ThreadError(code: code)
    }
  }

  deinit {
    pthread_cond_destroy(change)
    pthread_mutex_destroy(lock)
    change.deallocate()
    lock.deallocate()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isLate = withLock {
      if !hasEnded { jobs.append(job) }
      return hasEnded
    }
    if isLate {
      // The connection is gone, so a late call only finds its actor closed, wherever it runs.
      job.runSynchronously(on: asUnownedSerialExecutor())
    } else {
      pthread_cond_signal(change)
    }
  }

  /// Ends the thread once its jobs are done, and waits for that. Not to be called by a job.
  func end() {
    guard let thread = finish() else { return }
    pthread_join(thread, nil)
  }

  /// Ends the thread once its jobs are done, without waiting.
  func abandon() {
    guard let thread = finish() else { return }
    pthread_detach(thread)
  }

  private func finish() -> pthread_t? {
    let thread = withLock {
      isEnding = true
      defer { self.thread = nil }
      return self.thread
    }
    pthread_cond_signal(change)
    return thread
  }

  private func withLock<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return body()
  }

  private func start() -> Int32 {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, Self.stackSize)

    // A new thread inherits the mask: signals are for threads that expect them.
    var all = sigset_t()
    var previous = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &previous)
    defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }

    let context = Unmanaged.passRetained(self)
    #if canImport(Darwin)
      var created: pthread_t?
      let code = pthread_create(&created, &attributes, threadMain, context.toOpaque())
    #else
      var created = pthread_t()
      let code = pthread_create(&created, &attributes, threadMain, context.toOpaque())
    #endif
    if code == 0 {
      thread = created
    } else {
      context.release()
    }
    return code
  }

  fileprivate func run() {
    while true {
      let batch = withLock {
        while jobs.isEmpty && !isEnding { pthread_cond_wait(change, lock) }
        hasEnded = jobs.isEmpty
        defer { jobs.removeAll(keepingCapacity: true) }
        return jobs
      }
      if batch.isEmpty { return }
      for job in batch { job.runSynchronously(on: asUnownedSerialExecutor()) }
    }
  }
}

#if canImport(Darwin)
  private func threadMain(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<CatalogThread>.fromOpaque(context).takeRetainedValue().run()
    return nil
  }
#else
  private func threadMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context { Unmanaged<CatalogThread>.fromOpaque(context).takeRetainedValue().run() }
    return nil
  }
#endif

/// The system gave no thread.
struct ThreadError: Error {
  let code: Int32
}
