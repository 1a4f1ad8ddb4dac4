import Synchronization

/// Events in the order in which they happened.
final class EventLog: Sendable {
  private let contents = Mutex<[ScriptedProvider.Event]>([])

  var events: [ScriptedProvider.Event] { contents.withLock { $0 } }

  func add(_ event: ScriptedProvider.Event) { contents.withLock { $0.append(event) } }
}
