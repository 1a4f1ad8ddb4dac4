import IntakeModel

/// Checks that content is text: well formed in its encoding, and without the characters of binary files.
///
/// UTF-8, or UTF-16 where a byte order mark says so. Other encodings cannot be told from their bytes.
struct TextInspector {
  func verdict(on bytes: UnsafeRawBufferPointer) -> ContentVerdict {
    if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes, isLittleEndian: true) }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes, isLittleEndian: false) }
    return utf8(bytes)
  }

  /// The same for text with a structure that nobody here checks: it may be found not to open, and never to
  /// open.
  func necessaryVerdict(on bytes: UnsafeRawBufferPointer) -> ContentVerdict {
    guard case .valid = verdict(on: bytes) else { return verdict(on: bytes) }
    return .notValidated(.noValidator)
  }

  /// Whether plain text may hold a character below U+0020: bell, backspace, tabs, the ends of lines and pages, and
  /// escape, which logs have.
  private func isTextControl(_ character: UInt16) -> Bool {
    (0x07...0x0D).contains(character) || character == 0x1B
  }

  /// The end of the text in files of CP/M and DOS, which nothing follows.
  private static let endOfText: UInt8 = 0x1A

  // MARK: UTF-8

  private func utf8(_ bytes: UnsafeRawBufferPointer) -> ContentVerdict {
    let claimsUTF8 = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    var place = 0
    var hasSequence = false
    var isLegacy = false
    while place < bytes.count {
      place = skipPlainASCII(bytes, from: place)
      guard place < bytes.count else { break }
      let byte = bytes[place]
      if byte < 0x20, !isTextControl(UInt16(byte)) {
        if byte == Self.endOfText, place == bytes.count - 1 { break }
        return .invalid(.controlCharacters)
      }
      guard byte >= 0x80, !isLegacy else {
        place += 1
        continue
      }
      if let length = UTF8Sequence.length(in: bytes, at: place) {
        place += length
        hasSequence = true
      } else if hasSequence, UTF8Sequence.isCut(in: bytes, at: place) {
        // Only after a whole sequence: the last letter of a text in Latin-1 looks like the begin of one too.
        return .invalid(.encoding)
      } else {
        // Perhaps of an older encoding; the rest is still searched for control characters.
        isLegacy = true
      }
    }
    guard isLegacy else { return .valid(ContentFacts()) }
    return claimsUTF8 ? .invalid(.encoding) : .notValidated(.unknownEncoding)
  }

  /// Passes over bytes from U+0020 to U+007F, eight at a time.
  private func skipPlainASCII(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var place = start
    while bytes.count - place >= 8 {
      let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      // Subtracting borrows from the highest bit of each byte that is below 0x20.
      let below = (word &- 0x2020_2020_2020_2020) & ~word
      if (word | below) & 0x8080_8080_8080_8080 != 0 { break }
      place += 8
    }
    while place < bytes.count, (0x20...0x7F).contains(bytes[place]) { place += 1 }
    return place
  }

  // MARK: UTF-16

  private func utf16(
    _ bytes: UnsafeRawBufferPointer, isLittleEndian: Bool
  ) -> ContentVerdict {
    guard bytes.count.isMultiple(of: 2) else { return .invalid(.encoding) }
    var awaitsLow = false
    for place in stride(from: 2, to: bytes.count, by: 2) {
      let stored = bytes.loadUnaligned(fromByteOffset: place, as: UInt16.self)
      let unit = isLittleEndian ? UInt16(littleEndian: stored) : UInt16(bigEndian: stored)
      switch unit {
      case 0xDC00...0xDFFF:
        guard awaitsLow else { return .invalid(.encoding) }
        awaitsLow = false
      case _ where awaitsLow: return .invalid(.encoding)
      case 0xD800...0xDBFF: awaitsLow = true
      case ..<0x20 where !isTextControl(unit): return .invalid(.controlCharacters)
      default: break
      }
    }
    return awaitsLow ? .invalid(.encoding) : .valid(ContentFacts())
  }
}

/// The sequences of more than one byte in UTF-8.
private enum UTF8Sequence {
  /// The length of the well-formed sequence at `place`; the bounds are those of table 3-7 of the Unicode Standard.
  static func length(in bytes: UnsafeRawBufferPointer, at place: Int) -> Int? {
    guard let (length, second) = lead(bytes[place]), bytes.count - place >= length,
      second.contains(bytes[place + 1])
    else { return nil }
    for next in (place + 2)..<(place + max(2, length)) where bytes[next] & 0xC0 != 0x80 {
      return nil
    }
    return length
  }

  /// Whether the bytes end within a sequence that was well formed so far.
  static func isCut(in bytes: UnsafeRawBufferPointer, at place: Int) -> Bool {
    let rest = bytes.count - place
    guard let (length, second) = lead(bytes[place]), rest < length else { return false }
    if rest > 1, !second.contains(bytes[place + 1]) { return false }
    return rest < 3 || bytes[place + 2] & 0xC0 == 0x80
  }

  private static func lead(_ byte: UInt8) -> (length: Int, second: ClosedRange<UInt8>)? {
    switch byte {
    case 0xC2...0xDF: (2, 0x80...0xBF)
    case 0xE0: (3, 0xA0...0xBF)
    case 0xED: (3, 0x80...0x9F)
    case 0xE1...0xEF: (3, 0x80...0xBF)
    case 0xF0: (4, 0x90...0xBF)
    case 0xF4: (4, 0x80...0x8F)
    case 0xF1...0xF3: (4, 0x80...0xBF)
    default: nil
    }
  }
}
