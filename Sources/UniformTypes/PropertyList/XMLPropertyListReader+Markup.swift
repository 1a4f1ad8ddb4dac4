extension XMLPropertyListReader {
  /// The opening tag of an element.
  struct Tag {
    let name: String
    /// Whether it closes itself.
    let isEmpty: Bool
  }

  /// Whether a closing tag is next.
  var isClosing: Bool { has("</") }

  /// Reads an opening tag. Attributes are passed over.
  mutating func openTag() throws(PropertyListError) -> Tag {
    let start = place
    guard has("<"), !has("</"), !has("<!"), !has("<?") else {
      throw error(place < bytes.count ? "has something else where a value belongs" : "is cut off")
    }
    place += 1
    let name = readName()
    guard !name.isEmpty else { throw error("has a tag without a name", at: start) }
    var quote: UInt8?
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return Tag(name: name, isEmpty: bytes[place - 2] == UInt8(ascii: "/"))
      } else if byte == UInt8(ascii: "<") {
        break
      }
    }
    throw error("has a tag without an end", at: start)
  }

  /// Reads the closing tag of an element.
  mutating func closeTag(_ name: String) throws(PropertyListError) {
    let start = place
    guard has("</") else {
      throw error(place < bytes.count ? "has no end of \(name) here" : "is cut off")
    }
    place += 2
    guard readName() == name else { throw error("has no end of \(name) here", at: start) }
    skipSpace()
    guard has(">") else { throw error("has a tag without an end", at: start) }
    place += 1
  }

  /// Reads text up to the closing tag, and that tag.
  mutating func text(of tag: Tag) throws(PropertyListError) -> String {
    try locatedText(of: tag).text
  }

  /// Reads text up to the closing tag, and that tag, and says where the parts of the text stand.
  mutating func locatedText(
    of tag: Tag
  ) throws(PropertyListError) -> (text: String, segments: [PropertyListNode.Segment]) {
    guard !tag.isEmpty else { return ("", []) }
    var text: [UInt8] = []
    var segments: [PropertyListNode.Segment] = []
    while place < bytes.count, !isClosing {
      if has("<!--") {
        try skip(to: "-->")
        continue
      }
      let start = text.count
      var offset = place
      if has("<![CDATA[") {
        offset += 9
        try skip(to: "]]>")
        text += bytes[offset..<place - 3]
      } else if has("<") {
        throw error("has an element inside \(tag.name)")
      } else if has("&") {
        text += try entity().utf8
      } else {
        let end = bytes[place...].firstIndex { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }
        text += bytes[place..<(end ?? bytes.count)]
        place = end ?? bytes.count
      }
      segments.append(PropertyListNode.Segment(start: start, offset: offset))
    }
    // The end of the text, which a message may point at.
    segments.append(PropertyListNode.Segment(start: text.count, offset: place))
    try closeTag(tag.name)
    return (String(decoding: text, as: UTF8.self), segments)
  }

  /// Reads an entity. Only the five built-in ones and numbers exist.
  private mutating func entity() throws(PropertyListError) -> String {
    let start = place
    // The longest that makes sense is "&#x10FFFF;".
    guard let end = bytes[place...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
      throw error("has an & that begins no entity")
    }
    let name = String(decoding: bytes[place + 1..<end], as: UTF8.self)
    place = end + 1
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    let number =
      name.hasPrefix("#x")
      ? UInt32(name.dropFirst(2), radix: 16)
      : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
    guard let scalar = number.flatMap(Unicode.Scalar.init), scalar.value != 0 else {
      throw error("has an entity that is not built in", at: start)
    }
    return String(Character(scalar))
  }

  /// Passes over white space, comments and instructions, and the document type if allowed.
  mutating func skipMisc(allowingDocumentType: Bool) throws(PropertyListError) {
    while true {
      skipSpace()
      if has("<!--") {
        try skip(to: "-->")
      } else if has("<?") {
        try skip(to: "?>")
      } else if allowingDocumentType, has("<!DOCTYPE") {
        let start = place
        try skip(to: ">")
        guard !bytes[start..<place].contains(UInt8(ascii: "[")) else {
          throw error("defines entities or elements of its own", at: start)
        }
      } else {
        return
      }
    }
  }

  private mutating func skipSpace() {
    while place < bytes.count, bytes[place].isXMLSpace { place += 1 }
  }

  private mutating func skip(to end: StaticString) throws(PropertyListError) {
    let start = place
    place += 2
    while !has(end) {
      guard place < bytes.count else {
        throw error("has a comment, section or instruction without an end", at: start)
      }
      place += 1
    }
    place += end.utf8CodeUnitCount
  }

  private mutating func readName() -> String {
    let start = place
    while place < bytes.count, bytes[place].isASCIIAlphanumeric, place - start < 32 { place += 1 }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  private func has(_ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard place <= bytes.count - length else { return false }
    for offset in 0..<length where bytes[place + offset] != text.utf8Start[offset] {
      return false
    }
    return true
  }
}

extension UInt8 {
  /// Whether XML takes the byte for white space.
  var isXMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D }
}
