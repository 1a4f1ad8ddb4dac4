import IntakeModel
import UniformTypes

/// Finds the verdict on one document, with the parser for its type.
struct Inspector {
  private let registry = TypeRegistry.standard
  private let images = ImageInspector()

  /// The kinds of content that this build knows, in one order.
  static var validators: [String] {
    var names: [String] = []
    #if PDF
      names.append("pdf")
    #endif
    #if Images
      names.append("images")
    #endif
    return names + ["zip", "property-list", "json", "text"]
  }

  /// The trait without which this program opens nothing of `type`; `nil` where it is built with it, or where
  /// none decides.
  static func missingTrait(for type: TypeIdentifier?) -> String? {
    // Images that are programs are opened by no trait.
    if let type, TypeRegistry.standard.conforms(type, to: "com.adobe.postscript") { return nil }
    return switch type.flatMap({ kind(of: $0, in: .standard) }) {
    case .pdf where !validators.contains("pdf"): "PDF"
    case .image where !validators.contains("images"): "Images"
    default: nil
    }
  }

  /// Does once what parsers do at their first use, such as loading a library: files cannot be opened later.
  func prepare() {
    images.prepare()
    ZipInspector.prepare()
  }

  /// - Parameter declared: What the content is said to be; `nil` where nobody says.
  func verdict(
    on descriptor: Int32, as declared: TypeIdentifier?, limits: ValidationLimits
  ) -> ContentVerdict {
    do throws(MappedContent.Failure) {
      let content = try MappedContent(descriptor, limit: limits.contentSize.bytes)
      return verdict(on: content.bytes, as: declared, limits: limits)
    } catch {
      return switch error {
      case .unreadable: .notValidated(.contentUnreadable)
      case .outOfMemory: .notValidated(.outOfMemory)
      case .tooLarge: .notValidated(.overSizeLimit)
      }
    }
  }

  private func verdict(
    on bytes: UnsafeRawBufferPointer, as declared: TypeIdentifier?, limits: ValidationLimits
  ) -> ContentVerdict {
    if bytes.isEmpty { return .invalid(.empty) }
    let declared = declared.map(registry.resolve)
    let signature = ContentSignature.identify(prefix: bytes, totalSize: bytes.count)
    if let declared, let signature,
      !ContentSignature.agrees(signature, with: declared, in: registry)
    {
      return .invalid(.otherType)
    }
    guard let (kind, type) = choose(declared, signature) else { return .notValidated(.noValidator) }
    return switch kind {
    case .pdf: PDFInspector(limits: limits).verdict(on: bytes)
    case .image: images.verdict(on: bytes, as: type, limits: limits)
    case .propertyList: PropertyListInspector().verdict(on: bytes)
    case .json: JSONInspector().verdict(on: bytes)
    case .zip: ZipInspector(limits: limits).verdict(on: bytes)
    case .text: TextInspector().verdict(on: bytes)
    case .markup: TextInspector().necessaryVerdict(on: bytes)
    }
  }

  private enum Kind {
    case pdf, image, propertyList, json, zip, text
    /// Text with a structure that nobody here checks.
    case markup
  }

  /// What was declared decides where it names a format, and the first bytes where it does not.
  private func choose(
    _ declared: TypeIdentifier?, _ signature: TypeIdentifier?
  ) -> (Kind, TypeIdentifier)? {
    let byBytes = signature.flatMap { type in kind(of: type).map { ($0, type) } }
    guard let declared, let kind = kind(of: declared) else { return byBytes }
    // The bytes know which image it is; a declared `public.image` does not.
    if kind == .image || declared == "public.text", let byBytes { return byBytes }
    return (kind, declared)
  }

  private func kind(of type: TypeIdentifier) -> Kind? { Self.kind(of: type, in: registry) }

  private static func kind(of type: TypeIdentifier, in registry: TypeRegistry) -> Kind? {
    func conforms(_ other: TypeIdentifier) -> Bool { registry.conforms(type, to: other) }
    if conforms("com.adobe.pdf") { return .pdf }
    if conforms("public.image") || conforms("com.adobe.postscript") { return .image }
    if conforms("com.apple.property-list") { return .propertyList }
    if conforms("public.json") { return .json }
    // No document that is a zip inside: that it unpacks does not show that it opens.
    if type == "public.zip-archive" || type == "com.pkware.zip-archive" { return .zip }
    if conforms("public.rtf") || conforms("public.xml") { return .markup }
    if conforms("public.text") { return .text }
    return nil
  }
}
