/// Holds the first bytes of a copy against the declared type as soon as there are enough of them.
///
/// So content that is not what was declared is refused before the rest of it is copied.
struct PrefixCheck {
  private let check: ContentCheck
  private let declared: TypeIdentifier
  private let name: String?
  private let trace: LoadTrace?
  private var collected: [UInt8] = []
  /// The type of the content, once it was decided.
  private(set) var contentType: TypeIdentifier?

  init(check: ContentCheck, declared: TypeIdentifier, name: String?, trace: LoadTrace? = nil) {
    self.check = check
    self.declared = declared
    self.name = name
    self.trace = trace
  }

  var isDecided: Bool { contentType != nil }

  /// Looks at a chunk that is about to be written.
  mutating func look(at chunk: UnsafeRawBufferPointer) throws {
    guard contentType == nil else { return }
    let wanted = ContentCheck.prefixLength
    if collected.isEmpty, chunk.count >= wanted {
      try decide(by: UnsafeRawBufferPointer(rebasing: chunk[..<wanted]))
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
    let prefix = collected
    try prefix.withUnsafeBytes { try decide(by: $0) }
    collected = []
  }

  private mutating func decide(by prefix: UnsafeRawBufferPointer) throws {
    // Before the check, which may refuse it.
    trace?.identified(ContentSignature.identify(prefix: prefix))
    contentType = try check.contentType(of: prefix, declared: declared, name: name)
  }
}
