internal import SystemCalls

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Threads of our own for blocking file work, so that it never holds a thread of the shared pool.
///
/// A task that prefers this executor runs on one of its threads, first come, first served. Blocking calls on
/// the shared pool, which has one thread for each core, would hold up progress and cancellation.
package final class BlockingExecutor: TaskExecutor {
  /// The executor that every pipeline of the process shares: two threads for each core, from four to eight.
  ///
  /// Two, so that each of up to four cores copies two files at once, of which one thread digests both
  /// (``DigestLanes``). More gain nothing for copying: they contend for memory and for the folder's lock. It lives as
  /// long as the process, as the shared pool does.
  package static let shared = BlockingExecutor(threads: min(8, max(4, 2 * Processors.count)))

  /// The thread for commits, so that they do not wait behind a large copy.
  package static let commits = BlockingExecutor(threads: 1)

  private let queue = JobQueue()

  package init(threads: Int) {
    var failure: Int32 = 0
    let started = (0..<threads).count { _ in
      let result = queue.startThread()
      if result != 0 { failure = result }
      return result == 0
    }
    // Fewer do as well. Without any nothing can ever run: there is no caller to tell, and no way to go on.
    precondition(started > 0, "cannot start a thread for file work: error \(failure)")
  }

  deinit { queue.end() }

  package func enqueue(_ job: consuming ExecutorJob) {
    queue.append(UnownedJob(job), of: asUnownedTaskExecutor())
  }
}

/// A queue of jobs under one lock, and the threads that wait for it.
///
/// `@unchecked Sendable`: all mutable state is touched only between `pthread_mutex_lock` and `unlock`. A
/// `Mutex` will not do, since the threads sleep on a condition variable that belongs to the lock.
private final class JobQueue: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var jobs: [(job: UnownedJob, executor: UnownedTaskExecutor)] = []
  private var head = 0
  private var ended = false

  init() {
    pthread_mutex_init(lock, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_mutex_destroy(lock)
    pthread_cond_destroy(condition)
    lock.deallocate()
    condition.deallocate()
  }

  func append(_ job: UnownedJob, of executor: UnownedTaskExecutor) {
    pthread_mutex_lock(lock)
    jobs.append((job, executor))
    pthread_mutex_unlock(lock)
    pthread_cond_signal(condition)
  }

  func end() {
    pthread_mutex_lock(lock)
    ended = true
    pthread_mutex_unlock(lock)
    pthread_cond_broadcast(condition)
  }

  /// The next job, waiting for one; `nil` once the queue has ended.
  private func next() -> (job: UnownedJob, executor: UnownedTaskExecutor)? {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while head == jobs.count {
      if ended { return nil }
      pthread_cond_wait(condition, lock)
    }
    let next = jobs[head]
    head += 1
    if head == jobs.count {
      jobs.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 1024, head * 2 >= jobs.count {
      // Keeps the array from growing for ever while the queue never runs empty.
      jobs.removeFirst(head)
      head = 0
    }
    return next
  }

  /// - Returns: 0, or the number of the error.
  func startThread() -> Int32 {
    DetachedThread.start {
      while let (job, executor) = self.next() { job.runSynchronously(on: executor) }
    }
  }
}
