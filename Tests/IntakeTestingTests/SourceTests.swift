import IntakeModel
import IntakeTesting
import Testing
import UniformTypes

@Suite(.timeLimit(.minutes(5)))
struct `A scripted source` {
  struct Failure: Error {}

  @Test(arguments: Representation.Delivery.allCases)
  func `delivers its content`(delivery: Representation.Delivery) async throws {
    let content = SampleContent.png(bytes: 100_000)
    let source = ScriptedSource("public.png", content, delivery: delivery)
    let receiver = RecordingReceiver()
    let representations = try await source.representations()
    #expect(representations == [Representation("public.png", delivery: delivery)])
    try await source.load(representations[0], into: receiver)
    #expect(receiver.delivery?.content == content.bytes)
    #expect(source.loads.count == 1)
    #expect(source.endedLoads.count == 1)
  }

  @Test func `waits at its gate, and lets a cancelled load go`() async throws {
    let gate = Gate()
    let source = ScriptedSource("public.png", .png(bytes: 10), gate: gate)
    let receiver = RecordingReceiver()
    let load = Task {
      try await source.load(Representation("public.png", delivery: .stream), into: receiver)
    }
    try await gate.arrival(of: 1)
    #expect(source.loads.count == 1)
    load.cancel()
    await #expect(throws: CancellationError.self) { try await load.value }
    #expect(source.cancelledLoads.count == 1)
    #expect(source.endedLoads.count == 1)
    #expect(receiver.attempts.count == 0)
  }

  @Test func `fails to say what it offers`() async {
    let source = ScriptedSource(failing: Failure())
    await #expect(throws: Failure.self) { try await source.representations() }
    #expect(source.askings.count == 1)
  }

  @Test func `a receiver takes one delivery, and no more bytes than its limit`() throws {
    let receiver = RecordingReceiver(limit: .bytes(2))
    let error = #expect(throws: IntakeError.self) {
      try [1, 2, 3].withUnsafeBytes { try receiver.receiveBytes($0) }
    }
    #expect(error?.code == .overFileLimit)
    #expect(throws: CancellationError.self) {
      try [UInt8(1)].withUnsafeBytes { try receiver.receiveBytes($0) }
    }
    #expect(receiver.delivery == nil)
    #expect(receiver.attempts.count == 2)
  }
}
