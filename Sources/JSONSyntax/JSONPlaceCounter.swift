/// Finds the lines and columns of a text while it is read from its start to its end.
struct JSONPlaceCounter {
  /// How far lines and columns are counted.
  private var offset = 0
  private var line = 1
  private var column = 1
  /// Whether the text is one line, whatever it holds.
  private var isOneLine = false

  init() {}

  init(onlyLine line: Int) {
    self.line = line
    isOneLine = true
  }

  /// The place of the byte at `target`.
  ///
  /// - Complexity: O(*n*) in the bytes since the last call; places before that one are not to be had.
  mutating func place(at target: Int, in bytes: [UInt8]) -> JSONPlace {
    while offset < min(target, bytes.count) {
      let byte = bytes[offset]
      offset += 1
      // A line ends with LF, CR, or both.
      let endsLine =
        byte == UInt8(ascii: "\n")
        || byte == UInt8(ascii: "\r")
          && !(offset < bytes.count && bytes[offset] == UInt8(ascii: "\n"))
      if endsLine, !isOneLine {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return JSONPlace(line: line, column: column)
  }

  /// Passes over what counts as nothing, such as a byte order mark.
  mutating func skip(_ count: Int) { offset += count }
}
