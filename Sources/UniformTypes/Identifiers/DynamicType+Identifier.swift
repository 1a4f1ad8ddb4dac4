/// The text in an identifier: fields `key=value,value` with colons between them. Field 0 holds what
/// the type conforms to, and then the text begins with `?`; other fields hold tags. Keys and values
/// of field 0 are abbreviated to a digit where ``abbreviations`` has them. A backslash makes the
/// next character an ordinary one. The bytes are written in base 32 after "dyn.a".
extension DynamicType {
  /// The longest identifier that is read, in bytes. It holds 636 bytes of text.
  public static let maximumIdentifierLength = 1024

  private static let alphabet = Array("abcdefghkmnpqrstuvwxyz0123456789".utf8)
  /// The place of each byte in the alphabet, or 255.
  private static let values: [UInt8] = (0...255).map { byte in
    alphabet.firstIndex(of: byte).map { UInt8($0) } ?? 255
  }
  private static let prefix = Array("dyn.a".utf8)
  private static let special = Array(":=,\\?".utf8)

  /// What a single hexadecimal digit stands for, by its value.
  private static let abbreviations = [
    "UTTypeConformsTo", "public.filename-extension", "com.apple.ostype", "public.mime-type",
    "com.apple.nspboard-type", "public.url-scheme", "public.data", "public.text",
    "public.plain-text", "public.utf16-plain-text", "com.apple.traditional-mac-plain-text",
    "public.image", "public.video", "public.audio", "public.directory", "public.folder",
  ]

  // MARK: Making

  /// The identifier that stands for this type.
  ///
  /// - Complexity: O(*n*) in the length of the tags.
  public var identifier: TypeIdentifier {
    var text: [UInt8] = []
    if !conformsTo.isEmpty {
      text += "?0=".utf8
      for (place, parent) in conformsTo.enumerated() {
        if place > 0 { text.append(UInt8(ascii: ",")) }
        text += Self.abbreviated(parent.canonical, as: parent.rawValue)
      }
    }
    for (place, tag) in tags.enumerated() {
      if place > 0, tags[place - 1].tagClass == tag.tagClass {
        text.append(UInt8(ascii: ","))
      } else {
        if !text.isEmpty { text.append(UInt8(ascii: ":")) }
        let key = tag.tagClass.identifier
        text += Self.abbreviated(key, as: key)
        text.append(UInt8(ascii: "="))
      }
      text += Self.escaped(tag.value)
    }
    return TypeIdentifier(String(decoding: Self.prefix + Self.base32(text), as: UTF8.self))
  }

  private static func escaped(_ text: String) -> [UInt8] {
    text.utf8.flatMap { special.contains($0) ? [UInt8(ascii: "\\"), $0] : [$0] }
  }

  /// A key or parent: abbreviated if possible, and kept apart from an abbreviation if not.
  private static func abbreviated(_ name: String, as spelling: String) -> [UInt8] {
    if let place = abbreviations.firstIndex(of: name) {
      return Array(String(place, radix: 16, uppercase: true).utf8)
    }
    let isLikeDigit = name.utf8.count == 1 && Int(name, radix: 16) != nil
    return isLikeDigit ? Array("\\\(spelling)".utf8) : escaped(spelling)
  }

  private static func base32(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count * 8 + 4) / 5)
    var buffer: UInt32 = 0
    var bits = 0
    for byte in bytes {
      buffer = buffer << 8 | UInt32(byte)
      bits += 8
      while bits >= 5 {
        bits -= 5
        result.append(alphabet[Int(buffer >> bits & 31)])
      }
    }
    if bits > 0 { result.append(alphabet[Int(buffer << (5 - bits) & 31)]) }
    return result
  }

  // MARK: Reading

  /// Reads what a dynamic identifier stands for.
  ///
  /// `nil` if it is not one, is longer than ``maximumIdentifierLength``, or is malformed. Nothing
  /// is made of its parts: a tag read here can hold slashes, NULs or control characters.
  ///
  /// - Complexity: O(*n*) in the length of the identifier.
  public init?(decoding identifier: TypeIdentifier) {
    guard identifier.isDynamic else { return nil }
    let text = identifier.rawValue.utf8
    guard text.count <= Self.maximumIdentifierLength else { return nil }
    let folded = text.map(\.foldedASCII)
    guard folded.starts(with: Self.prefix) else { return nil }
    guard let bytes = Self.bytes(base32: folded[Self.prefix.count...]) else { return nil }
    guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
    let start = bytes.first == UInt8(ascii: "?") ? 1 : 0
    self.init(fields: bytes[start...])
  }

  private init?(fields text: ArraySlice<UInt8>) {
    self.init(tags: [])
    guard let fields = Self.split(text, at: UInt8(ascii: ":")) else { return nil }
    for field in fields {
      guard let halves = Self.split(field, at: UInt8(ascii: "=")), halves.count == 2 else {
        return nil
      }
      guard let values = Self.split(halves[1], at: UInt8(ascii: ",")) else { return nil }
      let key = Self.expanded(halves[0])
      guard !key.isEmpty else { return nil }
      if key == Self.abbreviations[0] {
        let parents = values.map { TypeIdentifier(Self.expanded($0)) }
        guard parents.allSatisfy(\.isWellFormed) else { return nil }
        conformsTo += parents
      } else {
        tags += values.map { TypeTag(TagClass(key), Self.unescaped($0)) }
      }
    }
  }

  /// Cuts at each separator that has no backslash before it; `nil` if a backslash ends the text.
  private static func split(
    _ text: ArraySlice<UInt8>, at separator: UInt8
  ) -> [ArraySlice<UInt8>]? {
    var parts: [ArraySlice<UInt8>] = []
    var start = text.startIndex
    var place = start
    while place < text.endIndex {
      if text[place] == UInt8(ascii: "\\") {
        place += 1
        guard place < text.endIndex else { return nil }
      } else if text[place] == separator {
        parts.append(text[start..<place])
        start = place + 1
      }
      place += 1
    }
    parts.append(text[start...])
    return parts
  }

  private static func unescaped(_ text: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    var isEscaped = false
    for byte in text {
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      if !isEscaped { result.append(byte) }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func expanded(_ text: ArraySlice<UInt8>) -> String {
    let name = unescaped(text)
    guard text.count == 1, let digit = Int(name, radix: 16) else { return name }
    return abbreviations[digit]
  }

  /// The bytes of a text in base 32; `nil` for strange characters, or bits that are left over.
  private static func bytes(base32 text: ArraySlice<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(text.count * 5 / 8)
    var buffer: UInt32 = 0
    var bits = 0
    for character in text {
      let value = values[Int(character)]
      guard value < 32 else { return nil }
      buffer = buffer << 5 | UInt32(value)
      bits += 5
      if bits >= 8 {
        bits -= 8
        result.append(UInt8(truncatingIfNeeded: buffer >> bits))
      }
    }
    guard bits < 5, buffer & (1 << bits - 1) == 0, !result.isEmpty else { return nil }
    return result
  }
}
