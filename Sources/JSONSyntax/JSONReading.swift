/// One pass over one text.
struct JSONReading {
  let bytes: [UInt8]
  let dialect: JSONReader.Dialect
  let limits: JSONReader.Limits
  var offset = 0
  private var places: JSONPlaceCounter
  private var values = 0

  init(
    _ bytes: [UInt8], dialect: JSONReader.Dialect, limits: JSONReader.Limits,
    places: JSONPlaceCounter
  ) {
    self.bytes = bytes
    self.dialect = dialect
    self.limits = limits
    self.places = places
  }

  mutating func readDocument() throws(JSONError) -> JSONNode {
    guard bytes.count <= limits.size else {
      throw error("the text has \(bytes.count) bytes; at most \(limits.size) are read", at: 0)
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      offset = 3
      places.skip(3)
    }
    if let invalid = UTF8Check.firstInvalid(in: bytes) {
      throw error(
        "the byte 0x\(hexadecimal(UInt32(bytes[invalid]), digits: 2)) is not part of UTF-8; "
          + "save the text in that encoding", at: invalid)
    }
    try skipTrivia()
    if offset == bytes.count {
      throw error("the text holds nothing; expected a JSON value", at: offset)
    }
    let node = try readValue(depth: 0)
    try skipTrivia()
    if offset < bytes.count {
      throw error("found \(found) after the end of the value; expected nothing more", at: offset)
    }
    return node
  }

  // MARK: Values

  private mutating func readValue(depth: Int) throws(JSONError) -> JSONNode {
    let place = place(at: offset)
    values += 1
    guard values <= limits.values else {
      throw JSONError("more than \(limits.values) values; at most so many are read", at: place)
    }
    return JSONNode(try readContent(depth: depth, place), at: place)
  }

  private mutating func readContent(
    depth: Int, _ place: JSONPlace
  ) throws(JSONError) -> JSONValue {
    // NUL, which begins no value, at the end.
    switch next ?? 0 {
    case UInt8(ascii: "{"): return .object(try readObject(depth: depth, place))
    case UInt8(ascii: "["): return .array(try readArray(depth: depth, place))
    case UInt8(ascii: "\""): return .string(try readString(place))
    case UInt8(ascii: "'") where dialect == .commented: return .string(try readString(place))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try readNumber(place)
    default: break
    }
    switch word {
    case "null": return skip(word: "null", .null)
    case "true": return skip(word: "true", .boolean(true))
    case "false": return skip(word: "false", .boolean(false))
    case let text:
      throw JSONError("expected a value, found \(found)\(advice(for: text))", at: place)
    }
  }

  private mutating func skip(word: String, _ value: JSONValue) -> JSONValue {
    offset += word.utf8.count
    return value
  }

  private func advice(for word: String) -> String {
    switch word.lowercased() {
    case "true", "false", "null": "; write \(word.lowercased())"
    case "nan", "infinity": "; there is no such number in JSON"
    case "": next == UInt8(ascii: "'") ? "; strings stand in double quotes" : ""
    default: "; strings stand in quotes"
    }
  }

  private mutating func readArray(
    depth: Int, _ start: JSONPlace
  ) throws(JSONError) -> [JSONNode] {
    try enter(depth, start)
    var elements: [JSONNode] = []
    try skipTrivia()
    while next != UInt8(ascii: "]") {
      if offset == bytes.count { throw unclosed("array", "]", start) }
      elements.append(try readValue(depth: depth + 1))
      try readComma(before: UInt8(ascii: "]"), of: "array", start)
    }
    offset += 1
    return elements
  }

  private mutating func readObject(
    depth: Int, _ start: JSONPlace
  ) throws(JSONError) -> [JSONMember] {
    try enter(depth, start)
    var members: [JSONMember] = []
    var names = JSONNames()
    try skipTrivia()
    while next != UInt8(ascii: "}") {
      if offset == bytes.count { throw unclosed("object", "}", start) }
      let place = place(at: offset)
      let name = try readName(place)
      if let first = names.add(name, at: place) {
        throw JSONError("the name \(quoted(name)) stands twice, first at \(first)", at: place)
      }
      try skipTrivia()
      guard next == UInt8(ascii: ":") else {
        throw error("expected ':' after the name \(quoted(name)), found \(found)", at: offset)
      }
      offset += 1
      try skipTrivia()
      let value = try readValue(depth: depth + 1)
      members.append(JSONMember(name, at: place, value: value))
      try readComma(before: UInt8(ascii: "}"), of: "object", start)
    }
    offset += 1
    return members
  }

  private mutating func readName(_ place: JSONPlace) throws(JSONError) -> String {
    if next == UInt8(ascii: "\"") || dialect == .commented && next == UInt8(ascii: "'") {
      return try readString(place)
    }
    let name = word
    let isName = !name.isEmpty && name.utf8.first.map { $0 < 0x30 || $0 > 0x39 } == true
    guard dialect == .commented, isName else {
      let advice = isName || next == UInt8(ascii: "'") ? "; names stand in double quotes" : ""
      throw JSONError("expected the name of a member, found \(found)\(advice)", at: place)
    }
    offset += name.utf8.count
    return name
  }

  /// Passes over a comma and what surrounds it, up to the next element or the end.
  private mutating func readComma(
    before end: UInt8, of container: String, _ start: JSONPlace
  ) throws(JSONError) {
    try skipTrivia()
    guard next != end else { return }
    let closing = Character(Unicode.Scalar(end))
    guard next == UInt8(ascii: ",") else {
      if offset == bytes.count { throw unclosed(container, String(closing), start) }
      throw error("expected ',' or '\(closing)', found \(found)", at: offset)
    }
    let comma = place(at: offset)
    offset += 1
    try skipTrivia()
    if next == end, dialect == .strict {
      throw JSONError("a comma stands before '\(closing)'; remove it", at: comma)
    }
  }

  private mutating func enter(_ depth: Int, _ start: JSONPlace) throws(JSONError) {
    guard depth < limits.depth else {
      throw JSONError(
        "arrays and objects lie more than \(limits.depth) deep in each other; at most so many are read",
        at: start)
    }
    offset += 1
  }

  private mutating func unclosed(
    _ container: String, _ closing: String, _ start: JSONPlace
  ) -> JSONError {
    error(
      "the text ends within the \(container) that begins at \(start); expected '\(closing)'",
      at: offset)
  }

  // MARK: Bytes

  /// The byte in hand; `nil` at the end.
  var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// The place of a byte that lies not before any other that was asked for.
  mutating func place(at offset: Int) -> JSONPlace { places.place(at: offset, in: bytes) }

  mutating func error(_ message: String, at offset: Int) -> JSONError {
    JSONError(message, at: place(at: offset))
  }
}
