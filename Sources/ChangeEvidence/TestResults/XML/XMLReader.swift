import JSONSyntax

/// Reads XML 1.0 in UTF-8 from its start to its end: the elements and their attributes.
///
/// Text between elements is checked and passed over. There are no entities but the five that are built in, and no
/// document type with declarations of its own, so that nothing grows when it is read.
///
/// - Complexity: O(*n*) in the length of the text for all calls together.
struct XMLReader {
  let bytes: [UInt8]
  let limits: Limits
  var offset = 0
  /// The names of the open elements.
  private var open: [String] = []
  private var elements = 0
  private var hasRoot = false
  /// Whether the element that was opened last closes itself.
  private var closesNext = false

  /// How much is read.
  struct Limits {
    /// The most bytes of a text. 64 MiB by default, which is 200,000 tests with a long message each.
    var size = 64 << 20
    /// How deep elements may lie in each other. 64 by default.
    var depth = 64
    /// The most elements. 2 million by default.
    var elements = 2_000_000
    /// The most attributes of an element. 64 by default.
    var attributes = 64
    /// The most bytes of a name. 256 by default.
    var nameLength = 256
    /// The most bytes of the value of an attribute. 1 MiB by default: some tools write whole messages into one.
    var valueLength = 1 << 20
  }

  /// - Throws: ``XMLError`` for a text that is too long, is not UTF-8, or holds characters that XML has not.
  init(_ bytes: [UInt8], limits: Limits = Limits()) throws(XMLError) {
    self.bytes = bytes
    self.limits = limits
    guard bytes.count <= limits.size else {
      throw .malformed("the text has \(bytes.count) bytes; at most \(limits.size) are read", at: 0)
    }
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
      throw .malformed("the text is UTF-16; only UTF-8 is read", at: 0)
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    if let invalid = UTF8Check.firstInvalid(in: bytes) {
      throw .malformed(
        "the byte 0x\(Self.hexadecimal(UInt32(bytes[invalid]), digits: 2)) is not part of UTF-8",
        at: invalid)
    }
    // Of any place in the text: XML 1.0 has no such character, not even as an entity.
    let control = bytes.firstIndex { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    if let control { throw Self.notAllowed(UInt32(bytes[control]), at: control) }
  }

  // MARK: Events

  /// What stands next.
  mutating func next() throws(XMLError) -> XMLEvent {
    if closesNext {
      closesNext = false
      open.removeLast()
      return .close
    }
    while true {
      if open.isEmpty { try skipSpaceOutside() } else { try skipText() }
      guard offset < bytes.count else {
        guard open.isEmpty, hasRoot else { throw .cut(at: offset) }
        return .end
      }
      if has("<!--") {
        try skip(to: "-->", "a comment")
      } else if has("<?") {
        try readInstruction()
      } else if has("<![CDATA["), !open.isEmpty {
        try skip(to: "]]>", "a CDATA section")
      } else if has("<!DOCTYPE"), !hasRoot {
        try skipDocumentType()
      } else if has("</") {
        return try readClosingTag()
      } else {
        return .open(try readOpeningTag())
      }
    }
  }

  private mutating func readOpeningTag() throws(XMLError) -> XMLElement {
    let start = offset
    guard !open.isEmpty || !hasRoot else {
      throw .malformed("expected nothing after the root element, found \(found)", at: start)
    }
    guard open.count < limits.depth else {
      throw .malformed(
        "elements lie more than \(limits.depth) deep in each other; at most so many are read",
        at: start)
    }
    elements += 1
    guard elements <= limits.elements else {
      throw .malformed("more than \(limits.elements) elements; at most so many are read", at: start)
    }
    offset += 1
    let name = try readName("the name of an element")
    var attributes: [XMLElement.Attribute] = []
    while true {
      let hadSpace = skipSpace()
      if has("/>") {
        offset += 2
        closesNext = true
        break
      } else if has(">") {
        offset += 1
        break
      }
      guard offset < bytes.count else { throw .cut(at: offset) }
      guard hadSpace else {
        throw .malformed(
          "expected a space, '/>' or '>' in the tag of '\(name)', found \(found)", at: offset)
      }
      attributes.append(try readAttribute(of: name, after: attributes))
    }
    hasRoot = true
    open.append(name)
    return XMLElement(name: name, attributes: attributes, offset: start)
  }

  private mutating func readAttribute(
    of element: String, after others: [XMLElement.Attribute]
  ) throws(XMLError) -> XMLElement.Attribute {
    let start = offset
    guard others.count < limits.attributes else {
      throw .malformed(
        "'\(element)' has more than \(limits.attributes) attributes; at most so many are read",
        at: start)
    }
    let name = try readName("the name of an attribute of '\(element)', '/>' or '>'")
    guard !others.contains(where: { $0.name == name }) else {
      throw .malformed("'\(element)' has the attribute '\(name)' twice", at: start)
    }
    skipSpace()
    try expect("=", "after the attribute '\(name)'")
    skipSpace()
    return XMLElement.Attribute(name: name, value: try readValue(of: name))
  }

  private mutating func readClosingTag() throws(XMLError) -> XMLEvent {
    let start = offset
    offset += 2
    let name = try readName("the name of an element")
    skipSpace()
    try expect(">", "after '</\(name)'")
    guard let last = open.last else {
      throw .malformed("'</\(name)>' closes an element that is not open", at: start)
    }
    guard last == name else {
      throw .malformed("expected '</\(last)>', found '</\(name)>'", at: start)
    }
    open.removeLast()
    return .close
  }

  // MARK: Places

  /// The line and column of a byte, both from one; the column counts Unicode scalars.
  ///
  /// - Complexity: O(*n*) in the bytes before it.
  static func place(at offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    var line = 1
    var column = 1
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    for place in start..<max(start, min(offset, bytes.count)) {
      let byte = bytes[place]
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return (line, column)
  }
}
