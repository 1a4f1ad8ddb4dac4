public import UniformTypes

/// What is accepted, and what is refused.
public struct SelectionRule: Sendable, Hashable {
  /// The accepted types, the preferred first. A declared type matches one that it conforms to.
  ///
  /// Links and text are accepted only where a type asks for them: `public.data` lies above both, and
  /// matches neither.
  public var accepted: [AcceptedType]

  /// Types that are refused although a more general one is accepted.
  public var refused: [RefusedType]

  /// What becomes of directories and packages.
  public var directories: DirectoryPolicy

  /// Whether a directory is refused, or stored as one file.
  public enum DirectoryPolicy: String, Sendable, CaseIterable, Hashable {
    /// It is refused with `sourceIsDirectory`. The default.
    case refuse
    /// It is stored as a zip archive, whatever types are accepted.
    case zip
  }

  /// Makes a rule.
  ///
  /// - Parameters:
  ///   - accepted: The accepted types, the preferred first.
  ///   - refused: Types that are refused although a more general one is accepted.
  ///   - directories: What becomes of directories and packages.
  public init(
    _ accepted: [AcceptedType], refusing refused: [RefusedType] = [],
    directories: DirectoryPolicy = .refuse
  ) {
    self.accepted = accepted
    self.refused = refused
    self.directories = directories
  }

  /// A rule that accepts `accepted` in whatever way they are delivered.
  public init(accepting accepted: [TypeIdentifier], directories: DirectoryPolicy = .refuse) {
    self.init(accepted.map { AcceptedType($0) }, directories: directories)
  }

  /// Every kind of file, text files among them, but no links.
  public static let anyFile = Self(accepting: ["public.data", "public.text"])
}
