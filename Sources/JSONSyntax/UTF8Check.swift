/// Looks for bytes that are not UTF-8.
package enum UTF8Check {
  /// The place of the first byte that is not part of a well-formed sequence; `nil` where all are.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package static func firstInvalid(in bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBufferPointer { firstInvalid(in: $0) }
  }

  /// The place of the first byte that is not part of a well-formed sequence; `nil` where all are.
  ///
  /// - Complexity: O(*n*) in the number of bytes; those of ASCII are looked at by eight.
  package static func firstInvalid(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var offset = 0
    while offset < bytes.count {
      offset = endOfASCII(in: bytes, from: offset)
      guard offset < bytes.count else { return nil }
      guard let length = sequence(in: bytes, at: offset) else { return offset }
      offset += length
    }
    return nil
  }

  /// The place of the first byte from `start` on that is none of ASCII; the end where all are.
  private static func endOfASCII(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let raw = UnsafeRawBufferPointer(bytes)
    var offset = start
    while offset + 8 <= raw.count,
      raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
    {
      offset += 8
    }
    while offset < raw.count, raw[offset] < 0x80 { offset += 1 }
    return offset
  }

  /// The length of the well-formed sequence of more than one byte that begins at `offset`.
  ///
  /// The bounds are those of table 3-7 of the Unicode Standard: no overlong form, no surrogate, nothing above
  /// U+10FFFF.
  private static func sequence(in bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int? {
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch bytes[offset] {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    case 0xF1...0xF3: length = 4
    default: return nil
    }
    guard bytes.count - offset >= length, second.contains(bytes[offset + 1]) else { return nil }
    for place in (offset + 2)..<(offset + max(2, length)) where bytes[place] & 0xC0 != 0x80 {
      return nil
    }
    return length
  }
}
