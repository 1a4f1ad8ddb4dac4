/// What a dynamic identifier, one that begins with "dyn.", stands for.
///
/// A system makes such an identifier when it meets a tag that no type declares, say the filename
/// extension "ini". The identifier holds the tag, and what the type is taken to conform to.
public struct DynamicType: Hashable, Sendable {
  /// What the type conforms to, as far as the identifier says.
  public var conformsTo: [TypeIdentifier]
  /// The tags that the type has.
  public var tags: [TypeTag]

  /// Describes a type by its tags.
  public init(conformsTo: [TypeIdentifier] = [], tags: [TypeTag]) {
    self.conformsTo = conformsTo
    self.tags = tags
  }

  /// The values of the tags of one class, in order.
  public func values(of tagClass: TagClass) -> [String] {
    tags.filter { $0.tagClass == tagClass }.map(\.value)
  }

  /// The same as a declaration, under a dynamic identifier.
  func declaration(named identifier: TypeIdentifier) -> UniformType {
    UniformType(
      identifier, conformsTo: conformsTo,
      filenameExtensions: values(of: .filenameExtension), mimeTypes: values(of: .mimeType),
      origin: .imported)
  }
}
