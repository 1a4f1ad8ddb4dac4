import JSONSyntax

extension XMLReader {
  // MARK: Names and values

  mutating func readName(_ expected: String) throws(XMLError) -> String {
    let start = offset
    while offset < bytes.count, Self.isNameByte(bytes[offset]) { offset += 1 }
    guard offset > start, !Self.startsNoName(bytes[start]) else {
      offset = start
      guard start < bytes.count else { throw .cut(at: start) }
      throw .malformed("expected \(expected), found \(found)", at: start)
    }
    guard offset - start <= limits.nameLength else {
      throw .malformed(
        "a name has \(offset - start) bytes; at most \(limits.nameLength) are read", at: start)
    }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  /// All bytes of characters beyond ASCII count: what XML forbids among those is rare, and harmless here.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "."): true
    default: byte >= 0x80
    }
  }

  private static func startsNoName(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: ".")
  }

  /// Reads the value of an attribute, in quotes of either kind.
  mutating func readValue(of attribute: String) throws(XMLError) -> String {
    let start = offset
    guard offset < bytes.count else { throw .cut(at: offset) }
    let quote = bytes[offset]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw .malformed(
        "expected the value of the attribute '\(attribute)' in quotes, found \(found)", at: offset)
    }
    offset += 1
    var value: [UInt8] = []
    while true {
      guard offset < bytes.count else { throw .cut(at: offset) }
      let byte = bytes[offset]
      if byte == quote { break }
      switch byte {
      case UInt8(ascii: "<"):
        throw .malformed(
          "the value of the attribute '\(attribute)' holds '<'; expected '&lt;', or the quote that ends "
            + "it. What wrote the file did not escape a name", at: offset)
      case UInt8(ascii: "&"): value += try readEntity()
      // White space in a value is a space.
      case 0x09, 0x0A, 0x0D:
        value.append(0x20)
        offset += 1
      default:
        value.append(byte)
        offset += 1
      }
      guard value.count <= limits.valueLength else {
        throw .malformed(
          "the value of the attribute '\(attribute)' has more than \(limits.valueLength) bytes; at most "
            + "so many are read", at: start)
      }
    }
    offset += 1
    return String(decoding: value, as: UTF8.self)
  }

  /// Reads an entity: one of the five that are built in, or the number of a character.
  mutating func readEntity() throws(XMLError) -> [UInt8] {
    let start = offset
    // The longest that makes sense is "&#x0010FFFF;"; zeros before it would be allowed without end.
    guard let end = bytes[offset...].prefix(16).firstIndex(of: UInt8(ascii: ";")) else {
      if bytes.count - offset < 16 { throw .cut(at: bytes.count) }
      throw .malformed("found '&', which begins no entity; expected '&amp;'", at: start)
    }
    let name = String(decoding: bytes[(offset + 1)..<end], as: UTF8.self)
    offset = end + 1
    switch name {
    case "amp": return [UInt8(ascii: "&")]
    case "lt": return [UInt8(ascii: "<")]
    case "gt": return [UInt8(ascii: ">")]
    case "quot": return [UInt8(ascii: "\"")]
    case "apos": return [UInt8(ascii: "'")]
    default: break
    }
    guard name.hasPrefix("#") else {
      throw .malformed(
        "found an entity that is not built in; expected one of &amp; &lt; &gt; &quot; &apos; or the number "
          + "of a character", at: start)
    }
    let digits = name.dropFirst()
    let number =
      digits.hasPrefix("x")
      ? Self.number(digits.dropFirst(), radix: 16) : Self.number(digits, radix: 10)
    guard let number, let scalar = Unicode.Scalar(number), let encoded = UTF8.encode(scalar) else {
      throw .malformed("found an entity that is the number of no character", at: start)
    }
    let isAllowed = number >= 0x20 || [0x09, 0x0A, 0x0D].contains(number)
    guard isAllowed, number & 0xFFFE != 0xFFFE else { throw Self.notAllowed(number, at: start) }
    return Array(encoded)
  }

  private static func number(_ digits: Substring, radix: Int) -> UInt32? {
    // The initialiser would also read a sign.
    guard digits.first?.isHexDigit == true else { return nil }
    return UInt32(digits, radix: radix)
  }

  // MARK: What is passed over

  /// Passes over text up to the next tag.
  mutating func skipText() throws(XMLError) {
    while offset < bytes.count, bytes[offset] != UInt8(ascii: "<") {
      if bytes[offset] == UInt8(ascii: "&") { _ = try readEntity() } else { offset += 1 }
    }
  }

  mutating func skipSpaceOutside() throws(XMLError) {
    skipSpace()
    guard offset < bytes.count, bytes[offset] != UInt8(ascii: "<") else { return }
    throw .malformed("expected an element of XML, found \(found)", at: offset)
  }

  @discardableResult
  mutating func skipSpace() -> Bool {
    let start = offset
    while offset < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset]) { offset += 1 }
    return offset > start
  }

  mutating func skip(to end: StaticString, _ what: String) throws(XMLError) {
    offset += 2
    while !has(end) {
      guard offset < bytes.count else { throw .cut(at: offset) }
      offset += 1
    }
    offset += end.utf8CodeUnitCount
  }

  /// Passes over a document type that has no declarations of its own, as JUnit's DTD may be named.
  mutating func skipDocumentType() throws(XMLError) {
    let start = offset
    try skip(to: ">", "a document type")
    guard !bytes[start..<offset].contains(UInt8(ascii: "[")) else {
      throw .malformed(
        "the document type declares entities or elements of its own, which are not read", at: start)
    }
  }

  /// Passes over an instruction; checks the encoding of the first.
  mutating func readInstruction() throws(XMLError) {
    let start = offset
    try skip(to: "?>", "an instruction")
    guard bytes[start..<offset].starts(with: "<?xml".utf8) else { return }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    guard let name = Self.encoding(in: text),
      !["utf-8", "utf8", "us-ascii", "ascii"].contains(name)
    else { return }
    // The text is UTF-8; where it is ASCII it is most other encodings as well.
    guard let other = bytes.firstIndex(where: { $0 >= 0x80 }) else { return }
    throw .malformed(
      "the text says that it is not UTF-8, and has characters beyond ASCII; only UTF-8 is read",
      at: other)
  }

  private static func encoding(in instruction: String) -> String? {
    guard let range = instruction.firstRange(of: "encoding") else { return nil }
    let parts = instruction[range.upperBound...].split(
      separator: instruction[range.upperBound...].contains("\"") ? "\"" : "'",
      omittingEmptySubsequences: false)
    return parts.count > 1 ? parts[1].lowercased() : nil
  }

  // MARK: Bytes

  func has(_ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard offset <= bytes.count - length else { return false }
    for index in 0..<length where bytes[offset + index] != text.utf8Start[index] { return false }
    return true
  }

  mutating func expect(_ text: StaticString, _ position: String) throws(XMLError) {
    guard has(text) else {
      guard offset < bytes.count else { throw .cut(at: offset) }
      throw .malformed("expected '\(text)' \(position), found \(found)", at: offset)
    }
    offset += text.utf8CodeUnitCount
  }

  /// What stands at the current place, for a message.
  var found: String {
    let rest = String(decoding: bytes[offset..<min(bytes.count, offset + 4)], as: UTF8.self)
    guard let scalar = rest.unicodeScalars.first else { return "the end of the text" }
    if scalar == "\n" || scalar == "\r" { return "the end of the line" }
    guard !scalar.needsEscape, scalar != " ", scalar != "\u{FFFD}" else {
      return "U+" + Self.hexadecimal(scalar.value, digits: 4)
    }
    return "'\(Character(scalar))'"
  }

  static func notAllowed(_ scalar: UInt32, at offset: Int) -> XMLError {
    .malformed(
      "found the control character U+\(hexadecimal(scalar, digits: 4)), which XML has not; "
        + "what wrote the file did not escape a name or a message", at: offset)
  }

  static func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
