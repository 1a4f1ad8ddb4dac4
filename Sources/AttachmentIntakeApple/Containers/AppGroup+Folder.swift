#if canImport(Darwin) || APPLE_STAND_INS
import AttachmentIntake
import Foundation

extension AppGroup {
  /// The path of a container in the folder of the group.
  ///
  /// On macOS the system names a folder for any identifier, and refuses access later.
  ///
  /// - Parameter name: The container's own folder; the same in the app and in its extensions.
  /// - Throws: ``IntakeError`` with code `containerUnavailable`, which names the entitlement and the identifier.
  public func containerPath(named name: String = "Attachments") throws(IntakeError) -> String {
    let url = FileManager.default.containerURL(
      forSecurityApplicationGroupIdentifier: identifier)
    return try containerPath(in: url?.path, named: name)
  }
}
#endif
