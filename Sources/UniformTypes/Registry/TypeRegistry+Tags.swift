extension TypeRegistry {
  // MARK: From a type to its tags

  /// The filename extension, without a dot, that a file of this type should get.
  ///
  /// The first one of its own; else the first one of its nearest ancestor that has any, so that
  /// source code of an unknown kind is "txt"; a dynamic identifier gives the one it was made for.
  /// "public.heif-standard" has none and no ancestor with any, and gives that of its namesake,
  /// "heif". `nil` for kinds such as "public.image".
  ///
  /// The answer is safe as a part of a file name, even if an app or a dynamic identifier from
  /// outside brought it: ASCII letters, digits, `-`, `_`, `+` and dots between them, at most
  /// 64 bytes. Extensions that are not are passed over.
  public func preferredFilenameExtension(for identifier: TypeIdentifier) -> String? {
    let resolved = identifier.isDynamic ? resolve(identifier) : identifier
    if let own = ownFilenameExtension(of: resolved) { return own }
    if resolved == .heif { return "heif" }
    for ancestor in ancestors(of: resolved) {
      if let inherited = ownFilenameExtension(of: ancestor) { return inherited }
    }
    return nil
  }

  /// The MIME type to send data of this type with.
  ///
  /// The first one of its own; else the first one of its nearest ancestor other than "public.data",
  /// so that source code of an unknown kind is "text/plain". "public.heif-standard" gives
  /// "image/heif". `nil` for kinds such as "public.image".
  public func preferredMIMEType(for identifier: TypeIdentifier) -> String? {
    let resolved = identifier.isDynamic ? resolve(identifier) : identifier
    if let own = ownMIMEType(of: resolved) { return own }
    if resolved == .heif { return "image/heif" }
    for ancestor in ancestors(of: resolved) where ancestor != .data {
      if let inherited = ownMIMEType(of: ancestor) { return inherited }
    }
    return nil
  }

  private func ownFilenameExtension(of identifier: TypeIdentifier) -> String? {
    if !identifier.isDynamic, declared?.entries[identifier] == nil {
      guard let number = identifier.standardNumber else { return nil }
      return Self.first(of: StandardFacts.filenameExtensions(of: number))
    }
    return type(identifier)?.filenameExtensions.first(where: Self.isSafeInFileName)
  }

  private func ownMIMEType(of identifier: TypeIdentifier) -> String? {
    if !identifier.isDynamic, declared?.entries[identifier] == nil {
      guard let number = identifier.standardNumber else { return nil }
      return Self.first(of: StandardFacts.mimeTypes(of: number))
    }
    return type(identifier)?.mimeTypes.first { Self.normalized(mimeType: $0) != nil }
  }

  /// The first item of a list with commas.
  private static func first(of list: UnsafeBufferPointer<UInt8>) -> String? {
    guard !list.isEmpty else { return nil }
    return String(decoding: list.prefix { $0 != UInt8(ascii: ",") }, as: UTF8.self)
  }

  private static func isSafeInFileName(_ filenameExtension: String) -> Bool {
    guard (1...64).contains(filenameExtension.utf8.count) else { return false }
    var mayBeDot = false
    for byte in filenameExtension.utf8 {
      let isDot = byte == UInt8(ascii: ".")
      guard byte.isASCIIAlphanumeric || "-_+".utf8.contains(byte) || isDot && mayBeDot else {
        return false
      }
      mayBeDot = !isDot
    }
    return mayBeDot
  }

  // MARK: From a tag to types

  /// All types with a filename extension, best first; none if nobody declares it.
  ///
  /// Case does not matter, and one leading dot is passed over. Built-in types come before those of
  /// apps; types that are data before those that are folders; general before special.
  ///
  /// - Complexity: O(*n*) in the length of the extension.
  public func types(filenameExtension: String) -> [TypeIdentifier] {
    guard let key = Self.normalized(filenameExtension: filenameExtension) else { return [] }
    let standard = key.withUTF8Bytes { StandardFacts.types(filenameExtension: $0) }
    return Self.joined(standard, declared?.filenameExtensions[key])
  }

  /// The best type for a filename extension.
  ///
  /// An extension that nobody declares gives a dynamic identifier that conforms to "public.data".
  /// What cannot be a filename extension gives "public.data" itself: nothing, more than 255 bytes,
  /// or anything with a slash or a NUL.
  ///
  /// - Complexity: O(*n*) in the length of the extension.
  public func type(filenameExtension: String) -> TypeIdentifier {
    guard let key = Self.normalized(filenameExtension: filenameExtension) else { return .data }
    let standard = key.withUTF8Bytes { StandardFacts.types(filenameExtension: $0).first }
    if let standard { return TypeIdentifier(standard: standard) }
    if let declared = declared?.filenameExtensions[key]?.first { return declared }
    return DynamicType(conformsTo: [.data], tags: [.filenameExtension(key)]).identifier
  }

  /// The best type for a MIME type, or `nil` if nobody declares it.
  ///
  /// Case, spaces around it, and parameters such as "; charset=utf-8" do not matter.
  ///
  /// - Complexity: O(*n*) in the length of the MIME type.
  public func type(mimeType: String) -> TypeIdentifier? {
    types(mimeType: mimeType).first
  }

  /// All types with a MIME type, best first.
  ///
  /// - Complexity: O(*n*) in the length of the MIME type.
  public func types(mimeType: String) -> [TypeIdentifier] {
    guard let key = Self.normalized(mimeType: mimeType) else { return [] }
    let standard = key.withUTF8Bytes { StandardFacts.types(mimeType: $0) }
    return Self.joined(standard, declared?.mimeTypes[key])
  }

  /// All types with a tag. Only filename extensions and MIME types are declared.
  func types(with tag: TypeTag) -> [TypeIdentifier] {
    switch tag.tagClass {
    case .filenameExtension: types(filenameExtension: tag.value)
    case .mimeType: types(mimeType: tag.value)
    default: []
    }
  }

  private static func joined(
    _ standard: StandardFactsList, _ declared: [TypeIdentifier]?
  ) -> [TypeIdentifier] {
    let standard = standard.identifiers
    guard let declared else { return standard }
    return standard + declared.filter { !standard.contains($0) }
  }

  /// The form under which a filename extension is looked up.
  static func normalized(filenameExtension: String) -> String? {
    var text = Substring(filenameExtension)
    if text.utf8.first == UInt8(ascii: ".") { text = Substring(text.utf8.dropFirst()) }
    guard (1...255).contains(text.utf8.count) else { return nil }
    guard !text.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") }) else { return nil }
    return String(text).foldedASCII
  }

  /// The form under which a MIME type is looked up.
  static func normalized(mimeType: String) -> String? {
    let text = mimeType.utf8.prefix { $0 != UInt8(ascii: ";") }
      .drop { $0 == 0x20 || $0 == 0x09 }
    guard let last = text.lastIndex(where: { $0 != 0x20 && $0 != 0x09 }) else { return nil }
    let trimmed = text[...last]
    guard trimmed.count <= 255, trimmed.allSatisfy({ 0x21...0x7E ~= $0 }) else { return nil }
    return String(decoding: trimmed.map(\.foldedASCII), as: UTF8.self)
  }
}
