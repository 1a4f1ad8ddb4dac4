/// Reads a property list in XML, and no other XML.
struct XMLPropertyListReader {
  let bytes: [UInt8]
  var place = 0
  private var budget = PropertyListBudget()

  init(_ bytes: [UInt8]) throws(PropertyListError) {
    self.bytes = bytes
    // Once for all, so that each part that is cut out at ASCII characters is valid too.
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw PropertyListError(.byte(0), "is neither a binary property list nor XML in UTF-8")
    }
    guard !bytes.contains(0) else { throw error("has a NUL", at: bytes.firstIndex(of: 0)) }
  }

  /// Reads the one value of the document.
  mutating func read() throws(PropertyListError) -> PropertyListNode {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
    try skipMisc(allowingDocumentType: true)
    let start = place
    let root = try openTag()
    let value: PropertyListNode
    if root.name == "plist" {
      guard !root.isEmpty else { throw error("holds no value", at: start) }
      try skipMisc(allowingDocumentType: false)
      value = try readValue(depth: 0)
      try skipMisc(allowingDocumentType: false)
      try closeTag("plist")
    } else {
      place = start
      value = try readValue(depth: 0)
    }
    try skipMisc(allowingDocumentType: false)
    guard place == bytes.count else { throw error("has something after its end") }
    return value
  }

  // MARK: Values

  private mutating func readValue(depth: Int) throws(PropertyListError) -> PropertyListNode {
    let start = place
    let tag = try openTag()
    guard depth < PropertyListValue.maximumDepth || tag.name != "dict" && tag.name != "array" else {
      throw error("is nested deeper than \(PropertyListValue.maximumDepth) levels", at: start)
    }
    let value = try readValue(of: tag, at: start, depth: depth)
    if let excess = budget.excess(afterValueOf: place - start) { throw error(excess, at: start) }
    return value
  }

  private mutating func readValue(
    of tag: Tag, at start: Int, depth: Int
  ) throws(PropertyListError) -> PropertyListNode {
    switch tag.name {
    case "dict":
      return PropertyListNode(.dictionary(try readDictionary(of: tag, depth: depth)), at: start)
    case "array": return PropertyListNode(.array(try readArray(of: tag, depth: depth)), at: start)
    case "string":
      let (text, segments) = try locatedText(of: tag)
      return PropertyListNode(.scalar(.string(text)), at: start, segments: segments)
    default: return PropertyListNode(.scalar(try readScalar(of: tag, at: start)), at: start)
    }
  }

  private mutating func readScalar(
    of tag: Tag, at start: Int
  ) throws(PropertyListError) -> PropertyListValue {
    switch tag.name {
    case "true", "false":
      guard try text(of: tag).isEmpty else { throw error("\(tag.name) holds text", at: start) }
      return .boolean(tag.name == "true")
    case "integer":
      guard let value = Self.integer(try text(of: tag)) else {
        throw error("is no integer of 64 bits", at: start)
      }
      return .integer(value)
    case "real":
      guard let value = Double(Self.trimmed(try text(of: tag))) else {
        throw error("is no real number", at: start)
      }
      return .real(value)
    case "date":
      guard let value = Self.date(try text(of: tag)) else {
        throw error("is no date of the form 2001-01-01T00:00:00Z", at: start)
      }
      return .date(value)
    case "data":
      guard let value = Self.base64(try text(of: tag)) else {
        throw error("is no data in base 64", at: start)
      }
      return .data(value)
    default: throw error("has an element that is no value: \(tag.name)", at: start)
    }
  }

  private mutating func readArray(
    of tag: Tag, depth: Int
  ) throws(PropertyListError) -> [PropertyListNode] {
    var values: [PropertyListNode] = []
    guard !tag.isEmpty else { return values }
    while true {
      try skipMisc(allowingDocumentType: false)
      if isClosing { break }
      values.append(try readValue(depth: depth + 1))
    }
    try closeTag(tag.name)
    return values
  }

  private mutating func readDictionary(
    of tag: Tag, depth: Int
  ) throws(PropertyListError) -> [PropertyListNode.Member] {
    var members: [PropertyListNode.Member] = []
    var keys: Set<String> = []
    guard !tag.isEmpty else { return members }
    while true {
      try skipMisc(allowingDocumentType: false)
      if isClosing { break }
      let start = place
      let keyTag = try openTag()
      guard keyTag.name == "key" else {
        throw error("has \(keyTag.name) in a dictionary where a key belongs", at: start)
      }
      let key = try text(of: keyTag)
      try skipMisc(allowingDocumentType: false)
      guard !isClosing else { throw error("has a key without a value", at: start) }
      let value = try readValue(depth: depth + 1)
      guard keys.insert(key).inserted else {
        throw error("has the same key twice in one dictionary", at: start)
      }
      members.append(PropertyListNode.Member(key: key, keyOffset: start, node: value))
    }
    try closeTag(tag.name)
    return members
  }

  // MARK: Errors

  /// An error at a place, else at the current one.
  func error(_ reason: String, at offset: Int? = nil) -> PropertyListError {
    let before = bytes[..<min(offset ?? place, bytes.count)]
    let line = before.count { $0 == 0x0A } + 1
    let column = before.count - (before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0) + 1
    return PropertyListError(.line(line, column: column), reason)
  }
}
