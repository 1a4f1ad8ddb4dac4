extension PrivacyLine {
  /// Beginnings of tokens that services give out, and how many letters, digits, hyphens and underlines follow.
  private static let tokens: [(beginning: StaticString, length: Int)] = [
    ("ghp_", 20), ("gho_", 20), ("ghs_", 20), ("ghu_", 20), ("github_pat_", 20), ("glpat-", 16),
    ("xoxb-", 10), ("xoxp-", 10), ("xoxa-", 10), ("xoxs-", 10), ("akia", 16), ("asia", 16),
    ("aiza", 30), ("sk_live_", 10), ("rk_live_", 10), ("npm_", 30), ("pypi-", 30), ("sk-", 32),
    ("bearer ", 12), ("basic ", 16),
  ]

  private static let assignments: [StaticString] = [
    "password", "passwd", "secret", "token", "api_key", "apikey", "authorization", "access_key",
    "session_id", "sessionid", "cookie",
  ]

  var hasToken: Bool {
    for token in Self.tokens {
      for place in places(of: token.beginning) where !Self.isWord(self[place - 1]) {
        let start = place + token.beginning.utf8CodeUnitCount
        let length = run(start, of: isTokenByte)
        if length >= token.length, mixes(start, length) { return true }
      }
    }
    return hasAssignment || hasWebToken || hasPasswordInAddress
  }

  /// Whether there is a digit or a capital among the next bytes: `asia` and `basic` begin words as well.
  private func mixes(_ start: Int, _ length: Int) -> Bool {
    bytes[min(start, bytes.count)..<min(start + length, bytes.count)]
      .contains { Self.isDigit($0) || (0x41...0x5A).contains($0) }
  }

  /// `password=…`, `"token": "…"`.
  private var hasAssignment: Bool {
    Self.assignments.contains { word in
      places(of: word).contains { place in
        var next = place + word.utf8CodeUnitCount
        if self[next] == 0x22 || self[next] == 0x27 { next += 1 }
        guard self[next] == 0x3D || self[next] == 0x3A else { return false }
        next += 1
        while next < bytes.count, [0x20, 0x22, 0x27].contains(bytes[next]) { next += 1 }
        return run(next, of: { $0 > 0x20 && $0 != 0x22 && $0 != 0x27 && $0 != 0x2C && $0 != 0x7D })
          >= 6
      }
    }
  }

  /// A JSON Web Token.
  private var hasWebToken: Bool {
    places(of: "eyj").contains { place in
      guard !Self.isWord(self[place - 1]) else { return false }
      let header = run(place, of: isTokenByte)
      return header >= 10 && self[place + header] == UInt8(ascii: ".")
        && run(place + header + 1, of: isTokenByte) >= 10
    }
  }

  /// `https://user:password@host`.
  private var hasPasswordInAddress: Bool {
    places(of: "://").contains { place in
      let length = run(
        place + 3, of: { $0 > 0x20 && ![0x2F, 0x22, 0x27, 0x3C, 0x40].contains($0) })
      return self[place + 3 + length] == UInt8(ascii: "@")
        && bytes[(place + 3)..<(place + 3 + length)].contains(0x3A)
    }
  }

  private func isTokenByte(_ byte: UInt8) -> Bool {
    Self.isDigit(byte) || Self.isLetter(byte) || byte == 0x2D || byte == 0x5F
  }

  /// How many bytes from a place on are of a kind, as far as it matters.
  private func run(_ start: Int, of isOfKind: (UInt8) -> Bool) -> Int {
    var place = start
    while place < bytes.count, place - start < 4_096, isOfKind(bytes[place]) { place += 1 }
    return place - start
  }

  var hasPrivateKey: Bool {
    !places(of: "private key-----").isEmpty || !places(of: "begin pgp private key").isEmpty
      || !places(of: "openssh private key").isEmpty
  }

  private static let inlineMedia: [StaticString] = [
    "data:image/jp", "data:image/png", "data:image/gif", "data:image/heic", "data:image/webp",
    "data:audio/", "data:video/", "data:application/pdf", "data:application/octet-stream",
  ]

  /// Beginnings of images, films, documents and archives in base 64, in either alphabet, or in hexadecimal digits,
  /// where it goes on.
  var hasEncodedMedia: Bool {
    Self.inlineMedia.contains { !places(of: $0).isEmpty } || hasBase64Media || hasHexadecimalMedia
  }

  /// The letters of base 64 have cases: these are compared as they are.
  private static let base64Beginnings: [StaticString] = [
    "/9j/", "_9j_", "iVBORw0KGgo", "JVBERi0", "R0lGODdh", "R0lGODlh", "UEsDBB", "SUkqA", "TU0AK",
    "YnBsaXN0", "UklGR",
  ]

  private var hasBase64Media: Bool {
    let isMedia = { [self] place in begins(place) && run(place, of: isBase64) >= 24 }
    if Self.base64Beginnings.contains(where: { exactPlaces(of: $0).contains(where: isMedia) }) {
      return true
    }
    // A size of four bytes, then `ftyp`.
    return exactPlaces(of: "Z0eX").contains { place in
      hasExactly("AAAA", at: place - 6) && isMedia(place - 6)
    }
  }

  private static let hexadecimalBeginnings: [StaticString] = [
    "ffd8ff", "89504e47", "25504446", "474946383", "504b0304", "49492a00", "4d4d002a",
    "62706c697374",
  ]

  private var hasHexadecimalMedia: Bool {
    let isMedia = { [self] place in
      guard begins(place) else { return false }
      // Digests have hexadecimal digits as well, and begin with anything.
      let length = run(place, of: isHexadecimal)
      return length >= 48 && ![56, 64, 96, 128].contains(length)
    }
    if Self.hexadecimalBeginnings.contains(where: { places(of: $0).contains(where: isMedia) }) {
      return true
    }
    return places(of: "66747970").contains { place in
      has("000000", at: place - 8) && isMedia(place - 8)
    }
  }

  /// Whether what stands at a place is no part of a word or a path.
  private func begins(_ place: Int) -> Bool {
    !Self.isWord(self[place - 1]) && self[place - 1] != UInt8(ascii: "/")
  }

  private func isHexadecimal(_ byte: UInt8) -> Bool {
    Self.isDigit(byte) || (0x61...0x66).contains(byte | 0x20)
  }

  private func isBase64(_ byte: UInt8) -> Bool {
    isTokenByte(byte) || byte == 0x2B || byte == 0x2F
  }

  private func hasExactly(_ text: StaticString, at place: Int) -> Bool {
    bytes.withUnsafeBufferPointer { ByteSearch.stands(text.bytes, at: place, in: $0) }
  }
}
