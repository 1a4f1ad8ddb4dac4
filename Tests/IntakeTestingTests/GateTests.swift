import IntakeTesting
import Synchronization
import Testing
import UniformTypes

@Suite(.timeLimit(.minutes(5)))
struct `A gate` {
  let gate = Gate()

  @Test func `holds tasks until it is opened`() async throws {
    let passed = Tally()
    try await withThrowingTaskGroup { group in
      for _ in 0..<3 {
        group.addTask { [gate] in
          try await gate.wait()
          passed.add()
        }
      }
      try await gate.arrival(of: 3)
      #expect(passed.count == 0)
      #expect(gate.waiting == 3)
      gate.open()
      try await group.waitForAll()
    }
    #expect(passed.count == 3)
    #expect(gate.arrived == 3)
    #expect(gate.waiting == 0)
  }

  @Test func `lets pass while it is open, and holds again when closed`() async throws {
    gate.open()
    try await gate.wait()
    gate.close()
    let held = Task { [gate] in try await gate.wait() }
    try await gate.arrival(of: 2)
    #expect(gate.waiting == 1)
    gate.open()
    try await held.value
  }

  @Test func `lets a cancelled task go at once`() async throws {
    let held = Task { [gate] in try await gate.wait() }
    try await gate.arrival(of: 1)
    held.cancel()
    await #expect(throws: CancellationError.self) { try await held.value }
    #expect(gate.waiting == 0)
  }

  @Test func `does not hold a task that was cancelled before it came`() async throws {
    let task = Task { [gate] in
      withUnsafeCurrentTask { $0?.cancel() }
      try await gate.wait()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(gate.arrived == 0)
  }

  @Test func `lets a cancelled waiter for arrivals go`() async throws {
    let waiter = Task { [gate] in try await gate.arrival(of: 1) }
    waiter.cancel()
    await #expect(throws: CancellationError.self) { try await waiter.value }
  }

  @Test func `holds a thread`() async throws {
    let provider = ScriptedProvider([.init("public.data", .data([1]))])
    let passed = Tally()
    _ = provider.loadData("public.data") { [gate] _, _ in
      gate.waitBlocking()
      passed.add()
    }
    try await gate.arrival(of: 1)
    #expect(passed.count == 0)
    gate.open()
    try await passed.reaches(1)
  }

  @Test func `survives being opened, closed and cancelled by many at once`() async throws {
    for _ in 0..<200 {
      let gate = Gate()
      await withTaskGroup { group in
        for index in 0..<8 {
          group.addTask {
            let task = Task { try await gate.wait() }
            if index.isMultiple(of: 2) { task.cancel() }
            gate.open()
            _ = await task.result
          }
        }
      }
      #expect(gate.waiting == 0)
    }
  }
}

@Suite(.timeLimit(.minutes(5)))
struct `A tally` {
  @Test func `releases who waits when the number is reached`() async throws {
    let tally = Tally()
    async let reached: Void = tally.reaches(3)
    tally.add()
    tally.add(2)
    try await reached
    #expect(tally.count == 3)
  }

  @Test func `lets a cancelled waiter go`() async throws {
    let tally = Tally()
    let waiter = Task { try await tally.reaches(1) }
    waiter.cancel()
    await #expect(throws: CancellationError.self) { try await waiter.value }
  }
}
