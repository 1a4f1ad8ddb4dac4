extension PrivacyLine {
  /// `local@domain.tld`.
  var hasEmailAddress: Bool {
    bytes.indices.contains { at in
      guard bytes[at] == UInt8(ascii: "@") else { return false }
      let before = self[at - 1]
      guard Self.isWord(before) || [0x5F, 0x2B, 0x2D, 0x25].contains(before) else { return false }
      var end = at + 1
      var lastDot: Int?
      while end < bytes.count,
        Self.isWord(bytes[end]) || bytes[end] == UInt8(ascii: "-")
          || bytes[end] == UInt8(ascii: ".")
      {
        if bytes[end] == UInt8(ascii: ".") {
          // A dot at the end of a sentence is none of the address.
          guard Self.isWord(self[end + 1]) else { break }
          lastDot = end
        }
        end += 1
      }
      guard let lastDot, lastDot > at + 1 else { return false }
      let top = bytes[(lastDot + 1)..<end]
      return top.count >= 2 && top.allSatisfy { Self.isLetter($0) || $0 >= 0x80 }
    }
  }

  /// With a country's code, in an American group, or with a leading zero and an area code.
  var hasPhoneNumber: Bool {
    bytes.indices.contains { start in
      let before = self[start - 1]
      guard !Self.isWord(before), before != UInt8(ascii: "-"), before != UInt8(ascii: ".") else {
        return false
      }
      switch bytes[start] {
      case UInt8(ascii: "+"): return isInternational(start)
      case UInt8(ascii: "("): return isGrouped(start + 1, area: UInt8(ascii: ")"))
      case UInt8(ascii: "0"): return isNational(start)
      case UInt8(ascii: "1")...UInt8(ascii: "9"): return isGrouped(start, area: nil)
      case UInt8(ascii: "t"): return has("tel:", at: start) && isNumber(start + 4)
      default: return false
      }
    }
  }

  private func isNumber(_ place: Int) -> Bool {
    Self.isDigit(self[place]) || self[place] == UInt8(ascii: "+")
  }

  /// `+49 170 1234567`: 8 to 15 digits with single separators.
  private func isInternational(_ start: Int) -> Bool {
    var digits = 0
    var place = start + 1
    var separators = 0
    while place < bytes.count {
      if Self.isDigit(bytes[place]) {
        digits += 1
        separators = 0
        if digits > 15 { return false }
      } else if [0x20, 0x2D, 0x2E, 0x28, 0x29, 0x2F].contains(bytes[place]), separators < 2,
        digits > 0
      {
        separators += 1
      } else {
        break
      }
      place += 1
    }
    return digits >= 8 && !Self.isWord(self[place])
  }

  /// `(555) 123-4567` or `555-123-4567`.
  private func isGrouped(_ start: Int, area close: UInt8?) -> Bool {
    guard digits(start) == 3 else { return false }
    var place = start + 3
    if let close {
      guard self[place] == close else { return false }
      place += self[place + 1] == 0x20 ? 2 : 1
    } else {
      guard self[place] == 0x2D || self[place] == 0x2E else { return false }
      place += 1
    }
    guard digits(place) == 3, self[place + 3] == 0x2D || self[place + 3] == 0x2E,
      digits(place + 4) == 4
    else { return false }
    let after = self[place + 8]
    return !Self.isWord(after) && after != 0x2D && (after != 0x2E || !Self.isDigit(self[place + 9]))
  }

  /// `0170 1234567`, `030/1234567`, `01701234567`, `06 12 34 56 78` or `0049 170 1234567`.
  private func isNational(_ start: Int) -> Bool {
    if self[start + 1] == 0x30 {
      return (0x31...0x39).contains(self[start + 2]) && isInternational(start + 1)
    }
    let area = digits(start)
    if (10...12).contains(area) { return isEnd(start + area) }
    if area == 2 { return hasPairs(start) }
    guard (3...5).contains(area), [0x20, 0x2D, 0x2F].contains(self[start + area]) else {
      return false
    }
    let number = digits(start + area + 1)
    return (6...8).contains(number) && isEnd(start + area + 1 + number)
  }

  /// Five pairs of digits with one kind of separator.
  private func hasPairs(_ start: Int) -> Bool {
    let separator = self[start + 2]
    guard [0x20, 0x2D, 0x2E].contains(separator) else { return false }
    for pair in 1...4 {
      let place = start + 3 * pair
      guard digits(place) == 2, pair == 4 || self[place + 2] == separator else { return false }
    }
    return isEnd(start + 14)
  }

  /// Whether a number ends before a place.
  private func isEnd(_ place: Int) -> Bool {
    let after = self[place]
    return !Self.isWord(after) && after != 0x2D && (after != 0x2E || !Self.isDigit(self[place + 1]))
  }

  private func digits(_ start: Int) -> Int {
    var place = start
    while place < start + 16, Self.isDigit(self[place]) { place += 1 }
    return place - start
  }
}
