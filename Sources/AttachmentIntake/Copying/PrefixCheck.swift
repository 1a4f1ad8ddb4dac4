/// Holds the first bytes of a copy against the declared type as soon as there are enough of them.
///
/// So content that is not what was declared is refused before the rest of it is copied.
struct PrefixCheck {
  private let check: ContentCheck
  private let declared: TypeIdentifier
  private let name: String?
  private var collected: [UInt8] = []
  /// The type of the content, once it was decided.
  private(set) var contentType: TypeIdentifier?

  init(check: ContentCheck, declared: TypeIdentifier, name: String?) {
    self.check = check
    self.declared = declared
    self.name = name
  }

  var isDecided: Bool { contentType != nil }

  /// Looks at a chunk that is about to be written.
  mutating func look(at chunk: UnsafeRawBufferPointer) throws {
    guard contentType == nil else { return }
    let wanted = ContentCheck.prefixLength
    if collected.isEmpty, chunk.count >= wanted {
      contentType = try check.contentType(
        of: UnsafeRawBufferPointer(rebasing: chunk[..<wanted]), declared: declared, name: name)
      return
    }
    collected.append(contentsOf: chunk.prefix(wanted - collected.count))
    if collected.count == wanted { try decide() }
  }

  /// The content type, once all bytes were seen.
  mutating func finish() throws -> TypeIdentifier {
    if contentType == nil { try decide() }
    // `decide` sets it or throws.
    return contentType ?? declared
  }

  private mutating func decide() throws {
    contentType = try collected.withUnsafeBytes {
      try check.contentType(of: $0, declared: declared, name: name)
    }
    collected = []
  }
}
