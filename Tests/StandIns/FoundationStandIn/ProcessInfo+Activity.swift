import Dispatch
public import Foundation
import Synchronization

extension ProcessInfo {
  #if APPLE_STAND_INS_MACOS
    public struct ActivityOptions: OptionSet, Sendable {
      public let rawValue: UInt64
      public init(rawValue: UInt64) { self.rawValue = rawValue }
      public static let userInitiated = Self(rawValue: 0x00FF_FFFF)
      public static let suddenTerminationDisabled = Self(rawValue: 1 << 14)
    }

    public func beginActivity(options: ActivityOptions = [], reason: String) -> any NSObjectProtocol
    {
      NSObject()
    }
    public func endActivity(_ activity: any NSObjectProtocol) {}
  #else
    public func performExpiringActivity(
      withReason reason: String, using block: @escaping @Sendable (Bool) -> Void
    ) {
      BackgroundTime.run(block)
    }
  #endif
}

/// The time that the system gives to this process, for a test to end. Not of Apple.
public enum BackgroundTime {
  private static let blocks = Mutex<[Int: @Sendable (Bool) -> Void]>([:])
  private static let last = Atomic(0)

  /// Activities that run.
  public static var running: Int { blocks.withLock { $0.count } }

  /// Calls the blocks of all running activities a second time.
  public static func expire() {
    for block in blocks.withLock({ Array($0.values) }) {
      DispatchQueue.global().async { block(true) }
    }
  }

  static func run(_ block: @escaping @Sendable (Bool) -> Void) {
    let number = last.add(1, ordering: .relaxed).newValue
    blocks.withLock { $0[number] = block }
    DispatchQueue.global().async {
      block(false)
      blocks.withLock { _ = $0.removeValue(forKey: number) }
    }
  }
}
