/// Reads a line of JSON in the plain form that `log show` writes, without a tree of its values.
///
/// A log has millions of lines, most of which are dropped, so that this is what reading one costs. It knows a part of
/// what the strict reader takes: for escapes in names, escapes by number, fractions, deep nesting, a name that stands
/// twice, and for what is no JSON, it says nothing, and the strict reader decides.
struct UnifiedLogScan {
  /// A value, with its bytes as they stand in the line.
  enum Value {
    case null
    /// Without its quotes.
    case text(UnsafeBufferPointer<UInt8>, hasEscapes: Bool)
    /// A number without fraction and exponent.
    case number(UnsafeBufferPointer<UInt8>)
    /// `true`, `false`, an array or an object.
    case other
  }

  private static let maximumDepth = 8
  /// Far fewer than the strict reader takes, and far more than a line has.
  private static let maximumValues = 5_000
  private static let maximumNames = 64

  private let bytes: UnsafeBufferPointer<UInt8>
  private var place = 0
  private var values = 0
  /// Where the names of the objects stand that have begun and have not ended: the first ``nameCount`` of it.
  private let names: UnsafeMutableBufferPointer<Range<Int>>
  private var nameCount = 0

  /// Reads the members of the object that the line is.
  ///
  /// - Parameters:
  ///   - bytes: In UTF-8.
  ///   - take: Takes each member as it comes, with its name without the quotes.
  /// - Returns: Whether the line is such an object. If not, the strict reader has to decide, and what was taken counts
  ///   for nothing.
  static func read(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ take: (_ name: UnsafeBufferPointer<UInt8>, Value) -> Void
  ) -> Bool {
    withUnsafeTemporaryAllocation(
      of: Range<Int>.self, capacity: maximumNames * (maximumDepth + 1)
    ) { names in
      var scan = UnifiedLogScan(bytes: bytes, names: names)
      scan.skipSpace()
      guard scan.object(depth: 0, take) else { return false }
      scan.skipSpace()
      return scan.place == bytes.count
    }
  }

  private init(
    bytes: UnsafeBufferPointer<UInt8>, names: UnsafeMutableBufferPointer<Range<Int>>
  ) {
    self.bytes = bytes
    self.names = names
  }

  private var next: UInt8 { place < bytes.count ? bytes[place] : 0 }

  private func slice(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[range])
  }

  private mutating func skipSpace() {
    while place < bytes.count {
      switch bytes[place] {
      case 0x20, 0x09, 0x0A, 0x0D: place += 1
      default: return
      }
    }
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
      return text().map { .text(slice($0.range), hasEscapes: $0.hasEscapes) }
    case UInt8(ascii: "-"), 0x30...0x39: return number().map { .number(slice($0)) }
    case UInt8(ascii: "{"): return object(depth: depth) { _, _ in } ? .other : nil
    case UInt8(ascii: "["): return array(depth: depth) ? .other : nil
    case UInt8(ascii: "n"): return word("null") ? .null : nil
    case UInt8(ascii: "t"): return word("true") ? .other : nil
    case UInt8(ascii: "f"): return word("false") ? .other : nil
    default: return nil
    }
  }

  private mutating func object(
    depth: Int, _ takeMember: (_ name: UnsafeBufferPointer<UInt8>, Value) -> Void
  ) -> Bool {
    guard take("{") else { return false }
    skipSpace()
    if take("}") { return true }
    let first = nameCount
    while true {
      guard nameCount - first < Self.maximumNames, let name = text(), !name.hasEscapes,
        isNew(name.range, from: first)
      else { return false }
      names[nameCount] = name.range
      nameCount += 1
      skipSpace()
      guard take(":") else { return false }
      skipSpace()
      guard let value = value(depth: depth + 1) else { return false }
      takeMember(slice(name.range), value)
      skipSpace()
      if take("}") { break }
      guard take(",") else { return false }
      skipSpace()
    }
    nameCount = first
    return true
  }

  /// Whether no name of the same object is the same.
  private func isNew(_ name: Range<Int>, from first: Int) -> Bool {
    let bytes = slice(name)
    for other in first..<nameCount where ByteSearch.isEqual(slice(names[other]), bytes) {
      return false
    }
    return true
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
    while true {
      place = Self.endOfPlainText(in: bytes, from: place)
      switch next {
      case UInt8(ascii: "\""):
        place += 1
        return (start..<(place - 1), hasEscapes)
      case UInt8(ascii: "\\"):
        hasEscapes = true
        place += 1
        guard Self.unescaped(next) != nil else { return nil }
        place += 1
      // A control character, or the end.
      default: return nil
      }
    }
  }

  /// Where the next quote, backslash or control character stands, or the end. Looks at eight bytes at once.
  @inline(__always)
  private static func endOfPlainText(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int {
    let raw = UnsafeRawBufferPointer(bytes)
    let ones: UInt64 = 0x0101_0101_0101_0101
    var place = start
    while place + 8 <= raw.count {
      let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      let quote = word ^ (ones &* 0x22)
      let backslash = word ^ (ones &* 0x5C)
      // A byte below 0x20 has none of these bits.
      let control = word & (ones &* 0xE0)
      // The high bit of each byte that is zero, right up to the first one, and of none if there is none.
      let found =
        ((quote &- ones) & ~quote | (backslash &- ones) & ~backslash
          | (control &- ones) & ~control) & (ones &* 0x80)
      if found != 0 { return place + found.trailingZeroBitCount / 8 }
      place += 8
    }
    while place < raw.count, raw[place] >= 0x20, raw[place] != UInt8(ascii: "\""),
      raw[place] != UInt8(ascii: "\\")
    {
      place += 1
    }
    return place
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
    guard ByteSearch.stands(word.bytes, at: place, in: bytes) else { return false }
    place += word.utf8CodeUnitCount
    return true
  }
}
