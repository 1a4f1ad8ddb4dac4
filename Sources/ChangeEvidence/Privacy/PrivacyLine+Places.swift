extension PrivacyLine {
  // MARK: On Earth

  private static let coordinateNames: [StaticString] = ["latitude", "longitude", "geo:"]

  /// Quotes, a colon, an equals sign or a space.
  private func isBetweenNameAndNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x22, 0x27, 0x3A, 0x3D, 0x20: true
    default: false
    }
  }

  /// Two numbers with four or more digits behind their points, which could be a latitude and a longitude; or one
  /// that is named so.
  var hasCoordinates: Bool {
    let isNamed = Self.coordinateNames.contains { name in
      places(of: name).contains { start in
        let end = start + name.utf8CodeUnitCount
        var place = end
        while place < end + 4, isBetweenNameAndNumber(self[place]) { place += 1 }
        let byte = self[place]
        return Self.isDigit(byte) || byte == 0x2D && Self.isDigit(self[place + 1])
      }
    }
    if isNamed { return true }
    return bytes.indices.contains { start in
      let before = self[start - 1]
      guard !Self.isWord(before), before != 0x2E, before != 0x2D, before != 0x2B,
        let first = coordinate(start, limit: 90)
      else { return false }
      var next = first
      while next < first + 3, [0x2C, 0x3B, 0x20].contains(self[next]) { next += 1 }
      // Without anything between them where the second has a sign, as in `+37.3349-122.0090/`.
      guard next > first || self[next] == 0x2B || self[next] == 0x2D,
        let end = coordinate(next, limit: 180)
      else { return false }
      return !Self.isWord(self[end])
    }
  }

  /// The end of a number such as `-122.0090`; `nil` where there is none, or one beyond `limit`.
  private func coordinate(_ start: Int, limit: Int) -> Int? {
    var place = start
    if self[place] == 0x2B || self[place] == 0x2D { place += 1 }
    var whole = 0
    let first = place
    while place < first + 4, Self.isDigit(self[place]) {
      whole = whole * 10 + Int(self[place] - 0x30)
      place += 1
    }
    guard (1...3).contains(place - first), whole <= limit, self[place] == 0x2E else { return nil }
    place += 1
    let fraction = place
    while place < fraction + 20, Self.isDigit(self[place]) { place += 1 }
    return place - fraction >= 4 && place - fraction < 20 ? place : nil
  }

  // MARK: On a disk

  /// Absolute paths of two or more parts, those in a home folder, and those of Windows: in backquotes, or elsewhere.
  var paths: Set<PrivacyFinding.Kind> {
    var kinds: Set<PrivacyFinding.Kind> = []
    var isQuoted = false
    let last = bytes.lastIndex(of: UInt8(ascii: "`"))
    for place in bytes.indices {
      // One that is not closed quotes nothing.
      if bytes[place] == UInt8(ascii: "`") { isQuoted = !isQuoted && place != last }
      if isPath(place) { kinds.insert(isQuoted ? .quotedPath : .path) }
    }
    return kinds
  }

  private func isPath(_ start: Int) -> Bool {
    switch bytes[start] {
    case UInt8(ascii: "/"): isAbsolutePath(start)
    case UInt8(ascii: "~"):
      !Self.isWord(self[start - 1]) && self[start + 1] == UInt8(ascii: "/")
        && isPathByte(self[start + 2])
    case UInt8(ascii: ":"): isDrive(start)
    default: false
    }
  }

  private func isAbsolutePath(_ start: Int) -> Bool {
    let before = self[start - 1]
    if before == UInt8(ascii: "/"), has("file://", at: start - 6) { return true }
    guard
      [0x20, 0x09, 0x22, 0x27, 0x3D, 0x28, 0x3E, 0x2C, 0x3B, 0x7C, 0x5B, 0x60, 0x3A].contains(
        before)
    else { return false }
    var place = start + 1
    while isPathByte(self[place]), place < bytes.count { place += 1 }
    return place > start + 1 && self[place] == UInt8(ascii: "/") && isPathByte(self[place + 1])
  }

  private func isPathByte(_ byte: UInt8) -> Bool {
    Self.isWord(byte) || byte == 0x2E || byte == 0x2D || byte == 0x5F
  }

  /// `C:\Name`, also as JSON writes it.
  private func isDrive(_ colon: Int) -> Bool {
    guard Self.isLetter(self[colon - 1]), !Self.isWord(self[colon - 2]),
      self[colon + 1] == UInt8(ascii: "\\")
    else { return false }
    let next = self[colon + 2]
    return next == UInt8(ascii: "\\") || (0x41...0x5A).contains(next)
  }
}
