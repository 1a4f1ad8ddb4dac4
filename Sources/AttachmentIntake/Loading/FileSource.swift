internal import ContainerStorage

/// A file that the caller has, and that stays where it is. It is read, never moved or changed.
///
/// Its type is that of its extension. Where nobody declares that, it is offered as the dynamic type of the
/// extension, which another registry may know, and then as what its first bytes tell.
public struct FileSource: AttachmentSource {
  private let path: LocalPath
  private let type: TypeIdentifier?
  private let registry: TypeRegistry

  /// - Parameters:
  ///   - path: Where the file is. It is looked at when a load can start.
  ///   - type: The declared type; `nil` to find it.
  ///   - registry: The known types.
  public init(
    at path: LocalPath, type: TypeIdentifier? = nil, registry: TypeRegistry = .standard
  ) {
    self.path = path
    self.type = type
    self.registry = registry
  }

  public func representations() async throws -> [Representation] {
    let types = try type.map { [$0] } ?? findTypes()
    return types.map { Representation($0, delivery: .inPlaceFile) }
  }

  public func load(
    _ representation: Representation, into receiver: any LoadReceiver
  ) async throws {
    try receiver.receiveFile(at: path)
  }

  /// The name of the file, for display.
  var fileName: String { path.lastComponent }

  private func findTypes() throws -> [TypeIdentifier] {
    let parts = fileName.split(separator: ".", omittingEmptySubsequences: false)
    let byExtension =
      parts.count > 1 ? registry.type(filenameExtension: String(parts[parts.count - 1])) : nil
    if let byExtension, !byExtension.isDynamic { return [byExtension] }
    if try FileKind.kind(ofPath: path) == .directory { return ["public.folder"] }
    let types = [byExtension, try typeByContent()].compactMap(\.self)
    return types.isEmpty ? ["public.data"] : types
  }

  private func typeByContent() throws -> TypeIdentifier? {
    let source = try SourceFile(at: path)
    return try withUnsafeTemporaryAllocation(
      byteCount: ContentSignature.prefixLength, alignment: 16
    ) { buffer in
      let count = try source.read(into: buffer, at: 0)
      let prefix = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      if let signature = ContentSignature.identify(prefix: prefix) { return signature }
      return count > 0 && ContentSignature.looksLikeText(prefix: prefix) ? "public.plain-text" : nil
    }
  }
}

extension Attachment {
  /// A file on this machine.
  ///
  /// - Parameters:
  ///   - path: Absolute, or relative to the working folder. Its last part must not be a link.
  ///   - type: The declared type; `nil` to find it by extension or first bytes.
  ///   - name: The name for display; `nil` for the file's own.
  ///   - registry: Where the type of the extension is looked up; the standard types by default.
  public init(
    fileAt path: LocalPath, type: TypeIdentifier? = nil, name: String? = nil,
    registry: TypeRegistry = .standard
  ) {
    let source = FileSource(at: path, type: type, registry: registry)
    self.init(source, name: name ?? source.fileName)
  }

  /// A file on this machine; see ``init(fileAt:type:name:registry:)-(LocalPath,_,_,_)``.
  public init(
    fileAt path: String, type: TypeIdentifier? = nil, name: String? = nil,
    registry: TypeRegistry = .standard
  ) {
    self.init(fileAt: LocalPath(path), type: type, name: name, registry: registry)
  }
}
