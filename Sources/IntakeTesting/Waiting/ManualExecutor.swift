/// Runs jobs only when a test says so, on the test's own thread.
///
/// After ``drain()`` nothing is left that could run, so that a test may say what did *not* happen:
///
///     let executor = ManualExecutor()
///     let batch = Task(executorPreference: executor) { try await ingest(attachments) }
///     executor.drain()
///     #expect(gate.arrived == width)  // and not one more
///
/// Work that prefers no executor (actors with one of their own, callbacks of threads) runs elsewhere and comes
/// back when it likes; ``finish(_:)`` runs a task with such work to its end.
public final class ManualExecutor: TaskExecutor {
  private let queue = Waiting(Queue())

  /// Makes an executor that runs nothing by itself.
  public init() {}

  /// How many jobs could run now.
  public var pending: Int { queue.read(\.count) }

  /// Keeps `job` until a test runs it.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.change { $0.append(job) }
  }

  /// Runs the job that has waited longest.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public func runNext() -> Bool {
    guard let job = queue.change({ $0.popFirst() }) else { return false }
    job.runSynchronously(on: asUnownedTaskExecutor())
    return true
  }

  /// Runs jobs, and those that they add, until none is left.
  ///
  /// - Returns: How many ran.
  @discardableResult
  public func drain() -> Int {
    var ran = 0
    while runNext() { ran += 1 }
    return ran
  }

  /// Runs jobs as they come until `task` has ended, also where it waits for work elsewhere.
  ///
  /// The caller must run elsewhere too. Cancelling the caller cancels `task`, and waits for its end.
  ///
  /// - Throws: What `task` throws.
  public func finish<Success, Failure>(_ task: Task<Success, Failure>) async throws -> Success {
    let id = queue.change { $0.nextID() }
    await withTaskCancellationHandler {
      await withTaskGroup { group in
        group.addTask { [queue] in
          _ = await task.result
          queue.change { $0.ended.insert(id) }
        }
        while !queue.read({ $0.ended.contains(id) }) {
          drain()
          await queue.waitToTheEnd(for: .jobsOrEnd(id))
        }
      }
    } onCancel: {
      task.cancel()
    }
    queue.change { $0.ended.remove(id) }
    return try await task.value
  }

  /// Suspends the caller, which must run elsewhere, until at least `count` jobs are pending.
  ///
  /// A job that came while ``drain()`` was running has been run by it, and is not waited for any more.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled, as by a test's time limit.
  public func waitForJobs(_ count: Int = 1) async throws { try await queue.wait(for: .jobs(count)) }

  private struct Queue: WaitingState {
    private var jobs: [UnownedJob] = []
    private var first = 0
    private var lastID = 0
    /// Tasks that are being finished and have ended.
    var ended: Set<Int> = []

    var count: Int { jobs.count - first }

    mutating func append(_ job: UnownedJob) { jobs.append(job) }

    mutating func popFirst() -> UnownedJob? {
      guard first < jobs.count else { return nil }
      let job = jobs[first]
      first += 1
      if first == jobs.count {
        jobs.removeAll(keepingCapacity: true)
        first = 0
      }
      return job
    }

    mutating func nextID() -> Int {
      lastID += 1
      return lastID
    }

    enum Condition: Sendable {
      case jobs(Int)
      /// There is a job, or the task with this number has ended.
      case jobsOrEnd(Int)
    }

    func isMet(_ condition: Condition) -> Bool {
      switch condition {
      case .jobs(let goal): count >= goal
      case .jobsOrEnd(let id): count > 0 || ended.contains(id)
      }
    }
  }
}
