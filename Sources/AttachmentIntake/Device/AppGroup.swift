/// The App Group whose folder an app and its extensions share.
public struct AppGroup: Sendable, Hashable {
  /// Such as `group.org.example.meadow`; on macOS it may begin with the identifier of the team instead.
  public let identifier: String

  /// What both the app and the extension are signed with to reach the folder.
  public static let entitlement = "com.apple.security.application-groups"

  /// Makes a group of that `identifier`, which is not checked.
  public init(_ identifier: String) { self.identifier = identifier }

  /// The path of a container in the folder of the group.
  ///
  /// - Parameters:
  ///   - folder: The folder that the system gives for ``identifier``; `nil` where it gives none.
  ///   - name: The container's own folder in it, since a container shares its folder with nothing else.
  /// - Throws: ``IntakeError`` with code `containerUnavailable`, which says what is to be checked;
  ///   `invalidArgument` for a name that is not one name of a file.
  public func containerPath(in folder: String?, named name: String) throws(IntakeError) -> String {
    guard !name.isEmpty, name != ".", name != "..",
      !name.utf8.contains(where: { $0 == 0x2F || $0 == 0 })
    else {
      throw IntakeError(
        .invalidArgument, at: .commit,
        "'\(name)' is no name of a folder in the App Group; give one of a folder")
    }
    guard let folder, !folder.isEmpty else { throw missing }
    return folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  private var missing: IntakeError {
    let form =
      identifier.hasPrefix("group.")
      ? "" : " On iOS the identifier begins with 'group.', and this one does not."
    return IntakeError(
      .containerUnavailable, at: .commit,
      """
      the system gives no folder for the App Group '\(identifier)'. The app and the extension both have to be \
      signed with the entitlement \(Self.entitlement) that lists it, by a profile that allows it.\(form)
      """)
  }
}
