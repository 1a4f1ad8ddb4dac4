/// What is accepted.
public struct SelectionRule: Sendable, Hashable {
  /// The accepted types, the preferred first. A declared type matches one that it conforms to.
  ///
  /// Links and text are accepted only where a type asks for them: `public.data` lies above both, and
  /// matches neither.
  public var accepted: [TypeIdentifier]

  /// What becomes of directories and packages.
  public var directories: DirectoryPolicy

  /// Whether a directory is refused, or stored as one file.
  public enum DirectoryPolicy: String, Sendable, CaseIterable, Hashable {
    /// It is refused with `sourceIsDirectory`. The default.
    case refuse
    /// It is stored as a zip archive, whatever types are accepted.
    case zip
  }

  public init(accepting accepted: [TypeIdentifier], directories: DirectoryPolicy = .refuse) {
    self.accepted = accepted
    self.directories = directories
  }

  /// Every kind of file, text files among them, but no links.
  public static let anyFile = Self(accepting: ["public.data", "public.text"])
}
