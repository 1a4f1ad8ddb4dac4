/// Bytes as base64 (RFC 4648, section 4).
package enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Four digits for three bytes, filled up with `=`, on one line.
  ///
  /// - Complexity: O(*n*).
  package static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var word = group.reduce(0) { $0 << 8 | Int($1) }
      word <<= 8 * (3 - group.count)
      for place in 0..<4 {
        text.append(
          place <= group.count ? digits[word >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes that `text` spells; `nil` where it is not the one way in which ``encode(_:)`` writes them.
  ///
  /// - Complexity: O(*n*).
  package static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var word = 0
    var digits = 0
    var padding = 0
    for character in text {
      if character == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      guard padding == 0, let value = value(of: character) else { return nil }
      word = word << 6 | value
      digits += 1
      if digits % 4 == 0 {
        bytes += [16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
        word = 0
      }
    }
    switch (digits % 4, padding) {
    case (0, 0): return bytes
    // Bits that no byte takes must be zero, or two texts would spell the same.
    case (2, 2) where word & 0xF == 0: return bytes + [UInt8(truncatingIfNeeded: word >> 4)]
    case (3, 1) where word & 0x3 == 0:
      return bytes + [UInt8(truncatingIfNeeded: word >> 10), UInt8(truncatingIfNeeded: word >> 2)]
    default: return nil
    }
  }

  private static func value(of character: UInt8) -> Int? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(character) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(character) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(character) + 4
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
