/// The file name of a stored copy: its identifier, and the preferred extension of its type.
///
/// It is generated and never taken from a source (P2), so it holds no separator, no dot but the one before
/// the extension, and nothing that a path could mean.
public struct StoredName: Hashable, Sendable {
  /// The identifier of the copy, which makes the name unique.
  public let id: AttachmentID
  /// At most 16 lowercase ASCII letters and digits; `nil` for a type without an extension.
  public let filenameExtension: String?

  /// A name for `id`. An extension that is not 1 to 16 ASCII letters or digits is left out.
  public init(id: AttachmentID, filenameExtension: String? = nil) {
    self.id = id
    // Other letters, such as the Kelvin sign, have ASCII ones as their lowercase.
    let isASCII = filenameExtension?.utf8.allSatisfy { $0 < 0x80 } ?? false
    let lowercase = isASCII ? filenameExtension?.lowercased() : nil
    self.filenameExtension = lowercase.flatMap { Self.isPlain($0) ? $0 : nil }
  }

  private static func isPlain(_ text: String) -> Bool {
    (1...16).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      }
  }
}

extension StoredName: LosslessStringConvertible {
  public var description: String {
    guard let filenameExtension else { return id.description }
    return "\(id).\(filenameExtension)"
  }

  /// Reads a name back; `nil` for every text that ``description`` does not write.
  public init?(_ text: String) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let id = AttachmentID(String(parts[0])) else { return nil }
    self.init(id: id, filenameExtension: parts.count == 2 ? String(parts[1]) : nil)
    guard description == text else { return nil }
  }
}
