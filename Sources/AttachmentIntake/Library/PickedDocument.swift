/// A document that a person picked, and that the library may import or link.
public struct PickedDocument: Sendable {
  /// What grants access to the document and reads it.
  public let access: any DocumentAccess
  /// Its name: display data, which never touches a path.
  public let name: String?
  /// The declared type; `nil` to find it by the extension of the name.
  public let type: TypeIdentifier?
  /// Where it comes from, for the records: a kind of source, such as `document picker` or `iCloud Drive`.
  public let source: RecordLabel?

  /// Makes a picked document.
  ///
  /// - Parameters:
  ///   - access: What grants access to it and reads it.
  ///   - name: Its name, for display; `nil` where it has none.
  ///   - type: The declared type; `nil` to find it by the extension of the name.
  ///   - source: Where it comes from, for the records; `nil` where that is not known.
  public init(
    _ access: any DocumentAccess, name: String? = nil, type: TypeIdentifier? = nil,
    source: RecordLabel? = nil
  ) {
    self.access = access
    self.name = name
    self.type = type
    self.source = source
  }

  /// A file on this machine.
  ///
  /// - Parameters:
  ///   - path: Absolute where it is to be linked, since a bookmark has to find it from anywhere.
  ///   - name: The name for display; `nil` for the file's own.
  ///   - type: The declared type; `nil` to find it.
  ///   - source: Where it comes from, as records say it.
  public init(
    fileAt path: LocalPath, name: String? = nil, type: TypeIdentifier? = nil,
    source: RecordLabel? = "file"
  ) {
    self.init(
      LocalDocument(at: path), name: name ?? path.lastComponent, type: type, source: source)
  }

  /// The types that it is offered as, the best first. Looks at no content, which may be elsewhere still.
  func types(in registry: TypeRegistry) -> [TypeIdentifier] {
    if let type { return [type] }
    let parts = (name ?? "").split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return ["public.data"] }
    let found = registry.type(filenameExtension: String(parts[parts.count - 1]))
    return found.isDynamic ? [found, "public.data"] : [found]
  }
}
