/// The first bytes of a file, read with bounds: a place beyond them holds nothing.
struct BytePrefix {
  let bytes: UnsafeRawBufferPointer

  var count: Int { bytes.count }

  /// The byte at a place, or `nil` beyond the end.
  subscript(place: Int) -> UInt8? {
    bytes.indices.contains(place) ? bytes[place] : nil
  }

  /// Whether these bytes lie at a place.
  func has(_ expected: [UInt8], at place: Int = 0) -> Bool {
    guard place >= 0, place <= count - expected.count else { return false }
    for offset in expected.indices where bytes[place + offset] != expected[offset] {
      return false
    }
    return true
  }

  /// Whether this text lies at a place.
  func has(_ expected: StaticString, at place: Int = 0) -> Bool {
    let length = expected.utf8CodeUnitCount
    guard place >= 0, place <= count - length else { return false }
    for offset in 0..<length where bytes[place + offset] != expected.utf8Start[offset] {
      return false
    }
    return true
  }

  /// Whether this text, which must be in lower case, lies at a place in any case.
  func hasFolded(_ expected: StaticString, at place: Int = 0) -> Bool {
    let length = expected.utf8CodeUnitCount
    guard place >= 0, place <= count - length else { return false }
    for offset in 0..<length where bytes[place + offset].foldedASCII != expected.utf8Start[offset] {
      return false
    }
    return true
  }

  /// The first place, not before `start` and before `end`, where this text lies.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  func place(of text: StaticString, from start: Int = 0, before end: Int = .max) -> Int? {
    var place = start
    let last = min(end - 1, count - text.utf8CodeUnitCount)
    while place <= last {
      if bytes[place] == text.utf8Start[0], has(text, at: place) { return place }
      place += 1
    }
    return nil
  }

  /// A number of `length` bytes, big end first, or `nil` beyond the end.
  func bigEndian(_ length: Int, at place: Int) -> Int? {
    guard place >= 0, place <= count - length else { return nil }
    return (0..<length).reduce(0) { $0 << 8 | Int(bytes[place + $1]) }
  }

  /// A number of `length` bytes, little end first, or `nil` beyond the end.
  func littleEndian(_ length: Int, at place: Int) -> Int? {
    guard place >= 0, place <= count - length else { return nil }
    return (0..<length).reversed().reduce(0) { $0 << 8 | Int(bytes[place + $1]) }
  }

  /// The text between two places, cut at the end.
  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range.clamped(to: 0..<count)], as: UTF8.self)
  }
}
