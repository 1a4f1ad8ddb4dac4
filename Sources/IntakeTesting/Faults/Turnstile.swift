/// Lets one task or thread in at a time, in the order in which they come.
final class Turnstile: Sendable {
  private let waiters = Waiting(State())

  func enter() async throws { try await waiters.wait(for: ()) }

  func enterBlocking() { waiters.waitBlocking(for: ()) }

  func leave() { waiters.change { $0.isTaken = false } }

  private struct State: WaitingState {
    var isTaken = false
    func isMet(_ condition: Void) -> Bool { !isTaken }
    mutating func leave(_ condition: Void) { isTaken = true }
    mutating func abandon(_ condition: Void) {}
  }
}
