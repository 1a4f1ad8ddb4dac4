import UniformTypes

/// What kind of bytes a member has.
enum MemberContent {
  /// How many of the first bytes tell. Fewer than for attachments: media and archives show themselves early.
  static let prefixLength = 512

  private static let compressed: [TypeIdentifier] = [
    "public.image", "public.audiovisual-content", "public.archive", "com.adobe.pdf",
  ]

  /// Whether deflating is worth its time: media and archives are compressed as they are.
  static func isCompressible(prefix: [UInt8]) -> Bool {
    guard let type = ContentSignature.identify(prefix: Array(prefix.prefix(prefixLength))) else {
      return true
    }
    return type == "public.svg-image"
      || !compressed.contains { TypeRegistry.standard.conforms(type, to: $0) }
  }
}
