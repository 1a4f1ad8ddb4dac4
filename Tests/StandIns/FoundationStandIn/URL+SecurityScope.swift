public import Foundation
import Synchronization

extension URL {
  public func startAccessingSecurityScopedResource() -> Bool { SecurityScopes.start(path) }
  public func stopAccessingSecurityScopedResource() { SecurityScopes.stop(path) }
}

/// What the person has granted, for a test to say and count. Not of Apple.
public enum SecurityScopes {
  private struct State: Sendable {
    var granted: Set<String> = []
    var held: [String: Int] = [:]
  }

  private static let state = Mutex(State())

  public static func grant(_ path: String) { state.withLock { _ = $0.granted.insert(path) } }

  /// Starts that were granted and not yet stopped; negative where too many stopped.
  public static func held(_ path: String) -> Int { state.withLock { $0.held[path] ?? 0 } }

  static func start(_ path: String) -> Bool {
    state.withLock { state in
      guard state.granted.contains(path) else { return false }
      state.held[path, default: 0] += 1
      return true
    }
  }

  static func stop(_ path: String) { state.withLock { $0.held[path, default: 0] -= 1 } }
}
