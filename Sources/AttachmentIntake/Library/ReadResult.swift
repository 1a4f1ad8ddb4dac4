internal import Synchronization

/// Carries one value from a thread of ours to who waits for it.
final class ReadResult<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  func set(_ value: Value) { self.value.withLock { $0 = value } }

  /// Sets the value, unless there is one.
  ///
  /// - Returns: Whether there was none.
  func setFirst(_ value: Value) -> Bool {
    self.value.withLock { present in
      guard present == nil else { return false }
      present = value
      return true
    }
  }

  /// - Throws: `nothingDelivered` where there is none.
  func get() throws -> Value {
    guard let value = value.withLock({ $0 }) else {
      throw IntakeError(.nothingDelivered, at: .loading, "the reading ended without a result")
    }
    return value
  }
}
