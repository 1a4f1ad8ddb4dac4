extension ContentSignature {
  /// Whether the beginning of some content could be text.
  ///
  /// It could if it is UTF-8 without a NUL, where the last character may be cut off, or begins with
  /// a byte order mark for UTF-16. Nothing at all could be text.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public static func looksLikeText(prefix: UnsafeRawBufferPointer) -> Bool {
    let bytes = BytePrefix(bytes: prefix)
    // With two NULs behind it, the mark is one for UTF-32, which nobody sends.
    if bytes.has([0xFE, 0xFF]) || bytes.has([0xFF, 0xFE]) && !bytes.has([0, 0], at: 2) {
      return true
    }
    guard !prefix.contains(0) else { return false }
    let whole = prefix.dropLast(lengthOfCutCharacter(prefix))
    return String(validating: whole, as: UTF8.self) != nil
  }

  /// Whether the beginning of some content could be text. See the other form.
  public static func looksLikeText(prefix: [UInt8]) -> Bool {
    prefix.withUnsafeBytes { looksLikeText(prefix: $0) }
  }

  /// How many bytes at the end begin a character that needs more of them.
  private static func lengthOfCutCharacter(_ bytes: UnsafeRawBufferPointer) -> Int {
    for length in 1...3 where length <= bytes.count {
      let needed =
        switch bytes[bytes.count - length] {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        case 0x80...0xBF: 0
        default: 1
        }
      if needed > 0 { return needed > length ? length : 0 }
    }
    return 0
  }

  /// Whether content is the stub that a cloud drive leaves for a file not yet downloaded.
  ///
  /// Such a stub is a binary property list with the name and size of the real file, and is itself
  /// named ".name.icloud". The bytes decide, since names get lost on the way; the name only makes
  /// up for one of two keys that is beyond the prefix.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public static func isUndownloadedPlaceholder(
    prefix: UnsafeRawBufferPointer, name: String? = nil
  ) -> Bool {
    let bytes = BytePrefix(bytes: UnsafeRawBufferPointer(rebasing: prefix.prefix(prefixLength)))
    guard bytes.has("bplist0") else { return false }
    let keys: [StaticString] = ["NSURLNameKey", "NSURLFileSizeKey", "NSURLFileResourceTypeKey"]
    let found = keys.filter { bytes.place(of: $0) != nil }.count
    let isNamed = name.map { $0.hasPrefix(".") && $0.foldedASCII.hasSuffix(".icloud") } ?? false
    return found >= (isNamed ? 1 : 2)
  }

  /// Whether content is a stub. See the other form.
  public static func isUndownloadedPlaceholder(prefix: [UInt8], name: String? = nil) -> Bool {
    prefix.withUnsafeBytes { isUndownloadedPlaceholder(prefix: $0, name: name) }
  }
}
