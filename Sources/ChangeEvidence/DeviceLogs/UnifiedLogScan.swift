/// Reads a line of JSON in the plain form that `log show` writes, without a tree of its values.
///
/// A log has millions of lines, most of which are dropped, so that this is what reading one costs. It knows a part of
/// what the strict reader takes: for escapes in names, escapes by number, fractions, deep nesting, a name that stands
/// twice, and for what is no JSON, it says nothing, and the strict reader decides.
struct UnifiedLogScan {
  struct Member {
    /// Where the name stands, without its quotes.
    var name: Range<Int>
    var value: Value
  }

  enum Value {
    case null
    /// Where it stands, without its quotes.
    case text(Range<Int>, hasEscapes: Bool)
    /// Where a number without fraction and exponent stands.
    case number(Range<Int>)
    /// `true`, `false`, an array or an object.
    case other
  }

  private static let maximumDepth = 8
  /// Far fewer than the strict reader takes, and far more than a line has.
  private static let maximumValues = 5_000

  private let bytes: UnsafeBufferPointer<UInt8>
  private var place = 0
  private var values = 0

  /// The members of the object that the line is; `nil` where the strict reader has to decide.
  ///
  /// - Parameter bytes: In UTF-8.
  static func members(of bytes: UnsafeBufferPointer<UInt8>) -> [Member]? {
    var scan = UnifiedLogScan(bytes: bytes)
    scan.skipSpace()
    guard let members = scan.object(depth: 0, keeps: true) else { return nil }
    scan.skipSpace()
    return scan.place == bytes.count ? members : nil
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  private var next: UInt8 { place < bytes.count ? bytes[place] : 0 }

  private mutating func skipSpace() {
    while place < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) { place += 1 }
  }

  private mutating func take(_ byte: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: byte) else { return false }
    place += 1
    return true
  }

  private mutating func value(depth: Int) -> Value? {
    values += 1
    guard values <= Self.maximumValues, depth <= Self.maximumDepth else { return nil }
    switch next {
    case UInt8(ascii: "\""):
      return text().map { .text($0.range, hasEscapes: $0.hasEscapes) }
    case UInt8(ascii: "-"), 0x30...0x39: return number().map { .number($0) }
    case UInt8(ascii: "{"): return object(depth: depth, keeps: false) == nil ? nil : .other
    case UInt8(ascii: "["): return array(depth: depth) ? .other : nil
    case UInt8(ascii: "n"): return word("null") ? .null : nil
    case UInt8(ascii: "t"): return word("true") ? .other : nil
    case UInt8(ascii: "f"): return word("false") ? .other : nil
    default: return nil
    }
  }

  private mutating func object(depth: Int, keeps: Bool) -> [Member]? {
    guard take("{") else { return nil }
    var members: [Member] = []
    if keeps { members.reserveCapacity(32) }
    var names: [Range<Int>] = []
    skipSpace()
    if take("}") { return members }
    while true {
      guard let name = text(), !name.hasEscapes, !names.contains(where: { isSame($0, name.range) })
      else { return nil }
      names.append(name.range)
      skipSpace()
      guard take(":") else { return nil }
      skipSpace()
      guard let value = value(depth: depth + 1) else { return nil }
      if keeps { members.append(Member(name: name.range, value: value)) }
      skipSpace()
      if take("}") { return members }
      guard take(","), names.count < 64 else { return nil }
      skipSpace()
    }
  }

  private func isSame(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
    one.count == other.count && bytes[one].elementsEqual(bytes[other])
  }

  private mutating func array(depth: Int) -> Bool {
    place += 1
    skipSpace()
    if take("]") { return true }
    while true {
      guard value(depth: depth + 1) != nil else { return false }
      skipSpace()
      if take("]") { return true }
      guard take(",") else { return false }
      skipSpace()
    }
  }

  private mutating func text() -> (range: Range<Int>, hasEscapes: Bool)? {
    guard take("\"") else { return nil }
    let start = place
    var hasEscapes = false
    while place < bytes.count {
      let byte = bytes[place]
      if byte == UInt8(ascii: "\"") {
        place += 1
        return (start..<(place - 1), hasEscapes)
      }
      if byte < 0x20 { return nil }
      if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        place += 1
        guard Self.unescaped(next) != nil else { return nil }
      }
      place += 1
    }
    return nil
  }

  /// What a letter behind a backslash stands for; `nil` for `u`, and where there is no such escape.
  static func unescaped(_ letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    default: nil
    }
  }

  private mutating func number() -> Range<Int>? {
    let start = place
    _ = take("-")
    let first = place
    while (0x30...0x39).contains(next) { place += 1 }
    guard place > first, bytes[first] != 0x30 || place == first + 1 && first == start,
      ![UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E")].contains(next)
    else { return nil }
    return start..<place
  }

  private mutating func word(_ word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard bytes.count - place >= length else { return false }
    for index in 0..<length where bytes[place + index] != word.utf8Start[index] { return false }
    place += length
    return true
  }
}
