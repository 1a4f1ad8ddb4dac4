/// A block of 512 bytes before an entry of a tar, in the form that POSIX gives it.
struct TarHeader {
  /// `0` for a file, `5` for a folder, `x` for more about the entry that follows.
  let kind: UInt8
  /// With its prefix.
  let name: [UInt8]
  let size: Int64
  let time: Int64

  static let length = 512

  /// Reads a header in which nothing stands that ``ArchiveWriter`` does not write: no owner, no link, no device, and
  /// no byte behind the end of a text.
  ///
  /// - Throws: ``ArchiveError`` of kind `malformed`.
  init(_ block: [UInt8], number: Int) throws(ArchiveError) {
    func malformed(_ text: String) -> ArchiveError {
      TarStructure.malformed("entry \(number) \(text)")
    }
    func text(_ range: Range<Int>) throws(ArchiveError) -> [UInt8] {
      let text = block[range].prefix { $0 != 0 }
      guard block[text.endIndex..<range.upperBound].allSatisfy({ $0 == 0 }) else {
        throw malformed("has bytes behind the end of a text")
      }
      return Array(text)
    }
    func octal(_ range: Range<Int>) throws(ArchiveError) -> Int64 {
      let digits = block[range].prefix { (0x30...0x37).contains($0) }
      guard !digits.isEmpty,
        block[digits.endIndex..<range.upperBound].allSatisfy({ $0 == 0 || $0 == 0x20 })
      else { throw malformed("has a number in an unusual form") }
      return digits.reduce(0) { $0 << 3 | Int64($1 - 0x30) }
    }
    kind = block[156]
    guard block[257..<265].elementsEqual(Array("ustar\u{0}00".utf8)) else {
      throw malformed("has a header in another form than that of POSIX")
    }
    guard [UInt8(ascii: "0"), UInt8(ascii: "5"), UInt8(ascii: "x")].contains(kind) else {
      throw malformed("is of the kind 0x\(String(kind, radix: 16))")
    }
    let prefix = try text(345..<500)
    let last = try text(0..<100)
    name = prefix.isEmpty ? last : prefix + [UInt8(ascii: "/")] + last
    size = try octal(124..<136)
    time = try octal(136..<148)
    _ = try octal(148..<156)
    let mode = try octal(100..<108)
    if mode & ~0o777 != 0 { throw malformed("has the mode \(String(mode, radix: 8))") }
    let owner = try (octal(108..<116), octal(116..<124), text(265..<297), text(297..<329))
    guard owner.0 == 0, owner.1 == 0, owner.2.isEmpty, owner.3.isEmpty else {
      throw malformed("has an owner")
    }
    // Some leave the numbers of the device out.
    guard try text(157..<257).isEmpty,
      block[329..<345].allSatisfy({ $0 == 0 || $0 == 0x20 || $0 == 0x30 }),
      block[500...].allSatisfy({ $0 == 0 })
    else { throw malformed("has a link, a device or bytes of no meaning") }
  }

  /// The name that an extended header gives the entry that follows.
  ///
  /// - Parameter following: The header of that entry.
  /// - Throws: ``ArchiveError`` where it says anything else, or where the two names are not made of each other.
  func check(
    _ records: [UInt8], before following: TarHeader, number: Int
  ) throws(ArchiveError) {
    func malformed(_ text: String) -> ArchiveError {
      TarStructure.malformed("entry \(number) \(text)")
    }
    var path: [UInt8]?
    var hasTime = false
    var rest = records[...]
    while let space = rest.firstIndex(of: 0x20) {
      guard let length = Int(String(decoding: rest[..<space], as: UTF8.self)),
        length > space - rest.startIndex + 2, length <= rest.count,
        rest[rest.startIndex + length - 1] == 0x0A
      else { break }
      let record = rest[(space + 1)..<(rest.startIndex + length - 1)]
      rest = rest.dropFirst(length)
      guard let equals = record.firstIndex(of: UInt8(ascii: "=")) else { break }
      let value = Array(record[(equals + 1)...])
      switch String(decoding: record[..<equals], as: UTF8.self) {
      case "path" where path == nil: path = value
      case "mtime" where !hasTime && Self.isBeyondHeader(value): hasTime = true
      default: throw malformed("has an extended header that is never written")
      }
    }
    guard rest.isEmpty else { throw malformed("has an extended header that is damaged") }
    guard path != nil || hasTime else { throw malformed("has an extended header of nothing") }
    let real = path ?? following.name
    // In a plain header a name is cut, or not at all there; it is none of its own.
    guard Self.isPart(following.name, of: real),
      Self.isPart(Self.withoutMark(name), of: real), time == 0 || time == following.time
    else { throw malformed("has two names") }
  }

  /// Whether a time does not fit into a plain header.
  private static func isBeyondHeader(_ value: [UInt8]) -> Bool {
    guard let seconds = Int64(String(decoding: value, as: UTF8.self)) else { return false }
    return !(0..<(1 << 33)).contains(seconds)
  }

  /// The name of an extended header without what marks it as one.
  private static func withoutMark(_ name: [UInt8]) -> [UInt8] {
    let parts = name.split(separator: UInt8(ascii: "/"))
    let marks = ["PaxHeader", "PaxHeaders", "@PaxHeader", "."].map { Array($0.utf8)[...] }
    return Array(parts.filter { !marks.contains($0) }.joined(separator: [UInt8(ascii: "/")]))
  }

  /// Whether `part` is left when bytes are taken out of `whole`.
  private static func isPart(_ part: [UInt8], of whole: [UInt8]) -> Bool {
    var rest = part[...]
    for byte in whole where rest.first == byte { rest = rest.dropFirst() }
    return rest.isEmpty
  }
}
