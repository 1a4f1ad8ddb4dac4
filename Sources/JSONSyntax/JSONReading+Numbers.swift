extension JSONReading {
  /// More characters are in no number that a double or 64 bits tell from others.
  private static let maximumLength = 1_000

  mutating func readNumber(_ place: JSONPlace) throws(JSONError) -> JSONValue {
    let start = offset
    if next == UInt8(ascii: "-") { offset += 1 }
    let first = offset
    guard skipDigits() > 0 else {
      let what = found
      throw error("found \(what) after a minus; expected a digit", at: offset)
    }
    if bytes[first] == UInt8(ascii: "0"), offset - first > 1 {
      throw JSONError("a number begins with a 0 that says nothing; remove it", at: place)
    }
    var isInteger = true
    if next == UInt8(ascii: ".") {
      isInteger = false
      offset += 1
      try expectDigits(after: "the point of a number")
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      isInteger = false
      offset += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { offset += 1 }
      try expectDigits(after: "the exponent sign of a number")
    }
    if !word.isEmpty {
      let what = found
      throw error("found \(what) within a number; expected its end", at: offset)
    }
    return try value(of: bytes[start..<offset], isInteger: isInteger, place)
  }

  private func value(
    of digits: ArraySlice<UInt8>, isInteger: Bool, _ place: JSONPlace
  ) throws(JSONError) -> JSONValue {
    guard digits.count <= Self.maximumLength else {
      throw JSONError(
        "a number has \(digits.count) characters; at most \(Self.maximumLength) are read", at: place
      )
    }
    let text = String(decoding: digits, as: UTF8.self)
    if isInteger, let integer = Int64(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else {
      throw JSONError("the number is larger than any that a double holds", at: place)
    }
    return .decimal(number)
  }

  private mutating func expectDigits(after what: String) throws(JSONError) {
    if skipDigits() == 0 {
      let found = found
      throw error("found \(found) after \(what); expected a digit", at: offset)
    }
  }

  private mutating func skipDigits() -> Int {
    let start = offset
    while let byte = next, (0x30...0x39).contains(byte) { offset += 1 }
    return offset - start
  }
}
