import AttachmentIntake
import IntakeTesting
import Synchronization
import Testing

/// Time that a test gives and ends.
private final class ScriptedTime: Sendable {
  private let block = Mutex<(@Sendable (Bool) -> Void)?>(nil)
  let asked = Tally()
  /// Calls of the block that have returned.
  let returned = Tally()

  var assertion: ProcessActivity.Assertion {
    { block in
      self.block.withLock { $0 = block }
      self.asked.add()
    }
  }

  func call(isExpired: Bool) {
    guard let block = block.withLock({ $0 }) else { return }
    Task {
      try await onOwnThread { block(isExpired) }
      returned.add()
    }
  }
}

@Suite(.timeLimit(.minutes(5))) struct ProcessActivityTests {
  @Test
  func `nothing runs before there is time, and the time is held until the work has ended`()
    async throws
  {
    let (time, gate) = (ScriptedTime(), Gate())
    async let value = ProcessActivity.run(under: time.assertion) {
      try await gate.wait()
      return 7
    }
    try await time.asked.reaches(1)
    await settle()
    #expect(gate.arrived == 0)
    time.call(isExpired: false)
    try await gate.arrival(of: 1)
    await settle()
    #expect(time.returned.count == 0)
    gate.open()
    #expect(try await value == 7)
    try await time.returned.reaches(1)
  }

  @Test
  func `where there is no time, nothing is begun`() async throws {
    let (time, begun) = (ScriptedTime(), Tally())
    let work = Task {
      try await ProcessActivity.run(under: time.assertion) { begun.add() }
    }
    try await time.asked.reaches(1)
    time.call(isExpired: true)
    let error = await #expect(throws: IntakeError.self) { try await work.value }
    #expect(error?.code == .containerUnavailable)
    #expect(error?.code.mayPassLater == true)
    #expect(begun.count == 0)
    try await time.returned.reaches(1)
  }

  @Test
  func `when the time ends, the work is cancelled, and the system waits for its end`() async throws
  {
    let (time, gate, cleanup) = (ScriptedTime(), Gate(), Gate())
    let work = Task {
      try await ProcessActivity.run(under: time.assertion) {
        do {
          try await gate.wait()
        } catch {
          await Task { try? await cleanup.wait() }.value
          throw error
        }
      }
    }
    try await time.asked.reaches(1)
    time.call(isExpired: false)
    try await gate.arrival(of: 1)
    time.call(isExpired: true)
    try await cleanup.arrival(of: 1)
    await settle()
    #expect(time.returned.count == 0)
    cleanup.open()
    let error = await #expect(throws: IntakeError.self) { try await work.value }
    #expect(error?.code == .containerUnavailable)
    try await time.returned.reaches(2)
  }

  @Test
  func `work that ends whole although its time has ended has its result`() async throws {
    let (time, gate) = (ScriptedTime(), Gate())
    let work = Task {
      try await ProcessActivity.run(under: time.assertion) {
        try? await gate.wait()
        return 7
      }
    }
    try await time.asked.reaches(1)
    time.call(isExpired: false)
    try await gate.arrival(of: 1)
    time.call(isExpired: true)
    #expect(try await work.value == 7)
    try await time.returned.reaches(2)
  }

  @Test(arguments: [false, true])
  func `cancelled, it ends, and holds no thread of the system`(isGranted: Bool) async throws {
    let (time, gate) = (ScriptedTime(), Gate())
    let work = Task {
      try await ProcessActivity.run(under: time.assertion) { try await gate.wait() }
    }
    try await time.asked.reaches(1)
    if isGranted {
      time.call(isExpired: false)
      try await gate.arrival(of: 1)
    }
    work.cancel()
    await #expect(throws: CancellationError.self) { try await work.value }
    // The system's answer comes late.
    if !isGranted { time.call(isExpired: false) }
    try await time.returned.reaches(1)
  }
}
