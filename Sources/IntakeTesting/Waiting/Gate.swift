/// Holds work until a test opens it, and says how much has arrived.
///
///     let gate = Gate()
///     async let load = source.load(waitingAt: gate)
///     try await gate.arrival(of: 1)  // The load is at the gate, and has done nothing more.
///     gate.open()
///
/// The same gate holds tasks and threads. One that nobody opens holds its threads to the end of the process.
public final class Gate: Sendable {
  private let waiters: Waiting<State>

  /// A gate, closed unless told otherwise.
  public init(isOpen: Bool = false) { waiters = Waiting(State(isOpen: isOpen)) }

  /// How many have come to the gate so far, held or not.
  public var arrived: Int { waiters.read(\.arrived) }

  /// How many are held now.
  public var waiting: Int { waiters.read(\.waiting) }

  /// Whether it lets everybody through now.
  public var isOpen: Bool { waiters.read(\.isOpen) }

  /// Suspends the task until the gate is open.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func wait() async throws { try await waiters.wait(for: .opening) }

  /// Blocks the thread until the gate is open. For callbacks, never for a task.
  public func waitBlocking() { waiters.waitBlocking(for: .opening) }

  /// Releases all that are held, and lets pass who comes.
  public func open() { waiters.change { $0.isOpen = true } }

  /// Holds who comes from now on.
  public func close() { waiters.change { $0.isOpen = false } }

  /// Suspends the task until `count` have come to the gate, over its whole life.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled, as by a test's time limit.
  public func arrival(of count: Int) async throws { try await waiters.wait(for: .arrival(count)) }

  /// Blocks the thread until `count` have come to the gate.
  public func arrivalBlocking(of count: Int) { waiters.waitBlocking(for: .arrival(count)) }

  /// Comes to the gate without a thread: `action` runs on the thread that opens it.
  func pass(_ action: @escaping @Sendable () -> Void) { waiters.call(when: .opening, action) }

  private struct State: WaitingState {
    var isOpen: Bool
    var arrived = 0
    var waiting = 0

    enum Condition: Sendable {
      case opening
      case arrival(Int)
    }

    func isMet(_ condition: Condition) -> Bool {
      switch condition {
      case .opening: isOpen
      case .arrival(let count): arrived >= count
      }
    }

    mutating func arrive(_ condition: Condition) {
      guard case .opening = condition else { return }
      arrived += 1
      waiting += 1
    }

    mutating func leave(_ condition: Condition) {
      if case .opening = condition { waiting -= 1 }
    }
  }
}
