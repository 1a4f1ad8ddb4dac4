import IntakeTesting
import Synchronization
import Testing
import UniformTypes

@Suite(.timeLimit(.minutes(5)))
struct `A manual clock` {
  /// Numbers in the order in which they came.
  final class Order: Sendable {
    private let numbers = Mutex<[Int]>([])
    var all: [Int] { numbers.withLock { $0 } }
    func add(_ number: Int) { numbers.withLock { $0.append(number) } }
  }

  let clock = ManualClock()

  @Test func `stands until it is advanced`() {
    let start = clock.now
    #expect(clock.now == start)
    clock.advance(by: .seconds(3))
    #expect(start.duration(to: clock.now) == .seconds(3))
  }

  @Test func `wakes sleepers at their deadline and not before`() async throws {
    let sleeper = Task { [clock] in try await clock.sleep(for: .seconds(10)) }
    try await clock.waitForSleepers(1)
    clock.advance(by: .milliseconds(9_999))
    #expect(clock.sleepers == 1)
    clock.advance(by: .milliseconds(1))
    #expect(clock.sleepers == 0)
    try await sleeper.value
  }

  @Test func `wakes sleepers in the order of their deadlines`() async throws {
    let executor = ManualExecutor()
    let order = Order()
    for seconds in [3, 1, 2] {
      // On one executor that is drained by hand, the order of waking is that of running.
      Task(executorPreference: executor) { [clock, order] in
        try await clock.sleep(until: clock.now.advanced(by: .seconds(seconds)))
        order.add(seconds)
      }
    }
    executor.drain()
    #expect(clock.sleepers == 3)
    clock.advance(by: .seconds(5))
    executor.drain()
    #expect(order.all == [1, 2, 3])
  }

  @Test func `lets a cancelled sleeper go`() async throws {
    let sleeper = Task { [clock] in try await clock.sleep(for: .seconds(10)) }
    try await clock.waitForSleepers(1)
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    #expect(clock.sleepers == 0)
  }

  @Test func `does not hold who sleeps until a time that has passed`() async throws {
    clock.advance(by: .seconds(1))
    try await clock.sleep(until: ManualClock.Instant(offset: .seconds(1)))
    #expect(clock.sleepers == 0)
  }
}

@Suite(.timeLimit(.minutes(5)))
struct `A manual executor` {
  let executor = ManualExecutor()

  @Test func `runs nothing until it is drained`() async {
    let ran = Tally()
    let task = Task(executorPreference: executor) { ran.add() }
    #expect(executor.pending == 1)
    #expect(ran.count == 0)
    #expect(executor.drain() == 1)
    #expect(ran.count == 1)
    #expect(executor.drain() == 0)
    await task.value
  }

  @Test func `runs one job at a time`() {
    let ran = Tally()
    for _ in 0..<3 { Task(executorPreference: executor) { ran.add() } }
    #expect(executor.runNext())
    #expect(ran.count == 1)
    #expect(executor.pending == 2)
    #expect(executor.drain() == 2)
    #expect(!executor.runNext())
  }

  @Test func `shows how wide a window is`() async throws {
    let gate = Gate()
    let width = 3
    let window = Task(executorPreference: executor) {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for index in 0..<10 {
          if index >= width { try await group.next() }
          group.addTask { try await gate.wait() }
        }
        try await group.waitForAll()
      }
    }
    executor.drain()
    #expect(gate.arrived == width)
    gate.open()
    executor.drain()
    #expect(gate.arrived == 10)
    try await window.value
  }

  @Test func `finishes a task that waits for work elsewhere`() async throws {
    let provider = ScriptedProvider([.init("public.data", .data([1]))])
    let task = Task(executorPreference: executor) {
      await withCheckedContinuation { continuation in
        _ = provider.loadData("public.data") { bytes, _ in
          continuation.resume(returning: bytes?.count)
        }
      }
    }
    #expect(try await executor.finish(task) == 1)
    #expect(executor.pending == 0)
  }

  @Test func `tells when a job has come`() async throws {
    let gate = Gate()
    let task = Task(executorPreference: executor) { try await gate.wait() }
    executor.drain()
    async let come: Void = executor.waitForJobs()
    gate.open()
    try await come
    #expect(executor.drain() == 1)
    try await task.value
  }

  @Test func `cancels the task that it finishes, and waits for its end`() async throws {
    let gate = Gate()
    let task = Task(executorPreference: executor) { try await gate.wait() }
    let finishing = Task { [executor] in try await executor.finish(task) }
    try await gate.arrival(of: 1)
    finishing.cancel()
    await #expect(throws: CancellationError.self) { try await finishing.value }
    #expect(task.isCancelled)
  }
}
