import Foundation
import Synchronization

/// Other programs that write files, for a test to begin and end. Not of Apple.
public enum OtherPrograms {
  private struct State: Sendable {
    var written: Set<String> = []
    var waiting: [String: Int] = [:]
    var calledOff: Set<ObjectIdentifier> = []
  }

  private static let condition = NSCondition()
  private static let state = Mutex(State())

  public static func beginWriting(_ path: String) { change { $0.written.insert(path) } }
  public static func endWriting(_ path: String) { change { $0.written.remove(path) } }

  /// How many readings wait for `path`.
  public static func waiting(for path: String) -> Int { state.withLock { $0.waiting[path] ?? 0 } }

  /// - Returns: Whether it may be read; `false` where the reading was called off.
  static func wait(for path: String, _ reader: ObjectIdentifier) -> Bool {
    change { $0.waiting[path, default: 0] += 1 }
    defer {
      change {
        $0.waiting[path, default: 0] -= 1
        $0.calledOff.remove(reader)
      }
    }
    condition.lock()
    defer { condition.unlock() }
    while true {
      if state.withLock({ $0.calledOff.contains(reader) }) { return false }
      if state.withLock({ !$0.written.contains(path) }) { return true }
      condition.wait()
    }
  }

  static func callOff(_ reader: ObjectIdentifier) { change { $0.calledOff.insert(reader) } }

  private static func change(_ body: (inout State) -> Void) {
    condition.lock()
    state.withLock { body(&$0) }
    condition.broadcast()
    condition.unlock()
  }
}
