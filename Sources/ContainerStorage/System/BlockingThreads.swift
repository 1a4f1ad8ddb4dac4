import Synchronization
import SystemCalls

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A few threads for calls that wait for a disk, so that none of them sits on the cooperative pool.
///
/// Threads are started when there is work for them, and stay.
///
/// Unchecked, since the pointers and what they guard are touched only under the lock they hold.
final class BlockingThreads: @unchecked Sendable {
  /// Shared by all containers of the process. Eight synchronisations at once cost a disk little more than
  /// one does, and more than eight bring nothing.
  static let shared = BlockingThreads(limit: 8)

  private let limit: Int
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let wakeUp = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var jobs: [@Sendable () -> Void] = []
  private var threads = 0
  private var idle = 0

  private init(limit: Int) {
    self.limit = limit
    pthread_mutex_init(lock, nil)
    pthread_cond_init(wakeUp, nil)
  }

  /// Runs `work` on one of the threads. Cancellation is not noticed: the call in hand completes.
  func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    let result: Result<Value, any Error> = await withCheckedContinuation { waiter in
      submit { waiter.resume(returning: Result(catching: work)) }
    }
    return try result.get()
  }

  /// Runs `work` on one of the threads.
  func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { waiter in
      submit { waiter.resume(returning: work()) }
    }
  }

  /// Runs `work` for each index below `count`, several at once, and returns when all are done.
  func runEach(_ count: Int, _ work: @escaping @Sendable (Int) -> Void) async {
    let width = min(count, limit)
    guard width > 0 else { return }
    let progress = Progress(running: width)
    await withCheckedContinuation { waiter in
      for _ in 0..<width {
        submit {
          while let index = progress.next(below: count) { work(index) }
          if progress.endOne() { waiter.resume() }
        }
      }
    }
  }

  /// Which index comes next, and how many threads are still at it.
  private final class Progress: Sendable {
    private let index = Atomic(0)
    private let running: Atomic<Int>

    init(running: Int) { self.running = Atomic(running) }

    func next(below count: Int) -> Int? {
      let next = index.add(1, ordering: .relaxed).oldValue
      return next < count ? next : nil
    }

    /// Whether the last one has ended.
    func endOne() -> Bool { running.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 }
  }
}

extension BlockingThreads {
  private func submit(_ job: @escaping @Sendable () -> Void) {
    pthread_mutex_lock(lock)
    jobs.append(job)
    let needsThread = idle < jobs.count && threads < limit
    if needsThread { threads += 1 }
    pthread_cond_signal(wakeUp)
    pthread_mutex_unlock(lock)
    guard needsThread, DetachedThread.start(work) != 0 else { return }
    // Out of threads. Those that run will come to the job; where none runs, it is done here and now.
    pthread_mutex_lock(lock)
    threads -= 1
    let stranded = threads == 0 ? jobs : []
    if threads == 0 { jobs = [] }
    pthread_mutex_unlock(lock)
    for job in stranded { job() }
  }

  private func work() {
    while true {
      pthread_mutex_lock(lock)
      idle += 1
      while jobs.isEmpty { pthread_cond_wait(wakeUp, lock) }
      idle -= 1
      let job = jobs.removeFirst()
      pthread_mutex_unlock(lock)
      job()
    }
  }
}
