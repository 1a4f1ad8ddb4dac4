/// Reads how a zip is built: its end, its directory, and the header before each entry.
///
/// A zip says everything twice, before each entry and in the directory at its end. Readers differ in which of the
/// two they believe, so that one file can show a checker other content than a person, and let one entry come out
/// many times. Nothing is unpacked here.
package struct ZipStructure {
  private let source: ZipSource

  /// - Parameters:
  ///   - size: The bytes of the zip.
  ///   - read: Fills the buffer with the bytes from an offset on, and returns their number, which may be smaller.
  package init(
    size: Int64, read: @escaping (UnsafeMutableRawBufferPointer, Int64) throws -> Int
  ) { source = ZipSource(size: size, read: read) }

  /// The entries in the order of the directory, of a zip that hides nothing and counts nothing twice.
  ///
  /// What honest programs add is allowed: comments, and bytes before, behind and between the entries.
  ///
  /// - Throws: ``ArchiveError`` of kind `malformed`, with the number of the entry, from one; `limitExceeded` where
  ///   the directory is too large, has too many entries, or declares too much; and what the source throws.
  /// - Complexity: O(*n* log *n*) in the number of entries; holds the directory in memory.
  package func entries(
    within limits: ArchiveReadingLimits = ArchiveReadingLimits()
  ) throws -> [ZipEntry] { try read(isExact: false, limits) }

  /// Checks besides that the zip is nothing but its entries, one behind the other in the order of the directory, that
  /// each word about them is the same wherever it stands, and that nothing is said of them that ``ArchiveWriter``
  /// does not say.
  ///
  /// - Returns: The number of entries.
  /// - Throws: As ``entries(within:)``.
  @discardableResult
  package func check(within limits: ArchiveReadingLimits = ArchiveReadingLimits()) throws -> Int {
    try read(isExact: true, limits).count
  }

  private func read(isExact: Bool, _ limits: ArchiveReadingLimits) throws -> [ZipEntry] {
    let end = try ZipEnd(source)
    if isExact, !end.isExact { throw end.shift > 0 ? Self.misplacedDirectory : Self.notEnding }
    try limits.check(directoryBytes: end.directorySize)
    let directory = try source.bytes(at: end.directoryOffset, count: Int(end.directorySize))
    var entries: [ZipEntry] = []
    var places: [Range<Int64>] = []
    var place = 0
    var declared: Int64 = 0
    while place < directory.count {
      let number = entries.count + 1
      try limits.check(entries: number)
      let entry = try ZipEntry(directory, at: place, number: number, shift: end.shift)
      place += entry.recordSize
      if isExact {
        guard !entry.hasComment else {
          throw Self.malformed("entry \(number) of the directory has a comment")
        }
        guard entry.offset == places.last?.upperBound ?? 0 else {
          throw Self.malformed("entry \(number) does not begin where the one before it ends")
        }
      }
      try limits.check(declared: entry.size)
      let (sum, overflow) = declared.addingReportingOverflow(entry.size)
      declared = overflow ? .max : sum
      try limits.check(total: declared, of: source.size)
      places.append(
        entry.offset..<(try checkHeader(of: entry, number, isExact, before: end.directoryOffset)))
      entries.append(entry)
    }
    guard end.counts(entries.count, isExact: isExact) else {
      throw Self.malformed(
        "the directory has \(entries.count) entries, its end says \(end.entries)")
    }
    if isExact {
      guard places.last?.upperBound ?? 0 == end.directoryOffset else {
        throw Self.malformed("bytes that belong to no entry lie before the directory")
      }
    } else {
      try Self.checkOverlaps(places)
    }
    return entries
  }

  /// Checks that no byte belongs to two entries, which would come out once for each.
  private static func checkOverlaps(_ places: [Range<Int64>]) throws(ArchiveError) {
    let order = places.indices.sorted { places[$0].lowerBound < places[$1].lowerBound }
    for (first, second) in zip(order, order.dropFirst())
    where places[first].upperBound > places[second].lowerBound {
      throw malformed(
        "entries \(min(first, second) + 1) and \(max(first, second) + 1) lie on each other")
    }
  }

  // MARK: Headers

  /// Compares the header before an entry with the directory.
  ///
  /// - Returns: Where the entry ends.
  private func checkHeader(
    of entry: ZipEntry, _ number: Int, _ isExact: Bool, before directoryOffset: Int64
  ) throws -> Int64 {
    guard let header = try ZipHeader(source, at: entry.offset) else {
      throw Self.malformed("entry \(number) has no header where the directory says")
    }
    let isSame =
      header.name == entry.name && header.method == entry.method
      // Encryption, and where the sizes stand. Of the other bits some writers say more in one of the places.
      && (header.flags ^ entry.flags) & (isExact ? 0xFFFF : 0b1001) == 0
      && (header.crc == entry.crc || (entry.hasDescriptor || !isExact) && header.crc == 0)
      && (entry.hasDescriptor
        || Self.agrees(header.compressedSize, entry.compressedSize)
          && Self.agrees(header.size, entry.size))
      // Readers differ in which of the two names they take, and in which of the two places.
      && header.extra[ZipExtraFields.unicodeName] == entry.extra[ZipExtraFields.unicodeName]
      && max(
        header.extra.count(of: ZipExtraFields.unicodeName),
        entry.extra.count(of: ZipExtraFields.unicodeName)) < 2
      && (!isExact || header.versionNeeded == entry.versionNeeded && header.time == entry.time)
    guard isSame else {
      throw Self.malformed("the header of entry \(number) says other than the directory")
    }
    if isExact, let excess = entry.excess(with: header) {
      throw Self.malformed("entry \(number) \(excess)")
    }
    let end = entry.offset + header.length + entry.compressedSize
    guard end <= directoryOffset else {
      throw Self.malformed("entry \(number) reaches into the directory")
    }
    guard isExact, entry.hasDescriptor else { return end }
    return end + (try descriptorSize(at: end, of: entry, number: number))
  }

  /// Whether a field of 32 bits says `size`, or leaves it to an extra field.
  private static func agrees(_ field: UInt64, _ size: Int64) -> Bool {
    field == 0xFFFF_FFFF || Int64(field) == size
  }

  private func descriptorSize(
    at offset: Int64, of entry: ZipEntry, number: Int
  ) throws -> Int64 {
    // With sizes of four bytes or of eight; what follows it tells which, where both would fit.
    let following = try source.bytes(
      at: offset, count: Int(min(28, max(0, source.size - offset))))
    for width in [4, 8] {
      let length = 8 + 2 * width
      guard following.count >= length + 4, following.number(4, at: 0) == 0x0807_4b50,
        UInt32(following.number(4, at: 4)) == entry.crc,
        following.number(width, at: 8) == UInt64(entry.compressedSize),
        following.number(width, at: 8 + width) == UInt64(entry.size)
      else { continue }
      // Another entry, the directory, or its end.
      let next = following.number(4, at: length)
      if next == 0x0403_4b50 || next == 0x0201_4b50 || next == 0x0605_4b50 || next == 0x0606_4b50 {
        return Int64(length)
      }
    }
    throw Self.malformed("what stands behind entry \(number) says other than the directory")
  }

  // MARK: Errors

  static var notEnding: ArchiveError {
    malformed("it does not end as a zip does: it was cut, or something was appended")
  }

  static var misplacedDirectory: ArchiveError {
    malformed("the directory does not lie where the end of the zip says")
  }

  static func malformed(_ text: String) -> ArchiveError {
    ArchiveError(.malformed, call: "ZipStructure", text: text)
  }
}
