/// Walks over a frame of Zstandard (RFC 8878, 3.1.1) without unpacking it.
struct ZstandardFrame {
  private let source: ZipSource
  private var window: [UInt8] = []
  private var windowStart: Int64 = 0

  init(_ source: ZipSource) { self.source = source }

  /// Checks that the file is one frame and nothing else. Readers pass over frames that are marked to be passed over,
  /// and some stop behind the first.
  ///
  /// - Throws: ``ArchiveError`` of kind `malformed`; and what the source throws.
  /// - Complexity: O(*n*) in the number of blocks.
  mutating func check() throws {
    guard try number(4, at: 0) == 0xFD2F_B528 else {
      throw TarStructure.malformed("it does not begin with a frame of Zstandard")
    }
    let descriptor = try number(1, at: 4)
    let isSingle = descriptor & 0x20 != 0
    guard descriptor & 0x1B == 0 else {
      throw TarStructure.malformed("its frame needs a dictionary, or a reader of the future")
    }
    var place: Int64 = 5 + (isSingle ? 0 : 1)
    place += [isSingle ? 1 : 0, 2, 4, 8][Int(descriptor >> 6)]
    while true {
      let block = try number(3, at: place)
      place += 3
      switch block >> 1 & 3 {
      case 0, 2: place += Int64(block >> 3)
      case 1: place += 1
      default: throw TarStructure.malformed("a block of its frame has no known kind")
      }
      if block & 1 != 0 { break }
    }
    if descriptor & 4 != 0 { place += 4 }
    guard place == source.size else {
      throw TarStructure.malformed(
        place > source.size
          ? "its frame is cut" : "\(source.size - place) bytes stand behind its frame")
    }
  }

  private mutating func number(_ width: Int, at offset: Int64) throws -> UInt64 {
    if offset < windowStart || offset + Int64(width) > windowStart + Int64(window.count) {
      let count = max(Int64(width), min(64 << 10, source.size - offset))
      window = try source.bytes(at: offset, count: Int(count))
      windowStart = offset
    }
    return window.number(width, at: Int(offset - windowStart))
  }
}
