/// Reads how a tar in Zstandard is built, block by block.
///
/// A reader of tars stops at the first empty block and passes over whatever it does not know, so that a file can hold
/// more than what any list of its entries shows. The entries themselves are for ``ArchiveReader``.
package struct TarStructure {
  private let source: ZipSource
  private let read: (UnsafeMutableRawBufferPointer, Int64) throws -> Int

  /// The most empty bytes at the end; writers fill up to blocks of some KiB.
  private static let maximumEnd = 64 << 10
  /// The most bytes of an extended header, which holds a name.
  private static let maximumExtension: Int64 = 64 << 10

  /// - Parameters:
  ///   - size: The bytes of the archive.
  ///   - read: Fills the buffer with the bytes from an offset on, and returns their number, which may be smaller.
  package init(
    size: Int64, read: @escaping (UnsafeMutableRawBufferPointer, Int64) throws -> Int
  ) {
    source = ZipSource(size: size, read: read)
    self.read = read
  }

  /// Checks that the archive is nothing but its entries, and that nothing is said of them that ``ArchiveWriter`` does
  /// not say. Unpacks all of it, which nobody gets.
  ///
  /// - Returns: The number of entries.
  /// - Throws: ``ArchiveError`` of kind `malformed`, with the number of the entry, from one; `limitExceeded` where
  ///   too much comes out; and what the source throws.
  /// - Complexity: O(*n*) in the number of bytes that come out; holds a block and a name.
  @discardableResult
  package func check(within limits: ArchiveReadingLimits = ArchiveReadingLimits()) throws -> Int {
    var frame = ZstandardFrame(source)
    try frame.check()
    var blocks = try TarBlocks(size: source.size, limits: limits, read: read)
    var entries = 0
    while let block = try blocks.next() {
      if block.allSatisfy({ $0 == 0 }) {
        try checkEnd(&blocks)
        return entries
      }
      entries += 1
      try limits.check(entries: entries)
      var header = try TarHeader(block, number: entries)
      if header.kind == UInt8(ascii: "x") {
        guard header.size <= Self.maximumExtension else {
          throw Self.malformed("entry \(entries) has an extended header of \(header.size) bytes")
        }
        let records = try content(of: header, &blocks, entries, isKept: true)
        guard let next = try blocks.next() else { break }
        let following = try TarHeader(next, number: entries)
        guard following.kind != UInt8(ascii: "x") else {
          throw Self.malformed("entry \(entries) has two extended headers")
        }
        try header.check(records, before: following, number: entries)
        header = following
      }
      try limits.check(declared: header.size)
      _ = try content(of: header, &blocks, entries, isKept: false)
    }
    throw Self.malformed("it ends without the end of a tar")
  }

  private func content(
    of header: TarHeader, _ blocks: inout TarBlocks, _ number: Int, isKept: Bool
  ) throws -> [UInt8] {
    var kept: [UInt8] = []
    var left = header.size
    while left > 0 {
      guard let block = try blocks.next() else {
        throw Self.malformed("entry \(number) is cut")
      }
      let count = Int(min(left, Int64(block.count)))
      guard block[count...].allSatisfy({ $0 == 0 }) else {
        throw Self.malformed("bytes stand behind the end of entry \(number)")
      }
      if isKept { kept += block[..<count] }
      left -= Int64(count)
    }
    return kept
  }

  private func checkEnd(_ blocks: inout TarBlocks) throws {
    var count = TarHeader.length
    while let block = try blocks.next() {
      count += block.count
      guard count <= Self.maximumEnd, block.allSatisfy({ $0 == 0 }) else {
        throw Self.malformed("bytes stand behind the end of the tar")
      }
    }
  }

  static func malformed(_ text: String) -> ArchiveError {
    ArchiveError(.malformed, call: "TarStructure", text: text)
  }
}

/// The blocks of a tar as they are unpacked.
private struct TarBlocks: ~Copyable {
  private let handle: ArchiveReadingHandle
  private let limits: ArchiveReadingLimits
  private let archiveBytes: Int64
  private let buffer: UnsafeMutableRawBufferPointer
  private var filled = 0
  private var taken = 0
  private var total: Int64 = 0

  init(
    size: Int64, limits: ArchiveReadingLimits,
    read: @escaping (UnsafeMutableRawBufferPointer, Int64) throws -> Int
  ) throws {
    let input = ArchiveInput(size: size, capacity: limits.chunkBytes, source: read)
    let handle = try ArchiveReadingHandle(library: .system(), input: input)
    try handle.openCompressed()
    guard try handle.nextEntry(isNamed: false) != nil else {
      throw TarStructure.malformed("it is empty")
    }
    self.handle = handle
    self.limits = limits
    archiveBytes = size
    buffer = .allocate(byteCount: 128 * TarHeader.length, alignment: 16)
  }

  deinit { buffer.deallocate() }

  /// The next block; `nil` at the end. A last one that is not full is an error.
  mutating func next() throws -> [UInt8]? {
    if taken == filled { try fill() }
    guard taken < filled else { return nil }
    guard filled - taken >= TarHeader.length else {
      throw TarStructure.malformed("it does not end with a whole block")
    }
    defer { taken += TarHeader.length }
    return Array(buffer[taken..<(taken + TarHeader.length)])
  }

  private mutating func fill() throws {
    filled = 0
    taken = 0
    while filled < buffer.count {
      let count = try handle.read(UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
      if count == 0 { break }
      filled += count
      total += Int64(count)
      try limits.check(total: total, of: archiveBytes)
    }
  }
}
