import Archives

/// What a reader gives of an archive.
struct ReadArchive: Equatable {
  struct Member: Equatable {
    var name: String
    var kind: ArchiveEntry.Kind
    var bytes: [UInt8]
  }

  var members: [Member] = []

  /// Reads all of an archive.
  init(_ bytes: [UInt8], limits: ArchiveReadingLimits = ArchiveReadingLimits()) throws {
    var reader = try ArchiveReader(bytes, limits: limits)
    while let entry = try reader.next() {
      members.append(
        Member(
          name: String(decoding: entry.name, as: UTF8.self), kind: entry.kind,
          bytes: try reader.readAll(limit: 1 << 24)))
    }
  }
}

extension ArchiveReader {
  /// Reads from memory, in pieces of odd sizes.
  init(_ bytes: [UInt8], limits: ArchiveReadingLimits = ArchiveReadingLimits()) throws {
    try self.init(size: Int64(bytes.count), limits: limits) { buffer, offset in
      let piece = bytes[Int(offset)...].prefix(min(buffer.count, 777))
      buffer.copyBytes(from: piece)
      return piece.count
    }
  }
}
