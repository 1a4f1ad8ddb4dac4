extension ContentSignature {
  /// Archives whose beginning needs a look at more than one place, and what is packed as one.
  static func container(_ bytes: BytePrefix) -> TypeIdentifier? {
    switch bytes[0] {
    case UInt8(ascii: "P"):
      if bytes.has("PK\u{3}\u{4}") { return zip(bytes, firstMember: 0) }
      if bytes.has("PK\u{7}\u{8}PK\u{3}\u{4}") { return zip(bytes, firstMember: 4) }
      if bytes.has("PK\u{5}\u{6}\0\0\0\0") { return .zip }
    case 0x1F:
      // Method deflate, and no flag that is reserved.
      if bytes.has([0x1F, 0x8B, 8]), let flags = bytes[3], flags & 0xE0 == 0 {
        return "org.gnu.gnu-zip-archive"
      }
      if bytes.has([0x1F, 0x9D]), let bits = bytes[2], 9...16 ~= bits & 0x1F {
        return "public.z-archive"
      }
    case UInt8(ascii: "B"):
      let isStart =
        bytes.has("BZh") && bytes[3].map { UInt8(ascii: "1")...UInt8(ascii: "9") ~= $0 } == true
      // A block, or the end of an empty stream.
      if isStart, bytes.has([0x31, 0x41, 0x59, 0x26, 0x53, 0x59], at: 4) {
        return "public.bzip2-archive"
      }
      if isStart, bytes.has([0x17, 0x72, 0x45, 0x38, 0x50, 0x90], at: 4) {
        return "public.bzip2-archive"
      }
    case UInt8(ascii: "0"):
      return isCopyArchive(bytes) ? "public.cpio-archive" : nil
    default: break
    }
    if bytes.has("ustar\0", at: 257) || bytes.has("ustar  \0", at: 257) {
      return "public.tar-archive"
    }
    return nil
  }

  /// Whether a cpio archive in one of its text forms begins: its header is one long number, while
  /// lists of other numbers have something between them.
  private static func isCopyArchive(_ bytes: BytePrefix) -> Bool {
    if bytes.has("070701") || bytes.has("070702") {
      return (6..<110).allSatisfy { place in
        bytes[place].map { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0.foldedASCII } ?? false
      }
    }
    guard bytes.has("070707") else { return false }
    return (6..<76).allSatisfy { place in bytes[place].map { 0x30...0x37 ~= $0 } ?? false }
  }

  /// A zip archive, or a document in one, by its first members.
  private static func zip(_ bytes: BytePrefix, firstMember: Int) -> TypeIdentifier {
    guard let first = memberName(bytes, at: firstMember) else { return .zip }
    let nameEnd = firstMember + 30 + first.utf8.count
    if first == "mimetype", bytes.littleEndian(2, at: firstMember + 8) == 0 {
      let extra = bytes.littleEndian(2, at: firstMember + 28) ?? 0
      let size = min(bytes.littleEndian(4, at: firstMember + 22) ?? 0, 255)
      return document(mimeType: bytes.text(nameEnd + extra..<nameEnd + extra + size)) ?? .zip
    }
    if first.hasPrefix("META-INF/") { return "com.sun.java-archive" }
    if first == "AndroidManifest.xml" { return "vnd.android.package-archive" }
    if first.hasPrefix("Payload/") { return "com.apple.itunes.ipa" }
    return officeDocument(bytes, from: firstMember) ?? .zip
  }

  /// What the member "mimetype" says, if it names a kind of document that has such a member.
  private static func document(mimeType: String) -> TypeIdentifier? {
    guard let type = TypeRegistry.standard.type(mimeType: mimeType) else { return nil }
    let roots: [TypeIdentifier] = [.epub, "org.oasis-open.opendocument"]
    // The type of databases does not conform to the others.
    let isDocument = roots.contains { TypeRegistry.standard.conforms(type, to: $0) }
    return isDocument || type == "org.oasis-open.opendocument.database" ? type : nil
  }

  /// An Office document, by the folder of a member that is within the prefix.
  private static func officeDocument(_ bytes: BytePrefix, from start: Int) -> TypeIdentifier? {
    var hasContentTypes = false
    var kind: TypeIdentifier?
    var next: Int? = start
    // Sizes in local headers may be left open, so members are found by their signature.
    while let member = next {
      if let name = memberName(bytes, at: member) {
        hasContentTypes = hasContentTypes || name == "[Content_Types].xml"
        if name.hasPrefix("word/") {
          kind = kind ?? "org.openxmlformats.wordprocessingml.document"
        } else if name.hasPrefix("xl/") {
          kind = kind ?? "org.openxmlformats.spreadsheetml.sheet"
        } else if name.hasPrefix("ppt/") {
          kind = kind ?? "org.openxmlformats.presentationml.presentation"
        }
      }
      next = bytes.place(of: "PK\u{3}\u{4}", from: member + 4)
    }
    guard hasContentTypes else { return nil }
    return kind ?? "org.openxmlformats.openxml"
  }

  private static func memberName(_ bytes: BytePrefix, at member: Int) -> String? {
    guard let length = bytes.littleEndian(2, at: member + 26), 1...1024 ~= length else {
      return nil
    }
    guard member + 30 + length <= bytes.count else { return nil }
    return bytes.text(member + 30..<member + 30 + length)
  }
}
