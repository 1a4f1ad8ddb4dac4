import JSONSyntax
import UniformTypes

/// What a document is, as far as its members tell: to say so where another kind of document belongs.
package enum DocumentKind: Sendable, CaseIterable {
  case contract, records, testEvents, matrix, propertyList, entitlements

  /// Recognises the whole of a document, or the first line of one that has a value on each line.
  ///
  /// - Returns: `nil` for what is none of these, or cannot be read.
  /// - Complexity: O(*n*) in the length of the document, of which at most that of a contract or of a property
  ///   list is read.
  package init?(of bytes: [UInt8]) {
    let start = bytes.firstIndex { $0 != 0x20 && !(0x09...0x0D ~= $0) } ?? bytes.endIndex
    if PropertyListNode.isBinary(bytes) || Self.isPropertyListText(bytes[start...]) {
      let node = try? PropertyListNode(reading: bytes)
      self = node?.looksLikeEntitlements == true ? .entitlements : .propertyList
      return
    }
    let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.endIndex
    let line = Array(bytes[start..<end].prefix(ShareRecordLine.maximumLength + 1))
    if let node = Self.read(line, JSONReader(.strict), limit: ShareRecordLine.maximumLength) {
      self.init(of: node)
    } else if let node = Self.read(
      bytes, JSONReader(.commented), limit: ContractDocument.maximumSize)
    {
      self.init(of: node)
    } else {
      return nil
    }
  }

  /// Whether a text is XML, and names the element of property lists soon.
  private static func isPropertyListText(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.first == UInt8(ascii: "<") else { return false }
    return String(decoding: bytes.prefix(1 << 10), as: UTF8.self).split(separator: "<")
      .contains { $0.hasPrefix("plist") }
  }

  private static func read(_ bytes: [UInt8], _ reader: JSONReader, limit: Int) -> JSONNode? {
    guard bytes.count <= limit else { return nil }
    var reader = reader
    reader.limits.size = limit
    reader.limits.values = 200_000
    return try? reader.read(bytes)
  }

  /// Recognises a JSON value by its members.
  private init?(of node: JSONNode) {
    guard node.members != nil else { return nil }
    if node["payload"]?.members != nil, node["kind"]?.string != nil {
      self = .testEvents
    } else if node["kind"]?.string == ShareRecordLine.kind, node["origin"] != nil {
      self = .records
    } else if node["contractDigest"] != nil, node["totals"] != nil {
      self = .matrix
    } else if node["accept"] != nil, node["kind"] == nil {
      self = .contract
    } else {
      return nil
    }
  }

  /// The kind in a sentence, such as "a contract".
  package var name: String {
    switch self {
    case .contract: "a contract"
    case .records: "a file of records"
    case .testEvents: "the event stream of a test run"
    case .matrix: "a matrix as JSON"
    case .propertyList: "a property list"
    case .entitlements: "entitlements"
    }
  }

  /// What is said of the document where one of another kind belongs.
  package func mismatch(expecting expected: DocumentKind) -> String {
    "this looks like \(name), where \(expected.name) belongs"
  }
}
