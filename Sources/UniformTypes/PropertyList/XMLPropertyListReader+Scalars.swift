extension XMLPropertyListReader {
  /// The text without white space around it.
  static func trimmed(_ text: String) -> Substring {
    let isSpace = { (character: Character) in character.isWhitespace }
    let start = text.drop(while: isSpace)
    return start.lastIndex { !isSpace($0) }.map { start[...$0] } ?? ""
  }

  /// A whole number, decimal or hexadecimal with "0x".
  static func integer(_ text: String) -> Int64? {
    let text = trimmed(text)
    let isNegative = text.hasPrefix("-")
    let digits = isNegative || text.hasPrefix("+") ? text.dropFirst() : text
    guard digits.lowercased().hasPrefix("0x") else { return Int64(text) }
    let hexadecimal = digits.dropFirst(2)
    guard hexadecimal.first?.isHexDigit == true else { return nil }
    return Int64((isNegative ? "-" : "") + hexadecimal, radix: 16)
  }

  /// The seconds since 2001 of a time in UTC.
  static func date(_ text: String) -> Double? {
    let text = Array(trimmed(text).utf8)
    guard text.count == 20 else { return nil }
    for (place, mark) in zip([4, 7, 10, 13, 16, 19], "--T::Z".utf8) where text[place] != mark {
      return nil
    }
    func number(_ range: Range<Int>) -> Int? {
      guard text[range].allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
      return text[range].reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
      let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
      1...12 ~= month, 1...31 ~= day, hour < 24, minute < 60, second < 61
    else { return nil }
    // Years that begin in March have the leap day at their end.
    let shifted = month > 2 ? year : year - 1
    let leapDays = shifted / 4 - shifted / 100 + shifted / 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let daysBefore2001 = 730_791
    let days = 365 * shifted + leapDays + dayOfYear - daysBefore2001
    return Double(((days * 24 + hour) * 60 + minute) * 60 + second)
  }

  /// The bytes of a text in base 64, with white space anywhere.
  static func base64(_ text: String) -> [UInt8]? {
    var result: [UInt8] = []
    var buffer: UInt32 = 0
    var characters = 0
    var padding = 0
    for byte in text.utf8 where !byte.isXMLSpace {
      let value: UInt8
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - 65
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - 71
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte + 4
      case UInt8(ascii: "+"): value = 62
      case UInt8(ascii: "/"): value = 63
      case UInt8(ascii: "="):
        padding += 1
        continue
      default: return nil
      }
      guard padding == 0 else { return nil }
      buffer = buffer << 6 | UInt32(value)
      characters += 1
      if characters % 4 == 0 {
        result += [UInt8(buffer >> 16 & 255), UInt8(buffer >> 8 & 255), UInt8(buffer & 255)]
      }
    }
    switch (characters % 4, padding) {
    case (0, 0): break
    case (2, 2): result.append(UInt8(buffer >> 4 & 255))
    case (3, 1): result += [UInt8(buffer >> 10 & 255), UInt8(buffer >> 2 & 255)]
    default: return nil
    }
    return result
  }
}
