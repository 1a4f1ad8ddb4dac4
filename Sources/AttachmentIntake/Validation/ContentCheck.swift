/// What the first bytes of a delivery say about its declared type.
///
/// Sources lie: names and declared types are claims. Pure, so that a check can be replayed.
struct ContentCheck: Sendable {
  let rule: SelectionRule
  let registry: TypeRegistry

  /// The number of bytes that ``contentType(of:declared:name:)`` wants to see, or all if there are fewer.
  static var prefixLength: Int { ContentSignature.prefixLength }

  /// The type of the content: what its signature tells, or the declared one where there is none.
  ///
  /// - Throws: `notDownloaded` for the stub of a file that is not on the device yet, `typeRefused` for content
  ///   of a type that is explicitly refused, and `contentMismatch` for content that is neither what was declared nor accepted in its place.
  func contentType(
    of prefix: UnsafeRawBufferPointer, declared: TypeIdentifier, name: String?
  ) throws -> TypeIdentifier {
    let type = try identify(prefix, declared: declared, name: name)
    if type != declared { try checkRefusal(of: type) }
    return type
  }

  private func checkRefusal(of type: TypeIdentifier) throws {
    guard let refused = Selection.refusal(of: type, by: rule, in: registry) else { return }
    throw IntakeError(
      .typeRefused, at: .validation,
      refused.message ?? "the content is \(type), and \(refused.type) is refused")
  }

  /// The most bytes that the contract allows for content of this type, where it says so.
  func maximumSize(of type: TypeIdentifier) -> ByteCount? {
    Selection.acceptedType(for: type, by: rule, in: registry)?.maximumSize
  }

  private func identify(
    _ prefix: UnsafeRawBufferPointer, declared: TypeIdentifier, name: String?
  ) throws -> TypeIdentifier {
    if ContentSignature.isUndownloadedPlaceholder(prefix: prefix, name: name) {
      throw IntakeError(
        .notDownloaded, at: .validation,
        "the file is a stub of one that is not on this device yet; download it and try again")
    }
    guard let actual = ContentSignature.identify(prefix: prefix) else {
      return try unrecognised(declared, prefix)
    }
    let resolved = registry.resolve(declared)
    if ContentSignature.agrees(actual, with: resolved, in: registry) {
      return isBetterWitness(resolved, than: actual) ? resolved : actual
    }
    if !isWrapper(actual), Selection.acceptedType(for: actual, by: rule, in: registry) != nil {
      return actual
    }
    // What the contract says of it says more than that it is something else.
    try checkRefusal(of: actual)
    throw IntakeError(
      .contentMismatch, at: .validation,
      "\(declared) was declared, but the content is \(actual), which is not accepted in its place")
  }

  /// Whether the declared type says more than the signature that agrees with it.
  private func isBetterWitness(_ declared: TypeIdentifier, than actual: TypeIdentifier) -> Bool {
    // A dynamic type that nobody knows says no more than an extension does.
    guard registry.isConcrete(declared), !declared.isDynamic else { return false }
    if isText(declared), isText(actual) { return true }
    return isWrapper(actual) && !registry.conforms(actual, to: declared)
  }

  /// Formats that others are made of, so that finding one says little of what it holds.
  private static let wrappers: [TypeIdentifier] = [
    "public.archive", "public.xml", "com.apple.property-list",
  ]

  private func isWrapper(_ type: TypeIdentifier) -> Bool {
    Self.wrappers.contains { registry.conforms(type, to: $0) }
  }

  private func isText(_ type: TypeIdentifier) -> Bool {
    registry.conforms(type, to: "public.text")
  }

  private func unrecognised(
    _ declared: TypeIdentifier, _ prefix: UnsafeRawBufferPointer
  ) throws -> TypeIdentifier {
    let resolved = registry.resolve(declared)
    if ContentSignature.isRecognisable(resolved, in: registry) {
      throw IntakeError(
        .contentMismatch, at: .validation,
        "\(declared) was declared, but the first bytes are those of no such format")
    }
    let text: TypeIdentifier = "public.plain-text"
    if resolved.isDynamic, ContentSignature.looksLikeText(prefix: prefix),
      Selection.acceptedType(for: text, by: rule, in: registry) != nil
    {
      return text
    }
    return resolved
  }
}
