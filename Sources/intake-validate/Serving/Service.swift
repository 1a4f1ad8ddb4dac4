import CConfinement
import IntakeModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Answers requests, one after the other, until the client closes the socket.
struct Service {
  let socket: RequestSocket
  let memory: ByteCount
  let processorTime: Duration

  /// - Returns: The exit status.
  func run() -> Int32 {
    let peakMemory = PeakMemory()
    let inspector = Inspector()
    inspector.prepare()
    let confinement = Confinement(
      memory: memory, processorTime: processorTime, output: socket.descriptor, descriptors: 32
    ).apply()
    let atStart = peakMemory.size
    let greeting = ValidatorGreeting(validators: Inspector.validators, confinement: confinement)
    guard socket.send(greeting.line) else { return 1 }
    do throws(RequestSocket.Malformed) {
      while let received = try socket.next() {
        let verdict = verdict(on: received, inspector)
        let reply = ValidationReply(
          number: received.request.number, peakMemory: peakMemory.size - atStart, verdict: verdict)
        guard socket.send(reply.line) else { return 1 }
      }
      return 0
    } catch {
      return 2
    }
  }

  private func verdict(
    on received: borrowing RequestSocket.Received, _ inspector: Inspector
  ) -> ContentVerdict {
    let request = received.request
    // The client ends this process when the time is over. Should the client be gone by then, this does.
    let grace: UInt64 = 2_000
    let time = UInt64(min(request.limits.time.wholeMilliseconds, 86_400_000))
    _ = cconfinement_set_alarm(time + grace)
    defer { _ = cconfinement_set_alarm(0) }
    return inspector.verdict(on: received.document, as: request.type, limits: request.limits)
  }
}
