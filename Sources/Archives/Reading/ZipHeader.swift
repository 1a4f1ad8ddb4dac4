/// What stands before an entry of a zip.
struct ZipHeader {
  let versionNeeded: UInt16
  let flags: UInt16
  let method: UInt16
  /// Date and time as DOS writes them.
  let time: UInt32
  let crc: UInt32
  /// As its 32 bits say, which may leave it to an extra field.
  let compressedSize: UInt64
  let size: UInt64
  let name: [UInt8]
  let extra: ZipExtraFields
  /// The bytes of all of it.
  let length: Int64

  /// Reads the header at `offset`.
  ///
  /// - Returns: `nil` where there is none.
  /// - Throws: ``ArchiveError`` of kind `malformed`; and what the source throws.
  init?(_ source: ZipSource, at offset: Int64) throws {
    let fixed = try source.bytes(at: offset, count: 30)
    guard fixed.number(4, at: 0) == 0x0403_4b50 else { return nil }
    versionNeeded = UInt16(fixed.number(2, at: 4))
    flags = UInt16(fixed.number(2, at: 6))
    method = UInt16(fixed.number(2, at: 8))
    time = UInt32(fixed.number(4, at: 10))
    crc = UInt32(fixed.number(4, at: 14))
    compressedSize = fixed.number(4, at: 18)
    size = fixed.number(4, at: 22)
    let nameSize = Int(fixed.number(2, at: 26))
    let extraSize = Int(fixed.number(2, at: 28))
    let rest = try source.bytes(at: offset + 30, count: nameSize + extraSize)
    name = Array(rest[..<nameSize])
    extra = ZipExtraFields(Array(rest[nameSize...]))
    length = 30 + Int64(nameSize + extraSize)
  }
}
