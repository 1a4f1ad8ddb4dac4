import UniformTypes

/// Looks at how a member begins.
enum PrivacyPrefix {
  static let length = ContentSignature.prefixLength

  /// Whether the first bytes are those of an image, a film, a document, an archive or a program, and not of a text.
  static func isMedia(_ prefix: [UInt8]) -> Bool {
    guard let type = ContentSignature.identify(prefix: prefix) else { return false }
    let registry = TypeRegistry.standard
    if registry.conforms(type, to: "public.rtf") || registry.conforms(type, to: "public.vcard") {
      return true
    }
    return !registry.conforms(type, to: .text) && !registry.conforms(type, to: .propertyList)
  }
}
