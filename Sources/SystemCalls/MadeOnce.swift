import Synchronization

/// A value that is made when somebody first asks for it, and kept. After a failure, as for want of a descriptor, who asks
/// next tries again.
package struct MadeOnce<Value: Sendable>: ~Copyable, Sendable {
  /// Without a lock once it is there: what each copy asks for would be a place where all copies wait for each other.
  private let kept = AtomicLazyReference<Kept>()
  private let making = Mutex(())

  private final class Kept: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  package init() {}

  /// The value. Others that ask while it is made wait.
  ///
  /// - Throws: What `make` throws.
  package func get<Failure: Error>(
    _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if let kept = kept.load() { return kept.value }
    return try making.withLock { _ throws(Failure) in
      if let kept = kept.load() { return kept.value }
      return kept.storeIfNil(Kept(try make())).value
    }
  }
}
