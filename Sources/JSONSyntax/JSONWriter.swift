/// Writes JSON values, compactly and on one line, straight into bytes.
///
/// Strings are Unicode by their type, so that no invalid surrogate can be written; integers are
/// exact; there are no fractions.
package struct JSONWriter: Sendable {
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  package init() {}

  /// One object and a line feed.
  package static func line(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    writer.object(members)
    writer.bytes.append(UInt8(ascii: "\n"))
    return writer.bytes
  }

  // MARK: Values

  package mutating func object(_ members: (inout JSONWriter) -> Void) {
    nested("{", "}", members)
  }

  package mutating func array<Element>(
    _ elements: some Sequence<Element>, _ write: (inout JSONWriter, Element) -> Void
  ) {
    nested("[", "]") { writer in
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
    needsComma = false
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

  // MARK: Bytes

  private mutating func nested(
    _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ content: (inout JSONWriter) -> Void
  ) {
    separate()
    bytes.append(UInt8(ascii: open))
    needsComma = false
    content(&self)
    bytes.append(UInt8(ascii: close))
    needsComma = true
  }

  private mutating func literal(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func append(quoted text: String) {
    // A scalar always has an encoding in both forms, so that neither is nil.
    bytes.append(UInt8(ascii: "\""))
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
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func append(escaped unit: UInt16) {
    let digits = Array("0123456789abcdef".utf8)
    bytes.append(contentsOf: #"\u"#.utf8)
    for shift in [12, 8, 4, 0] { bytes.append(digits[Int(unit >> UInt16(shift)) & 15]) }
  }
}
