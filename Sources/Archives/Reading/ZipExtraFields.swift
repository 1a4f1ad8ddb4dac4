/// What a zip says more about an entry, before it or in the directory.
struct ZipExtraFields: Hashable {
  struct Field: Hashable {
    let kind: UInt16
    let bytes: [UInt8]
  }

  /// The fields, in order.
  let fields: [Field]
  /// Whether bytes are left that make no field.
  let hasRest: Bool

  /// Sizes and places that do not fit into 32 bits.
  static let large: UInt16 = 0x0001
  /// The time to the second, in UTC.
  static let time: UInt16 = 0x5455
  /// The owner and the group by their numbers.
  static let owner: UInt16 = 0x7875
  /// The name once more, in UTF-8. Some readers take this one, others the one in its place.
  static let unicodeName: UInt16 = 0x7075

  init(_ bytes: [UInt8]) {
    var fields: [Field] = []
    var offset = 0
    while bytes.count - offset >= 4 {
      let length = Int(bytes.number(2, at: offset + 2))
      guard bytes.count - offset - 4 >= length else { break }
      let kind = UInt16(bytes.number(2, at: offset))
      offset += 4
      fields.append(Field(kind: kind, bytes: Array(bytes[offset..<(offset + length)])))
      offset += length
    }
    self.fields = fields
    hasRest = offset < bytes.count
  }

  /// The first field of a kind.
  subscript(kind: UInt16) -> [UInt8]? { fields.first { $0.kind == kind }?.bytes }

  func count(of kind: UInt16) -> Int { fields.count { $0.kind == kind } }

  /// The numbers of eight bytes in the field for Zip64.
  var largeNumbers: [UInt64] {
    guard let bytes = self[Self.large] else { return [] }
    return stride(from: 0, through: bytes.count - 8, by: 8).map { bytes.number(8, at: $0) }
  }
}
