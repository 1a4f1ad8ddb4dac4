#if canImport(Darwin) || APPLE_STAND_INS
import AttachmentIntake
import Foundation

extension ShareRecord.System {
  /// The system that this process runs on, such as `iOS 26.1`.
  public static var current: Self {
    let version = ProcessInfo.processInfo.operatingSystemVersion
    var number = "\(version.majorVersion).\(version.minorVersion)"
    if version.patchVersion > 0 { number += ".\(version.patchVersion)" }
    return Self(name: RecordLabel("\(name) \(number)") ?? "unknown")
  }

  private static var name: String {
    #if os(iOS)
    "iOS"
    #elseif os(macOS)
    "macOS"
    #elseif os(visionOS)
    "visionOS"
    #else
    "system"
    #endif
  }
}
#endif
