import AttachmentIntake
import IntakeTesting
import Synchronization
import Testing

/// P4: one budget, first come, first served.
@Suite(.timeLimit(.minutes(5))) struct MemoryBudgetTests {
  /// Starts waiting reservations one behind the other, and notes the order in which they are granted.
  private final class Queue: Sendable {
    let budget: MemoryBudget
    private let order = Mutex<[Int64]>([])
    let granted = Tally()

    init(_ budget: MemoryBudget) { self.budget = budget }

    var grants: [Int64] { order.withLock { $0 } }

    func wait(for bytes: Int64) async throws -> Task<Void, any Error> {
      let before = budget.figures.waiting
      let task = Task {
        try await budget.reserve(bytes)
        order.withLock { $0.append(bytes) }
        granted.add()
      }
      try await eventually { budget.figures.waiting == before + 1 }
      return task
    }
  }

  /// Reserved, peak, waiting, waits.
  private static func figures(_ budget: MemoryBudget) -> [Int] {
    let figures = budget.figures
    return [Int(figures.reserved), Int(figures.peak), figures.waiting, figures.waits]
  }

  @Test
  func `what fits is reserved at once`() async throws {
    let budget = MemoryBudget(capacity: .bytes(100))
    try await budget.reserve(60)
    #expect(budget.reserveNow(40))
    #expect(!budget.reserveNow(1))
    #expect(Self.figures(budget) == [100, 100, 0, 0])
    budget.release(100)
    #expect(budget.figures.reserved == 0)
  }

  @Test
  func `who comes first is served first, also before a smaller one that would fit`() async throws {
    let queue = Queue(MemoryBudget(capacity: .bytes(100)))
    try await queue.budget.reserve(90)
    _ = try await queue.wait(for: 50)
    _ = try await queue.wait(for: 10)
    #expect(!queue.budget.reserveNow(5))
    #expect(queue.grants == [])
    queue.budget.release(90)
    try await queue.granted.reaches(2)
    #expect(Set(queue.grants) == [50, 10])
    _ = try await queue.wait(for: 60)
    _ = try await queue.wait(for: 41)
    queue.budget.release(60)
    try await queue.granted.reaches(3)
    #expect(queue.grants.last == 60)
    #expect(queue.budget.figures.waiting == 1)
    queue.budget.release(60)
    try await queue.granted.reaches(4)
    #expect(queue.budget.figures.reserved == 41)
    #expect(queue.budget.figures.waits == 4)
    #expect(queue.budget.figures.peak == 90)
  }

  @Test
  func `a waiter that is cancelled leaves, and lets those behind it through`() async throws {
    let queue = Queue(MemoryBudget(capacity: .bytes(100)))
    try await queue.budget.reserve(60)
    let large = try await queue.wait(for: 80)
    _ = try await queue.wait(for: 40)
    large.cancel()
    await #expect(throws: CancellationError.self) { try await large.value }
    try await queue.granted.reaches(1)
    #expect(queue.grants == [40])
    #expect(queue.budget.figures.reserved == 100)
    #expect(queue.budget.figures.waiting == 0)
  }

  @Test
  func `a task that is cancelled before it asks gets nothing`() async throws {
    let budget = MemoryBudget(capacity: .bytes(100))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await budget.reserve(10)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(budget.figures.reserved == 0)
  }

  @Test
  func `debt goes over the capacity and holds others back until it is paid`() async throws {
    let queue = Queue(MemoryBudget(capacity: .bytes(100)))
    queue.budget.charge(250)
    _ = try await queue.wait(for: 10)
    queue.budget.release(159)
    #expect(queue.budget.figures.waiting == 1)
    queue.budget.release(1)
    try await queue.granted.reaches(1)
    #expect(Self.figures(queue.budget) == [100, 250, 0, 1])
  }

  @Test
  func `more than the capacity is granted alone`() async throws {
    let queue = Queue(MemoryBudget(capacity: .bytes(100)))
    try await queue.budget.reserve(1)
    _ = try await queue.wait(for: 500)
    queue.budget.release(1)
    try await queue.granted.reaches(1)
    _ = try await queue.wait(for: 1)
    queue.budget.release(500)
    try await queue.granted.reaches(2)
  }

  @Test
  func `a thousand tasks that come, go and are cancelled leave nothing reserved`() async throws {
    let budget = MemoryBudget(capacity: .bytes(100))
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<1_000 {
        group.addTask {
          let bytes = Int64(1 + index % 130)
          let task = Task {
            try await budget.reserve(bytes)
            await Task.yield()
            budget.release(bytes)
          }
          if index % 3 == 0 { task.cancel() }
          try? await task.value
        }
      }
    }
    #expect(budget.figures.reserved == 0)
    #expect(budget.figures.waiting == 0)
    #expect(budget.figures.peak <= 130)
  }

  @Test
  func `buffers are used again, and two that are lent at once are two`() {
    let pool = BufferPool(bufferSize: 8_192)
    let first = pool.withBuffer { $0.baseAddress }
    #expect(pool.withBuffer { $0.baseAddress } == first)
    pool.withBuffer { one in
      #expect(one.count == 8_192)
      pool.withBuffer { #expect($0.baseAddress != one.baseAddress) }
    }
  }
}
