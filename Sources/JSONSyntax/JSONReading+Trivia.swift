extension JSONReading {
  /// Passes over spaces, and over comments where there may be some.
  mutating func skipTrivia() throws(JSONError) {
    while let byte = next {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: offset += 1
      case UInt8(ascii: "/") where dialect == .commented: try skipComment()
      case UInt8(ascii: "/"):
        throw error("found '/'; there are no comments in strict JSON", at: offset)
      default: return
      }
    }
  }

  private mutating func skipComment() throws(JSONError) {
    let start = offset
    offset += 1
    switch next {
    case UInt8(ascii: "/"):
      // A line separator of Unicode also ends it in JSON5; here only what ends a line in our places does.
      while let byte = next, byte != 0x0A, byte != 0x0D { offset += 1 }
    case UInt8(ascii: "*"):
      let place = place(at: start)
      offset += 1
      while true {
        guard let byte = next else {
          throw error(
            "the text ends within the comment that begins at \(place); expected '*/'", at: offset)
        }
        offset += 1
        if byte == UInt8(ascii: "*"), next == UInt8(ascii: "/") { break }
      }
      offset += 1
    default:
      throw error("found '/' alone; a comment begins with '//' or '/*'", at: start)
    }
  }

  // MARK: What was found

  /// The letters, digits, `_` and `$` that come next.
  var word: String {
    let end =
      bytes[offset...].firstIndex { byte in
        !((0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
          || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$"))
      } ?? bytes.count
    return String(decoding: bytes[offset..<end], as: UTF8.self)
  }

  /// What comes next, for a message: a word, a character, or the end.
  var found: String {
    let word = word
    guard !word.isEmpty else { return describe(at: offset) }
    return word.utf8.count > 24 ? "'\(word.prefix(24))…'" : "'\(word)'"
  }

  func describe(at offset: Int) -> String {
    guard offset < bytes.count else { return "the end of the text" }
    let text = String(decoding: bytes[offset..<min(offset + 4, bytes.count)], as: UTF8.self)
    guard let scalar = text.unicodeScalars.first else { return "the end of the text" }
    if scalar.needsEscape || scalar.properties.isWhitespace || scalar.value == 0xFFFD {
      return "U+\(hexadecimal(scalar.value, digits: 4))"
    }
    return "'\(Character(scalar))'"
  }

  /// A name for a message, bounded and without what acts on a terminal.
  func quoted(_ name: String) -> String {
    var text = ""
    for scalar in name.unicodeScalars.prefix(40) {
      if scalar.needsEscape {
        text += "\\u{\(hexadecimal(scalar.value, digits: 4))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return name.unicodeScalars.count > 40 ? "'\(text)…'" : "'\(text)'"
  }

  func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
