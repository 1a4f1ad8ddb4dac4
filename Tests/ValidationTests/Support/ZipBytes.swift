import Archives

/// Makes zip archives: by libarchive where they are right, and byte for byte where they are wrong.
enum ZipBytes {
  /// A zip with these entries; a name that ends in a slash is a folder.
  static func make(_ entries: [(name: String, bytes: [UInt8])], level: Int = 9) throws -> [UInt8] {
    var out: [UInt8] = []
    var writer = try ArchiveWriter(format: .zip(compression: .deflated(level: level))) { piece in
      out.append(contentsOf: piece)
    }
    for entry in entries {
      var rest = entry.bytes[...]
      try writer.add(
        ArchiveEntryHeader(
          path: try ArchivePath(entry.name), kind: .file(size: Int64(entry.bytes.count)))
      ) { buffer in
        let count = min(buffer.count, rest.count)
        buffer.copyBytes(from: rest.prefix(count))
        rest = rest.dropFirst(count)
        return count
      }
    }
    try writer.finish()
    return out
  }

  /// A zip with one entry of so many zeros.
  static func zeros(_ count: Int64, name: String = "zeros") throws -> [UInt8] {
    var out: [UInt8] = []
    var writer = try ArchiveWriter(format: .zip(compression: .deflated(level: 9))) { piece in
      out.append(contentsOf: piece)
    }
    var rest = count
    try writer.add(
      ArchiveEntryHeader(path: try ArchivePath(name), kind: .file(size: count))
    ) { buffer in
      let piece = Int(min(Int64(buffer.count), rest))
      buffer.prefix(piece).initializeMemory(as: UInt8.self, repeating: 0)
      rest -= Int64(piece)
      return piece
    }
    try writer.finish()
    return out
  }

  /// So many zeros as a bare deflate stream, cut out of a zip.
  static func deflatedZeros(_ count: Int64) throws -> [UInt8] {
    let zip = try zeros(count)
    let list = try directory(of: zip)
    let packed = number(zip, at: list + 20, width: 4)
    let start = 30 + number(zip, at: 26, width: 2) + number(zip, at: 28, width: 2)
    return Array(zip[start..<(start + packed)])
  }

  /// Where the list of entries begins.
  static func directory(of zip: [UInt8]) throws -> Int {
    number(zip, at: zip.count - 22 + 16, width: 4)
  }

  static func number(_ bytes: [UInt8], at place: Int, width: Int) -> Int {
    bytes[place..<(place + width)].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// A zip whose entries are stored, with names and sizes just as given.
  ///
  /// - Parameter shared: Whether all entries of the list lie on the first one.
  static func stored(
    _ entries: [(name: [UInt8], bytes: [UInt8])], flags: Int = 0, method: Int = 0
  ) -> [UInt8] {
    var out: [UInt8] = []
    var list: [UInt8] = []
    for entry in entries {
      let start = out.count
      let fields =
        little(20, 2) + little(flags, 2) + little(method, 2) + little(0, 4)
        + little(Int(CRC32.sum(entry.bytes)), 4) + little(entry.bytes.count, 4)
        + little(entry.bytes.count, 4) + little(entry.name.count, 2) + little(0, 2)
      out += [0x50, 0x4B, 3, 4] + fields + entry.name + entry.bytes
      list += [0x50, 0x4B, 1, 2] + little(20, 2) + fields
      list += little(0, 2) + little(0, 2) + little(0, 2) + little(0, 4) + little(start, 4)
      list += entry.name
    }
    return out + list + end(count: entries.count, size: list.count, start: out.count)
  }

  /// Repeats the one entry of a zip in its list, so often, under other names.
  static func overlapping(_ zip: [UInt8], count: Int) throws -> [UInt8] {
    let start = try directory(of: zip)
    let listed = Array(zip[start..<(zip.count - 22)])
    var out = Array(zip[..<start])
    for index in 0..<count {
      var entry = listed
      // The name has five letters, like `zeros`.
      let digits = Array(String(10_000 + index).utf8)
      entry.replaceSubrange(46..<51, with: digits)
      out += entry
    }
    return out + end(count: count, size: listed.count * count, start: start)
  }

  private static func end(count: Int, size: Int, start: Int) -> [UInt8] {
    [0x50, 0x4B, 5, 6] + little(0, 4) + little(count, 2) + little(count, 2) + little(size, 4)
      + little(start, 4) + little(0, 2)
  }

  static func little(_ number: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}

/// The sum that zip and PNG have for their parts.
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
  }

  static func sum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { sum, byte in
      table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ (sum >> 8)
    }
  }
}
