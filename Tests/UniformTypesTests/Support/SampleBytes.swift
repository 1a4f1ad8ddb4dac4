/// Writing bytes the way the formats are described.
extension Array where Element == UInt8 {
  /// Characters up to U+00FF, each as one byte.
  static func latin1(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { UInt8($0.value) }
  }

  /// A number in `width` bytes, big end first.
  static func big(_ number: Int, _ width: Int) -> [UInt8] {
    (0..<width).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// A number in `width` bytes, little end first.
  static func little(_ number: Int, _ width: Int) -> [UInt8] {
    big(number, width).reversed()
  }

  /// A local header of a zip archive, with stored content.
  static func member(_ name: String, _ content: [UInt8] = [], method: Int = 0) -> [UInt8] {
    latin1("PK\u{3}\u{4}") + little(20, 2) + little(0, 2) + little(method, 2) + little(0, 4)
      + little(0, 4) + little(content.count, 4) + little(content.count, 4)
      + little(name.utf8.count, 2) + little(0, 2) + Array(name.utf8) + content
  }

  /// A file of boxes that begins with these brands.
  static func brands(_ main: String, _ others: String...) -> [UInt8] {
    big(16 + 4 * others.count, 4) + latin1("ftyp" + main) + big(0, 4)
      + latin1(others.joined()) + big(8, 4) + latin1("moov")
  }

  /// A frame of MP3 with 128 kbit/s at 44.1 kHz, which has 417 bytes.
  static var audioFrame: [UInt8] { [0xFF, 0xFB, 0x90, 0xC4] + Array(repeating: 0, count: 413) }
}
