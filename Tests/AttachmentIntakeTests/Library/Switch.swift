import Synchronization

/// Something that a test turns on and off while others look at it.
final class Switch: Sendable {
  private let state = Mutex(false)

  var isOn: Bool {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
