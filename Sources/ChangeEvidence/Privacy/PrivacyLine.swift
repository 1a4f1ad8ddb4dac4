import JSONSyntax

/// A line of a member, and what is looked for in it. What it holds is only ever compared, never kept.
struct PrivacyLine {
  let bytes: [UInt8]
  /// The same with the letters of ASCII in lower case.
  let lower: [UInt8]
  /// Of ``lower``.
  private let pairs: BytePairs

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    lower = bytes.map(\.lowercasedASCII)
    pairs = BytePairs(of: lower)
  }

  /// The kinds of things that stand in the line, each once: as it is, and as those see it who undo what JSON, HTML
  /// and addresses of the web escape.
  ///
  /// - Parameter words: In lower case.
  /// - Complexity: O(*n*) in the length of the line, times the number of words.
  static func kinds(
    in line: [UInt8], words: [[UInt8]], allowing fileNames: Set<String>
  ) -> [PrivacyFinding.Kind] {
    let whole = PrivacyLine(line)
    if whole.isBinary { return [.unreadable] }
    var found = whole.kinds(words: words, allowing: fileNames)
    var bytes = line
    // What is escaped three times is no longer read as what it was by anybody.
    for _ in 0..<3 {
      guard let decoded = PrivacyDecoding.decoded(bytes) else { break }
      bytes = decoded
      found.formUnion(PrivacyLine(bytes).kinds(words: words, allowing: fileNames))
    }
    return PrivacyFinding.Kind.allCases.filter { found.contains($0) }
  }

  private func kinds(
    words: [[UInt8]], allowing fileNames: Set<String>
  ) -> Set<PrivacyFinding.Kind> {
    var kinds: Set<PrivacyFinding.Kind> = []
    if hasEmailAddress { kinds.insert(.emailAddress) }
    if hasPhoneNumber { kinds.insert(.phoneNumber) }
    if hasCoordinates { kinds.insert(.coordinates) }
    kinds.formUnion(paths)
    if hasFileName(allowing: fileNames) { kinds.insert(.fileName) }
    if hasName { kinds.insert(.name) }
    if words.contains(where: { has(word: $0) }) { kinds.insert(.privateWord) }
    if hasToken { kinds.insert(.token) }
    if hasPrivateKey { kinds.insert(.privateKey) }
    if hasEncodedMedia { kinds.insert(.media) }
    return kinds
  }

  private var isBinary: Bool {
    bytes.contains { $0 < 0x20 && $0 != 0x09 && $0 != 0x0D && $0 != 0x1B }
      || UTF8Check.firstInvalid(in: bytes) != nil
  }

  // MARK: Bytes

  /// The byte at a place; a space beyond the ends.
  subscript(place: Int) -> UInt8 { bytes.indices.contains(place) ? bytes[place] : 0x20 }

  static func isDigit(_ byte: UInt8) -> Bool { byte.isASCIIDigit }

  static func isLetter(_ byte: UInt8) -> Bool { byte.isASCIILetter }

  /// Letters and digits of ASCII, and all that is beyond ASCII.
  static func isWord(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) || byte >= 0x80 }

  /// Whether the text stands at a place, whatever the case of its letters.
  func has(_ text: StaticString, at place: Int) -> Bool {
    lower.withUnsafeBufferPointer { ByteSearch.stands(text.bytes, at: place, in: $0) }
  }

  /// The places at which the text, in lower case, stands, whatever the case of its letters.
  func places(of text: StaticString) -> [Int] {
    places(of: text.bytes)
  }

  private func places(of text: UnsafeBufferPointer<UInt8>) -> [Int] {
    pairs.mayHold(text) ? Self.places(of: text, in: lower) : []
  }

  /// The places at which the text stands as it is.
  func exactPlaces(of text: StaticString) -> [Int] {
    Self.places(of: text.bytes, in: bytes)
  }

  private static func places(of text: UnsafeBufferPointer<UInt8>, in bytes: [UInt8]) -> [Int] {
    bytes.withUnsafeBufferPointer { bytes in
      var found: [Int] = []
      while let place = ByteSearch.next(text, in: bytes, from: found.last.map { $0 + 1 } ?? 0) {
        found.append(place)
      }
      return found
    }
  }

  private func has(word: [UInt8]) -> Bool {
    guard !word.isEmpty else { return false }
    return word.withUnsafeBufferPointer { places(of: $0) }.contains { start in
      !Self.isWord(self[start - 1]) && !Self.isWord(self[start + word.count])
    }
  }
}
