/// Where the container is: an option that most commands share.
package enum ContainerOption {
  package static let option = Option<FilePathArgument?>.value(
    "container", short: "C", "DIR", .path("a folder", example: "/srv/intake"),
    otherwise: "$INTAKE_CONTAINER, else $XDG_DATA_HOME/attachment-intake, "
      + "else ~/.local/share/attachment-intake",
    help: "The folder that holds the copies and their catalog.")

  /// The container that the arguments and the environment name.
  ///
  /// - Throws: ``UsageError`` if there is none: not even `HOME` is set.
  package static func path(
    _ arguments: ParsedArguments, _ environment: Environment
  ) throws(UsageError) -> FilePathArgument {
    if let path = arguments[option] ?? standard(environment) { return path }
    throw UsageError(
      "There is no place for a container: HOME is not set.",
      hint: "Give a folder with '--container DIR', or in INTAKE_CONTAINER.",
      command: arguments.command)
  }

  private static func standard(_ environment: Environment) -> FilePathArgument? {
    if let path = environment.bytes("INTAKE_CONTAINER") { return FilePathArgument(bytes: path) }
    let name = Array("/attachment-intake".utf8)
    // XDG Base Directory Specification: a path that is not absolute is to be ignored.
    if let data = environment.bytes("XDG_DATA_HOME"), data[0] == UInt8(ascii: "/") {
      return FilePathArgument(bytes: data + name)
    }
    return environment.bytes("HOME").flatMap {
      FilePathArgument(bytes: $0 + Array("/.local/share".utf8) + name)
    }
  }
}
