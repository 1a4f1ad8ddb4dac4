extension UInt8 {
  /// The byte in lower case if it is an ASCII letter; otherwise the byte.
  @inline(__always)
  var foldedASCII: UInt8 {
    self &- 0x41 < 26 ? self | 0x20 : self
  }

  /// Whether the byte is an ASCII letter or digit.
  var isASCIIAlphanumeric: Bool {
    foldedASCII &- 0x61 < 26 || self &- 0x30 < 10
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether two texts are the same but for the case of ASCII letters.
  func equalsFoldingASCII(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == other.count else { return false }
    for place in 0..<count where self[place].foldedASCII != other[place].foldedASCII {
      return false
    }
    return true
  }
}

extension String {
  /// The text with its ASCII letters in lower case. Other letters stay as they are.
  ///
  /// - Complexity: O(*n*); allocates only if a letter is in upper case.
  var foldedASCII: String {
    guard utf8.contains(where: { $0 != $0.foldedASCII }) else { return self }
    return String(decoding: utf8.map(\.foldedASCII), as: UTF8.self)
  }

  /// Calls `body` with the text in UTF-8, without copying it where the text is stored so.
  func withUTF8Bytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    var native = self
    return native.withUTF8(body)
  }
}
