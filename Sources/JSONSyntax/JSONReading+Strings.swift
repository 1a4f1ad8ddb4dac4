extension JSONReading {
  /// Reads a string, from its quote to the same quote again.
  mutating func readString(_ start: JSONPlace) throws(JSONError) -> String {
    let quote = bytes[offset]
    offset += 1
    var content: [UInt8] = []
    var plain = offset
    while true {
      guard let byte = next else {
        throw error(
          "the text ends within the string that begins at \(start); "
            + "expected \(Character(Unicode.Scalar(quote)))", at: offset)
      }
      if byte == quote {
        content += bytes[plain..<offset]
        offset += 1
        // The text as a whole is UTF-8, and quotes and backslashes are no part of a longer sequence.
        return String(decoding: content, as: UTF8.self)
      } else if byte == UInt8(ascii: "\\") {
        content += bytes[plain..<offset]
        content += try readEscape()
        plain = offset
      } else if byte < 0x20 {
        throw error(
          "the string that begins at \(start) holds \(found), which stands in no string as it is; "
            + (byte == 0x0A || byte == 0x0D
              ? "end the string on its line, or write \\n" : "write \(escape(for: byte))"),
          at: offset)
      } else {
        offset += 1
      }
    }
  }

  private func escape(for byte: UInt8) -> String {
    byte == 0x09 ? "\\t" : "\\u\(hexadecimal(UInt32(byte), digits: 4))"
  }

  /// Reads an escape from its backslash on; gives what it stands for in UTF-8.
  private mutating func readEscape() throws(JSONError) -> [UInt8] {
    let start = offset
    offset += 1
    guard let letter = next else {
      throw error("the text ends after a backslash; expected an escape such as \\n", at: offset)
    }
    offset += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [letter]
    case UInt8(ascii: "'") where dialect == .commented: return [letter]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): return try readScalar(start)
    default:
      let scalar = describe(at: start + 1)
      throw error(
        "found \(scalar) after a backslash; expected one of \" \\ / b f n r t u", at: start)
    }
  }

  /// Reads a scalar of one or two units of UTF-16, after the first `\u`.
  private mutating func readScalar(_ start: Int) throws(JSONError) -> [UInt8] {
    let first = try readUnit(start)
    var value = UInt32(first)
    switch first {
    case 0xD800...0xDBFF:
      let isPair = next == UInt8(ascii: "\\") && bytes.count - offset > 1
      guard isPair, bytes[offset + 1] == UInt8(ascii: "u") else {
        throw lone("first", start)
      }
      let second = offset
      offset += 2
      let unit = try readUnit(second)
      guard (0xDC00...0xDFFF).contains(unit) else { throw lone("first", start) }
      value = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(unit) - 0xDC00)
    case 0xDC00...0xDFFF: throw lone("second", start)
    default: break
    }
    guard let scalar = Unicode.Scalar(value), let encoded = UTF8.encode(scalar) else {
      throw lone("one", start)
    }
    return Array(encoded)
  }

  private mutating func lone(_ half: String, _ start: Int) -> JSONError {
    error(
      "a \\u that is the \(half) half of a pair stands alone; it is no character without the other",
      at: start)
  }

  private mutating func readUnit(_ start: Int) throws(JSONError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      let digit: UInt8
      switch next {
      case .some(let byte) where (0x30...0x39).contains(byte): digit = byte - 0x30
      case .some(let byte) where (0x41...0x46).contains(byte): digit = byte - 0x41 + 10
      case .some(let byte) where (0x61...0x66).contains(byte): digit = byte - 0x61 + 10
      default:
        let what = found
        throw error("found \(what) within \\u; expected four hexadecimal digits", at: offset)
      }
      unit = unit << 4 | UInt16(digit)
      offset += 1
    }
    return unit
  }
}
