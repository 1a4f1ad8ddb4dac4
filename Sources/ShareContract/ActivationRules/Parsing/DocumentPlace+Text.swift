extension DocumentPlace {
  /// The line and column of a byte in a text in UTF-8; that of its end for an offset behind it.
  ///
  /// - Complexity: O(*n*) in the offset.
  static func ofByte(_ offset: Int, in text: some Collection<UInt8>) -> DocumentPlace {
    var line = 1
    var column = 1
    for byte in text.prefix(max(0, offset)) {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        // Every byte but those that continue a scalar begins one.
        column += 1
      }
    }
    return .line(line, column: column)
  }
}
