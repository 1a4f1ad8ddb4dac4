/// A value in a property list, and where it stands there.
///
/// For messages that name the line, and for checks of keys in the order of the file, which
/// ``PropertyListValue`` does not keep.
package struct PropertyListNode: Sendable {
  package enum Content: Sendable {
    /// Anything but an array or a dictionary.
    case scalar(PropertyListValue)
    case array([PropertyListNode])
    /// In the order of the file. No key occurs twice.
    case dictionary([Member])
  }

  /// A key and its value.
  package struct Member: Sendable {
    package let key: String
    /// The byte at which the key begins: its element in XML, its object in the binary form.
    package let keyOffset: Int
    package let node: PropertyListNode
  }

  /// A part of a string that stands in the file byte for byte.
  struct Segment: Sendable {
    /// The first byte, in the string.
    let start: Int
    /// The first byte, in the file.
    let offset: Int
  }

  package let content: Content
  /// The byte at which the value begins: its element in XML, its object in the binary form.
  package let offset: Int
  /// For a string in XML: where its parts come from, in order.
  private let segments: [Segment]

  init(_ content: Content, at offset: Int, segments: [Segment] = []) {
    self.content = content
    self.offset = offset
    self.segments = segments
  }

  /// Reads a property list in XML or in the binary form, as ``PropertyListValue/init(reading:)``.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package init(reading bytes: [UInt8]) throws(PropertyListError) {
    guard bytes.count <= PropertyListValue.maximumSize else {
      throw PropertyListError(
        .byte(PropertyListValue.maximumSize),
        "has \(bytes.count) bytes, more than the limit of \(PropertyListValue.maximumSize)")
    }
    if Self.isBinary(bytes) {
      var reader = try BinaryPropertyListReader(bytes)
      self = try reader.read()
    } else {
      var reader = try XMLPropertyListReader(bytes)
      self = try reader.read()
    }
  }

  /// Whether the bytes are read as the binary form.
  package static func isBinary(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "bplist0".utf8) }

  /// The value without its places.
  ///
  /// - Complexity: O(*n*) in the number of values.
  package var value: PropertyListValue {
    switch content {
    case .scalar(let value): return value
    case .array(let nodes): return .array(nodes.map(\.value))
    case .dictionary(let members):
      return .dictionary(
        Dictionary(uniqueKeysWithValues: members.map { ($0.key, $0.node.value) }))
    }
  }

  /// What kind of value this is, for messages.
  package var kind: String {
    switch content {
    case .scalar(let value): value.kind
    case .array: PropertyListValue.array([]).kind
    case .dictionary: PropertyListValue.dictionary([:]).kind
    }
  }

  /// The string, if the value is one.
  package var string: String? {
    if case .scalar(.string(let text)) = content { text } else { nil }
  }

  /// The members, if the value is a dictionary.
  package var members: [Member]? {
    if case .dictionary(let members) = content { members } else { nil }
  }

  /// The value of a key; `nil` if there is none, or if the value is no dictionary.
  ///
  /// - Complexity: O(*n*) in the number of keys.
  package subscript(key: String) -> PropertyListNode? {
    members?.first { $0.key == key }?.node
  }

  /// The byte of the file from which a byte of the string comes.
  ///
  /// In XML that holds also behind entities, comments and sections of characters. In the binary
  /// form it is the string as a whole, and so it is for values that are no string.
  ///
  /// - Parameter place: A byte of the string in UTF-8, from zero; its count for its end.
  /// - Complexity: O(log *n*) in the number of parts of the string.
  package func offset(ofByte place: Int) -> Int {
    var (low, high) = (0, segments.count)
    while low < high {
      let middle = (low + high) / 2
      if segments[middle].start <= place { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return segments.first?.offset ?? offset }
    let segment = segments[low - 1]
    return segment.offset + (place - segment.start)
  }
}
