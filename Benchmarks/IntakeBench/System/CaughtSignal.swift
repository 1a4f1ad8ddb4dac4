import Synchronization

/// The first signal that came.
final class CaughtSignal: Sendable {
  private let state = Mutex<Int32?>(nil)

  var number: Int32? {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
