#if canImport(Darwin) || APPLE_STAND_INS
import AttachmentIntake
import Dispatch
import Foundation

extension ProcessActivity {
  /// Runs `body` while the system does not suspend this process; see ``run(under:_:)``.
  ///
  /// - Parameter reason: What the system shows to a developer; not empty.
  public static func run<Value: Sendable>(
    reason: String, _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await run(under: assertion(reason), body)
  }

  private static func assertion(_ reason: String) -> Assertion {
    #if os(macOS) || APPLE_STAND_INS_MACOS
    // No process is suspended there; it is only kept from sleep and from an end without notice.
    return { block in
      DispatchQueue.global().async {
        let activity = ProcessInfo.processInfo.beginActivity(
          options: [.userInitiated, .suddenTerminationDisabled], reason: reason)
        block(false)
        ProcessInfo.processInfo.endActivity(activity)
      }
    }
    #else
    return { ProcessInfo.processInfo.performExpiringActivity(withReason: reason, using: $0) }
    #endif
  }
}
#endif
