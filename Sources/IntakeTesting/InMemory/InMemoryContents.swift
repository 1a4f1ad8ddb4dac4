import IntakeModel
import Synchronization

/// What the stores of one ``InMemoryContainer`` share.
final class InMemoryContents: Sendable {
  private let capacity: ByteCount?
  private let state = Mutex(State())

  private struct State {
    var published: [StoredName: [UInt8]] = [:]
    var alive: Set<OwnerID> = []
    /// The bytes of everything staged and published.
    var used = 0
  }

  init(capacity: ByteCount?) { self.capacity = capacity }

  func begin(_ owner: OwnerID) { state.withLock { _ = $0.alive.insert(owner) } }
  func end(_ owner: OwnerID) { state.withLock { _ = $0.alive.remove(owner) } }

  /// The owners that are alive.
  var alive: Set<OwnerID> { state.withLock { $0.alive } }

  /// What is free; `nil` without a capacity.
  var free: ByteCount? {
    capacity.map { capacity in capacity - .bytes(state.withLock { $0.used }) }
  }

  /// Takes `count` bytes of the capacity; `false` if there are not as many.
  func reserve(_ count: Int) -> Bool {
    state.withLock { state in
      if let capacity, Int64(state.used + count) > capacity.bytes { return false }
      state.used += count
      return true
    }
  }

  func release(_ count: Int) { state.withLock { $0.used -= count } }

  /// Adds a copy whose bytes are reserved; `false` if its name is taken.
  func publish(_ bytes: [UInt8], as name: StoredName) -> Bool {
    state.withLock { state in
      guard state.published[name] == nil else { return false }
      state.published[name] = bytes
      return true
    }
  }

  func remove(_ name: StoredName) {
    state.withLock { state in
      state.used -= state.published.removeValue(forKey: name)?.count ?? 0
    }
  }

  subscript(_ name: StoredName) -> [UInt8]? { state.withLock { $0.published[name] } }

  /// The names of all copies.
  var names: [StoredName] { state.withLock { Array($0.published.keys) } }
}
