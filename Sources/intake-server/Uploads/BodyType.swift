package import UniformTypes

/// The declared type of a body or a part.
package enum BodyType {
  /// The type that the client declares; that of the name's extension where it declares none, or any bytes.
  package static func type(contentType: String?, name: String?) -> TypeIdentifier {
    let registry = TypeRegistry.standard
    let declared = contentType.flatMap { registry.type(mimeType: $0) }
    if let declared, declared != .data { return declared }
    guard let name, let dot = name.lastIndex(of: "."), dot > name.startIndex else { return .data }
    let filenameExtension = String(name[name.index(after: dot)...])
    return registry.types(filenameExtension: filenameExtension).first ?? .data
  }
}

extension TypeIdentifier {
  fileprivate static let data: TypeIdentifier = "public.data"
}
