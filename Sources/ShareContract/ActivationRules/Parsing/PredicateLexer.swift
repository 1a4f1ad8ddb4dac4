/// Cuts a predicate text into tokens.
struct PredicateLexer {
  private let bytes: [UInt8]
  private var place = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
    // A byte order mark, with which some editors begin a file.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
  }

  /// All tokens, the last of which is the end.
  mutating func tokens() throws(PredicateSyntaxError) -> [PredicateToken] {
    guard bytes.count <= ActivationRule.maximumLength else {
      throw error(
        "the predicate has \(bytes.count) bytes, more than the limit of "
          + "\(ActivationRule.maximumLength)", at: ActivationRule.maximumLength)
    }
    var tokens: [PredicateToken] = []
    while true {
      while place < bytes.count, Self.isSpace(bytes[place]) { place += 1 }
      let start = place
      guard place < bytes.count else {
        tokens.append(PredicateToken(kind: .end, span: SourceSpan(start, start)))
        return tokens
      }
      let kind = try next()
      tokens.append(PredicateToken(kind: kind, span: SourceSpan(start, place)))
    }
  }

  func error(_ message: String, at offset: Int) -> PredicateSyntaxError {
    PredicateSyntaxError(offset: offset, message: message)
  }

  private mutating func next() throws(PredicateSyntaxError) -> PredicateToken.Kind {
    let start = place
    let byte = bytes[place]
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return .string(try string())
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
    case UInt8(ascii: "$"), UInt8(ascii: "@"):
      place += 1
      let name = word()
      guard !name.isEmpty else {
        let expected = byte == UInt8(ascii: "$") ? "the name of a variable" : "'count'"
        throw error("expected \(expected) behind '\(Character(Unicode.Scalar(byte)))'", at: place)
      }
      return byte == UInt8(ascii: "$") ? .variable(name) : .collectionOperator(name)
    case _ where Self.isWordStart(byte): return keyword(word())
    default: break
    }
    if let mark = doubleMark() {
      place += 2
      return mark
    }
    place += 1
    switch byte {
    case UInt8(ascii: "="): return .relation(.equal)
    case UInt8(ascii: "<"): return .relation(.less)
    case UInt8(ascii: ">"): return .relation(.greater)
    case UInt8(ascii: "!"): return .not
    case _ where Self.marks.contains(byte): return .mark(Character(Unicode.Scalar(byte)))
    default:
      let found = byte < 0x21 || byte == 0x7F ? "a control character" : "a stray mark"
      let shown = 0x21...0x7E ~= byte ? " '\(Character(Unicode.Scalar(byte)))'" : ""
      throw error("\(found)\(shown) has no meaning in a predicate; remove it", at: start)
    }
  }

  private static let marks = Array("()[]{},.%+-*/:?#^".utf8)

  private func doubleMark() -> PredicateToken.Kind? {
    guard place + 1 < bytes.count else { return nil }
    switch (Unicode.Scalar(bytes[place]), Unicode.Scalar(bytes[place + 1])) {
    case ("=", "="): return .relation(.equal)
    case ("!", "="), ("<", ">"): return .relation(.notEqual)
    case ("<", "="), ("=", "<"): return .relation(.lessOrEqual)
    case (">", "="), ("=", ">"): return .relation(.greaterOrEqual)
    case ("&", "&"): return .and
    case ("|", "|"): return .or
    default: return nil
    }
  }

  /// The kind of a word: some are operators, and two go on behind a hyphen.
  private mutating func keyword(_ word: String) -> PredicateToken.Kind {
    guard word.utf8.count <= 3 else { return .word(word) }
    switch word.uppercased() {
    case "AND": return .and
    case "OR": return .or
    case "NOT": return .not
    case "UTI":
      for relation in TypeTest.Relation.allCases {
        let rest = relation.rawValue.dropFirst(3).utf8
        let end = place + rest.count
        guard end <= bytes.count, end == bytes.count || !Self.isWordPart(bytes[end]),
          zip(bytes[place..<end], rest).allSatisfy({ Self.uppercased($0) == $1 })
        else { continue }
        place = end
        return .typeRelation(relation)
      }
      return .word(word)
    default: return .word(word)
    }
  }

  private mutating func word() -> String {
    let start = place
    while place < bytes.count, Self.isWordPart(bytes[place]) { place += 1 }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  private mutating func number() throws(PredicateSyntaxError) -> Int {
    let start = place
    while place < bytes.count, Self.isWordPart(bytes[place]) { place += 1 }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    let isFraction =
      place + 1 < bytes.count && bytes[place] == UInt8(ascii: ".")
      && 0x30...0x39 ~= bytes[place + 1]
    guard !isFraction, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      throw error(
        "numbers with fractions, exponents or another base than ten are unsupported; counts are "
          + "whole numbers", at: start)
    }
    guard let number = Int(text) else {
      throw error("the number is too large; no share has so many attachments", at: start)
    }
    return number
  }

  private mutating func string() throws(PredicateSyntaxError) -> String {
    let start = place
    let quote = bytes[place]
    place += 1
    var text: [UInt8] = []
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if byte == quote { return String(decoding: text, as: UTF8.self) }
      if byte == UInt8(ascii: "\\") {
        text += try escape()
      } else {
        text.append(byte)
      }
    }
    let mark = Character(Unicode.Scalar(quote))
    throw error("the text that begins here has no closing \(mark)", at: start)
  }

  /// The bytes that an escape stands for, behind its backslash.
  private mutating func escape() throws(PredicateSyntaxError) -> [UInt8] {
    let start = place - 1
    guard place < bytes.count else { throw error("the text ends in a backslash", at: start) }
    let byte = bytes[place]
    place += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"): return [byte]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"):
      let digits = String(decoding: bytes[place...].prefix(4), as: UTF8.self)
      guard digits.utf8.count == 4, digits.utf8.first != UInt8(ascii: "+"),
        let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
      else { throw error("expected four hexadecimal digits of a character behind \\u", at: start) }
      place += 4
      return Array(String(Character(scalar)).utf8)
    default:
      throw error(
        "the escape is unsupported; known are \\\" \\' \\\\ \\n \\r \\t and \\uXXXX", at: start)
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }

  private static func isWordStart(_ byte: UInt8) -> Bool {
    uppercased(byte) &- 0x41 < 26 || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  private static func isWordPart(_ byte: UInt8) -> Bool {
    isWordStart(byte) || 0x30...0x39 ~= byte
  }

  private static func uppercased(_ byte: UInt8) -> UInt8 {
    byte &- 0x61 < 26 ? byte & 0xDF : byte
  }
}
