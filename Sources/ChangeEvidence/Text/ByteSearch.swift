/// Looks for fixed texts in bytes. Strings compare by characters, which takes a hundred times as long.
enum ByteSearch {
  /// Whether the text stands anywhere.
  ///
  /// - Complexity: O(*n*) in the number of bytes, times the length of the text at worst.
  static func has(_ text: StaticString, in bytes: [UInt8]) -> Bool {
    next(text, in: bytes, from: 0) != nil
  }

  /// How often the text stands, without overlaps.
  static func count(of text: StaticString, in bytes: [UInt8]) -> Int {
    var count = 0
    var start = 0
    while let found = next(text, in: bytes, from: start) {
      count += 1
      start = found + text.utf8CodeUnitCount
    }
    return count
  }

  /// Where the text stands next.
  private static func next(_ text: StaticString, in bytes: [UInt8], from start: Int) -> Int? {
    let length = text.utf8CodeUnitCount
    guard bytes.count - start >= length, length > 0 else { return nil }
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: length)
    return bytes.withUnsafeBufferPointer { bytes in
      let first = wanted[0]
      for place in start...(bytes.count - length) where bytes[place] == first {
        var index = 1
        while index < length, bytes[place + index] == wanted[index] { index += 1 }
        if index == length { return place }
      }
      return nil
    }
  }
}
