import JSONSyntax

/// Undoes what hides a text from a search, and from no reader.
enum PrivacyDecoding {
  /// The line without the escapes of JSON, the references of HTML and the percents of addresses, once, and with the
  /// spaces, hyphens, digits and letters of ASCII in place of others that look like them.
  ///
  /// What would become a control character becomes a space.
  ///
  /// - Returns: `nil` where there is nothing of the kind.
  /// - Complexity: O(*n*) in the number of bytes.
  static func decoded(_ line: [UInt8]) -> [UInt8]? {
    guard line.contains(where: { $0 >= 0x80 || $0 == 0x5C || $0 == 0x26 || $0 == 0x25 }) else {
      return nil
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(line.count)
    var place = 0
    while place < line.count {
      let rest = line[place...]
      let step =
        switch line[place] {
        case UInt8(ascii: "\\"): jsonEscape(rest)
        case UInt8(ascii: "&"): reference(rest)
        case UInt8(ascii: "%"): percent(rest)
        case 0x80...: lookalike(rest)
        default: nil as Step?
        }
      guard let step else {
        bytes.append(line[place])
        place += 1
        continue
      }
      bytes += step.bytes.map { $0 < 0x20 ? 0x20 : $0 }
      place += step.length
    }
    // Percents can stand for bytes that are no text.
    guard bytes != line, UTF8Check.firstInvalid(in: bytes) == nil else { return nil }
    return bytes
  }

  private struct Step {
    let bytes: [UInt8]
    /// How many bytes it stands for.
    let length: Int

    init(_ bytes: [UInt8], _ length: Int) {
      self.bytes = bytes
      self.length = length
    }

    init?(_ value: UInt32, _ length: Int) {
      guard let scalar = Unicode.Scalar(value) else { return nil }
      self.init(Array(String(Character(scalar)).utf8), length)
    }
  }

  private static func jsonEscape(_ rest: ArraySlice<UInt8>) -> Step? {
    guard rest.count > 1 else { return nil }
    let start = rest.startIndex
    switch rest[start + 1] {
    case UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "\""):
      return Step([rest[start + 1]], 2)
    case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"): return Step([0x20], 2)
    case UInt8(ascii: "u"):
      guard let high = number(rest.dropFirst(2), digits: 4) else { return nil }
      guard (0xD800..<0xDC00).contains(high), rest.dropFirst(6).starts(with: Array("\\u".utf8)),
        let low = number(rest.dropFirst(8), digits: 4), (0xDC00..<0xE000).contains(low)
      else { return Step(high, 6) }
      return Step(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00), 12)
    default: return nil
    }
  }

  private static let references: [(name: [UInt8], byte: UInt8)] = [
    ("&amp;", 0x26), ("&lt;", 0x3C), ("&gt;", 0x3E), ("&quot;", 0x22), ("&apos;", 0x27),
    ("&commat;", 0x40), ("&nbsp;", 0x20), ("&sol;", 0x2F),
  ].map { (Array($0.0.utf8), $0.1) }

  private static func reference(_ rest: ArraySlice<UInt8>) -> Step? {
    for reference in references where rest.starts(with: reference.name) {
      return Step([reference.byte], reference.name.count)
    }
    guard rest.starts(with: Array("&#".utf8)) else { return nil }
    let isHexadecimal = rest.dropFirst(2).first.map { $0 | 0x20 } == UInt8(ascii: "x")
    let prefix = isHexadecimal ? 3 : 2
    let digits = rest.dropFirst(prefix).prefix(8).prefix { $0 != UInt8(ascii: ";") }
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) || isHexadecimal }),
      let value = UInt32(String(decoding: digits, as: UTF8.self), radix: isHexadecimal ? 16 : 10)
    else { return nil }
    let end = rest.dropFirst(prefix + digits.count).first == UInt8(ascii: ";") ? 1 : 0
    return Step(value, prefix + digits.count + end)
  }

  private static func percent(_ rest: ArraySlice<UInt8>) -> Step? {
    number(rest.dropFirst(), digits: 2).map { Step([UInt8(truncatingIfNeeded: $0)], 3) }
  }

  /// A number in hexadecimal digits.
  private static func number(_ bytes: ArraySlice<UInt8>, digits: Int) -> UInt32? {
    let digits = (bytes.prefix(digits), digits)
    guard digits.0.count == digits.1, digits.0.first != UInt8(ascii: "+") else { return nil }
    return UInt32(String(decoding: digits.0, as: UTF8.self), radix: 16)
  }

  private static func lookalike(_ rest: ArraySlice<UInt8>) -> Step? {
    // Two or three bytes; the line is valid UTF-8.
    let length = rest[rest.startIndex] < 0xE0 ? 2 : 3
    guard rest[rest.startIndex] < 0xF0,
      let value = String(decoding: rest.prefix(length), as: UTF8.self).unicodeScalars.first?.value
    else { return nil }
    switch value {
    case 0x00A0, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: return Step([0x20], length)
    case 0x2010...0x2015, 0x2212: return Step([0x2D], length)
    // Invisible.
    case 0x00AD, 0x200B...0x200F, 0x2060, 0xFEFF: return Step([], length)
    case 0x0660...0x0669: return Step(value - 0x0660 + 0x30, length)
    case 0x06F0...0x06F9: return Step(value - 0x06F0 + 0x30, length)
    // Of full width.
    case 0xFF01...0xFF5E: return Step(value - 0xFF01 + 0x21, length)
    default: return nil
    }
  }
}
