/// Another name of a type in a system of names that is not ours, such as a filename extension.
public struct TypeTag: Hashable, Sendable {
  /// The system of names.
  public let tagClass: TagClass
  /// The name, as it was given.
  public let value: String

  /// Makes a tag.
  public init(_ tagClass: TagClass, _ value: String) {
    self.tagClass = tagClass
    self.value = value
  }

  /// A filename extension, without a dot.
  public static func filenameExtension(_ value: String) -> Self { Self(.filenameExtension, value) }
  /// A MIME type.
  public static func mimeType(_ value: String) -> Self { Self(.mimeType, value) }
}
