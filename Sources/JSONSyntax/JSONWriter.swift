/// Writes JSON values straight into bytes, compactly and on one line, or indented for a person.
///
/// Strings are Unicode by their type, so that no invalid surrogate can be written; integers are
/// exact; there are no fractions. Members stand in the order in which they are written.
package struct JSONWriter: Sendable {
  package private(set) var bytes: [UInt8] = []
  private let layout: Layout
  private var needsComma = false
  /// How many objects and arrays are open, each element of which stands on a line of its own.
  private var depth = 0
  /// Whether the value in hand follows its name, and so needs nothing before it.
  private var followsName = false
  /// Whether what is written now stays on its line.
  private var isOnOneLine = false

  package init(_ layout: Layout = .compact) { self.layout = layout }

  /// How values are laid out.
  package enum Layout: Sendable {
    /// On one line, without spaces.
    case compact
    /// Each member on a line of its own, indented by two spaces for each level.
    case indented
  }

  /// One object and a line feed.
  package static func line(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    writer.object(members)
    writer.bytes.append(UInt8(ascii: "\n"))
    return writer.bytes
  }

  /// One object, indented, and a line feed.
  package static func document(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter(.indented)
    writer.object(members)
    writer.bytes.append(UInt8(ascii: "\n"))
    return writer.bytes
  }

  // MARK: Values

  /// - Parameter isOnOneLine: Whether it stays on its line where others are indented, for short ones.
  package mutating func object(
    onOneLine isOnOneLine: Bool = false, _ members: (inout JSONWriter) -> Void
  ) {
    nested("{", "}", onOneLine: isOnOneLine, members)
  }

  /// - Parameter isOnOneLine: Whether it stays on its line where others are indented, for short ones.
  package mutating func array<Element>(
    _ elements: some Sequence<Element>, onOneLine isOnOneLine: Bool = false,
    _ write: (inout JSONWriter, Element) -> Void
  ) {
    nested("[", "]", onOneLine: isOnOneLine) { writer in
      for element in elements { write(&writer, element) }
    }
  }

  package mutating func string(_ text: String) {
    separate()
    append(quoted: text)
  }

  package mutating func integer(_ value: some BinaryInteger) { literal("\(value)") }

  package mutating func boolean(_ value: Bool) { literal(value ? "true" : "false") }

  package mutating func null() { literal("null") }

  // MARK: Members of objects

  package mutating func key(_ name: String) {
    separate()
    append(quoted: name)
    bytes.append(UInt8(ascii: ":"))
    if layout == .indented { bytes.append(UInt8(ascii: " ")) }
    followsName = true
  }

  /// A string, or null.
  package mutating func member(_ name: String, _ text: String?) {
    key(name)
    if let text { string(text) } else { null() }
  }

  /// An integer, or null.
  package mutating func member(_ name: String, _ value: (some BinaryInteger)?) {
    key(name)
    if let value { integer(value) } else { null() }
  }

  package mutating func member(_ name: String, _ value: Bool) {
    key(name)
    boolean(value)
  }

  package mutating func member(_ name: String, _ texts: [String]) {
    key(name)
    array(texts) { $0.string($1) }
  }

  /// Lines of comment before the next member or element, of indented texts only: the reader's dialect
  /// `commented` reads them. What ends a line in `text` begins a new one.
  package mutating func comment(_ text: String) {
    guard layout == .indented, !isOnOneLine, !followsName else { return }
    for line in text.split(whereSeparator: \.isNewline) {
      if needsComma { bytes.append(UInt8(ascii: ",")) }
      needsComma = false
      breakLine()
      bytes += "// ".utf8
      for scalar in line.unicodeScalars where !scalar.needsEscape {
        if let encoded = UTF8.encode(scalar) { bytes += encoded }
      }
    }
  }

  // MARK: Bytes

  private mutating func nested(
    _ open: Unicode.Scalar, _ close: Unicode.Scalar, onOneLine: Bool,
    _ content: (inout JSONWriter) -> Void
  ) {
    separate()
    let wasOnOneLine = isOnOneLine
    isOnOneLine = wasOnOneLine || onOneLine
    bytes.append(UInt8(ascii: open))
    let start = bytes.count
    needsComma = false
    depth += 1
    content(&self)
    depth -= 1
    if bytes.count > start, !isOnOneLine { breakLine() }
    isOnOneLine = wasOnOneLine
    bytes.append(UInt8(ascii: close))
    needsComma = true
  }

  private mutating func literal(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func separate() {
    let isElement = !followsName
    followsName = false
    if isElement {
      if needsComma { bytes.append(UInt8(ascii: ",")) }
      if !isOnOneLine {
        if depth > 0 { breakLine() }
      } else if needsComma, layout == .indented {
        bytes.append(UInt8(ascii: " "))
      }
    }
    needsComma = true
  }

  private mutating func breakLine() {
    guard layout == .indented else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes += repeatElement(UInt8(ascii: " "), count: 2 * depth)
  }

  private mutating func append(quoted text: String) {
    bytes.append(UInt8(ascii: "\""))
    defer { bytes.append(UInt8(ascii: "\"")) }
    // Most are plain, and go in as they are.
    if text.utf8.allSatisfy(Self.isPlain) { return bytes.append(contentsOf: text.utf8) }
    // A scalar always has an encoding in both forms, so that neither is nil.
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": bytes.append(contentsOf: #"\""#.utf8)
      case "\\": bytes.append(contentsOf: #"\\"#.utf8)
      case "\n": bytes.append(contentsOf: #"\n"#.utf8)
      case "\r": bytes.append(contentsOf: #"\r"#.utf8)
      case "\t": bytes.append(contentsOf: #"\t"#.utf8)
      // JSON wants only control characters escaped. The others would act on a terminal, or end a
      // line in JavaScript.
      case _ where scalar.needsEscape:
        for unit in UTF16.encode(scalar)! { append(escaped: unit) }
      default: bytes.append(contentsOf: UTF8.encode(scalar)!)
      }
    }
  }

  /// Whether a byte is a character of ASCII that needs no escape.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private mutating func append(escaped unit: UInt16) {
    let digits = Array("0123456789abcdef".utf8)
    bytes.append(contentsOf: #"\u"#.utf8)
    for shift in [12, 8, 4, 0] { bytes.append(digits[Int(unit >> UInt16(shift)) & 15]) }
  }
}
