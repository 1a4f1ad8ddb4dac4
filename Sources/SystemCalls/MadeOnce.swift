import Synchronization

/// A value that is made when somebody first asks for it, and kept. After a failure, as for want of a descriptor, who asks
/// next tries again.
package struct MadeOnce<Value: Sendable>: ~Copyable, Sendable {
  private let value = Mutex<Value?>(nil)

  package init() {}

  /// The value. Others that ask meanwhile wait.
  ///
  /// - Throws: What `make` throws.
  package func get<Failure: Error>(
    _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try value.withLock { value throws(Failure) in
      if let value { return value }
      let made = try make()
      value = made
      return made
    }
  }
}
