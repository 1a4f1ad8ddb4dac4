/// What stands at the end of a zip: where its directory lies, and how many entries it has.
///
/// A zip with many entries or bytes has two ends, of which the older one cannot hold all numbers. They must agree.
struct ZipEnd {
  private(set) var entries: Int64
  private(set) var directorySize: Int64
  /// Where the directory begins, as the end says.
  private(set) var declaredOffset: Int64
  /// Where the directory ends, as it is found.
  private let directoryEnd: Int64
  /// Whether nothing lies behind the end, and no comment is in it.
  private let isLast: Bool
  /// Whether the numbers are those of eight bytes.
  private var isLarge = false

  private static let length = 22
  private static let largeLength: Int64 = 56
  private static let locatorLength: Int64 = 20

  /// Where the directory begins.
  var directoryOffset: Int64 { directoryEnd - directorySize }

  /// How many bytes that are no part of the zip lie before it, as in a program that unpacks itself.
  var shift: Int64 { directoryOffset - declaredOffset }

  /// Whether the zip is all of the file.
  var isExact: Bool { isLast && shift == 0 }

  /// Finds it: the one closest to the end of the file.
  ///
  /// - Throws: ``ArchiveError`` of kind `malformed`; and what the source throws.
  init(_ source: ZipSource) throws {
    guard source.size >= Self.length else {
      throw ZipStructure.malformed("it is too short for a zip")
    }
    // A comment of at most 65,535 bytes may follow.
    let tail = try source.bytes(
      at: max(0, source.size - Int64(Self.length + 0xFFFF)),
      count: Int(min(source.size, Int64(Self.length + 0xFFFF))))
    let places = stride(from: tail.count - Self.length, through: 0, by: -1)
    guard let place = places.first(where: { tail.number(4, at: $0) == 0x0605_4b50 }),
      case let rest = tail.count - place - Self.length, tail.number(2, at: place + 20) <= rest
    else { throw ZipStructure.notEnding }
    isLast = rest == 0
    let record = Array(tail[place..<(place + Self.length)])
    guard record.number(2, at: 8) == record.number(2, at: 10) else {
      throw ZipStructure.malformed("it is one part of several")
    }
    entries = Int64(record.number(2, at: 10))
    directorySize = Int64(record.number(4, at: 12))
    declaredOffset = Int64(record.number(4, at: 16))
    let end = source.size - Int64(tail.count - place)
    if let large = try Self.large(before: end, in: source) {
      directoryEnd = end - Self.locatorLength - Self.largeLength
      try take(large)
    } else {
      directoryEnd = end
    }
    guard directoryOffset >= 0, shift >= 0 else { throw ZipStructure.misplacedDirectory }
  }

  /// Whether the directory has as many entries.
  ///
  /// - Parameter isExact: `false` also takes what is left of a number that four digits cannot hold, as older
  ///   writers leave it.
  func counts(_ number: Int, isExact: Bool) -> Bool {
    entries == Int64(number) || !isExact && !isLarge && entries == Int64(number & 0xFFFF)
  }

  /// The end with numbers of eight bytes, and behind it the locator that leads to it.
  private static func large(before end: Int64, in source: ZipSource) throws -> [UInt8]? {
    guard end >= largeLength + locatorLength else { return nil }
    let bytes = try source.bytes(
      at: end - largeLength - locatorLength, count: Int(largeLength + locatorLength))
    return bytes.number(4, at: Int(largeLength)) == 0x0706_4b50 ? bytes : nil
  }

  private mutating func take(_ large: [UInt8]) throws(ArchiveError) {
    let lie = ZipStructure.malformed("its two ends say different things")
    guard large.number(4, at: 0) == 0x0606_4b50, large.number(8, at: 24) == large.number(8, at: 32),
      let entries = Int64(exactly: large.number(8, at: 32)),
      let directorySize = Int64(exactly: large.number(8, at: 40)),
      let offset = Int64(exactly: large.number(8, at: 48)),
      let place = Int64(exactly: large.number(8, at: Int(Self.largeLength) + 8)),
      Self.agrees(self.entries, entries, unless: 0xFFFF),
      Self.agrees(self.directorySize, directorySize, unless: 0xFFFF_FFFF),
      Self.agrees(declaredOffset, offset, unless: 0xFFFF_FFFF)
    else { throw lie }
    (self.entries, self.directorySize, declaredOffset) = (entries, directorySize, offset)
    isLarge = true
    // Both are counted from where the zip begins.
    guard directoryOffset >= 0, shift >= 0, place == directoryEnd - shift else { throw lie }
  }

  private static func agrees(_ small: Int64, _ large: Int64, unless full: Int64) -> Bool {
    small == large || small == full
  }
}
