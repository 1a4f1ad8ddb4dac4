/// The bytes of a zip, at any offset.
struct ZipSource {
  let size: Int64
  private let read: (UnsafeMutableRawBufferPointer, Int64) throws -> Int

  init(size: Int64, read: @escaping (UnsafeMutableRawBufferPointer, Int64) throws -> Int) {
    self.size = size
    self.read = read
  }

  /// - Throws: ``ArchiveError`` of kind `malformed` where there are not so many; and what the closure throws.
  func bytes(at offset: Int64, count: Int) throws -> [UInt8] {
    guard offset >= 0, count >= 0, offset <= size - Int64(count) else {
      throw ZipStructure.malformed("a part of it lies behind its end")
    }
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let count = try bytes.withUnsafeMutableBytes { buffer in
        try read(UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]), offset + Int64(filled))
      }
      guard count > 0 else {
        throw ZipStructure.malformed("it has become shorter while it was read")
      }
      filled += count
    }
    return bytes
  }
}

extension [UInt8] {
  /// The number of `width` bytes, the low one first.
  func number(_ width: Int, at offset: Int) -> UInt64 {
    self[offset..<(offset + width)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
