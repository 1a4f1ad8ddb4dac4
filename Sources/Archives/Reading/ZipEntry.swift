/// What the directory of a zip says of one entry. Nothing of it is to be trusted.
package struct ZipEntry: Hashable, Sendable {
  /// The name as it stands in the archive, in whatever encoding.
  package let name: [UInt8]
  /// How many bytes should come out of it.
  package let size: Int64
  let compressedSize: Int64
  let flags: UInt16
  let method: UInt16
  let crc: UInt32
  /// Where the header before it begins.
  let offset: Int64
  let hasComment: Bool
  let versionMade: UInt16
  let versionNeeded: UInt16
  /// Date and time as DOS writes them.
  let time: UInt32
  let diskStart: UInt16
  let internalAttributes: UInt16
  let externalAttributes: UInt32
  let extra: ZipExtraFields
  /// How many of its numbers stand in the extra field for Zip64.
  let largeCount: Int
  /// The bytes of the directory that are about it.
  let recordSize: Int

  package var isEncrypted: Bool { flags & 1 != 0 }

  /// Whether its sizes and its sum stand behind it, and not before.
  var hasDescriptor: Bool { flags & 8 != 0 }

  /// The name without the slash that folders have at its end.
  package var bareName: [UInt8] { Self.bare(name) }

  /// Each name by which readers know it, without that slash: some prefer the one in UTF-8 that an extra field has.
  package var bareNames: Set<[UInt8]> {
    // A version and a checksum stand before it.
    guard let field = extra[ZipExtraFields.unicodeName], field.count > 5 else { return [bareName] }
    return [bareName, Self.bare(Array(field[5...]))]
  }

  private static func bare(_ name: [UInt8]) -> [UInt8] {
    name.last == UInt8(ascii: "/") ? Array(name.dropLast()) : name
  }

  /// - Parameter shift: The bytes before the zip, which offsets leave out.
  init(
    _ directory: [UInt8], at start: Int, number: Int, shift: Int64
  ) throws(ArchiveError) {
    let cut = ZipStructure.malformed("entry \(number) of the directory is cut or damaged")
    guard directory.count - start >= 46, directory.number(4, at: start) == 0x0201_4b50 else {
      throw cut
    }
    let nameSize = Int(directory.number(2, at: start + 28))
    let extraSize = Int(directory.number(2, at: start + 30))
    let commentSize = Int(directory.number(2, at: start + 32))
    hasComment = commentSize > 0
    recordSize = 46 + nameSize + extraSize + commentSize
    guard directory.count - start >= recordSize else { throw cut }
    name = Array(directory[(start + 46)..<(start + 46 + nameSize)])
    flags = UInt16(directory.number(2, at: start + 8))
    method = UInt16(directory.number(2, at: start + 10))
    crc = UInt32(directory.number(4, at: start + 16))
    versionMade = UInt16(directory.number(2, at: start + 4))
    versionNeeded = UInt16(directory.number(2, at: start + 6))
    time = UInt32(directory.number(4, at: start + 12))
    diskStart = UInt16(directory.number(2, at: start + 34))
    internalAttributes = UInt16(directory.number(2, at: start + 36))
    externalAttributes = UInt32(directory.number(4, at: start + 38))
    extra = ZipExtraFields(
      Array(directory[(start + 46 + nameSize)..<(start + 46 + nameSize + extraSize)]))
    var large = extra.largeNumbers
    let given = large.count
    func count(at place: Int) throws(ArchiveError) -> Int64 {
      let value = directory.number(4, at: start + place)
      if value != 0xFFFF_FFFF { return Int64(value) }
      guard let first = large.first, let value = Int64(exactly: first) else { throw cut }
      large.removeFirst()
      return value
    }
    // In the order in which the extra field has them.
    size = try count(at: 24)
    compressedSize = try count(at: 20)
    let offset = try count(at: 42)
    largeCount = given - large.count
    // Their sum must not overflow.
    guard size <= 1 << 60, compressedSize <= 1 << 60, offset <= 1 << 60 else { throw cut }
    self.offset = offset + shift
  }
}
