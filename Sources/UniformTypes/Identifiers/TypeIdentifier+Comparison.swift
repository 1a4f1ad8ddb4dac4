extension TypeIdentifier: Hashable, Comparable {
  /// Whether both name the same type: equal but for the case of ASCII letters.
  public static func == (left: Self, right: Self) -> Bool {
    guard left.number == right.number else { return false }
    if left.standardNumber != nil { return true }
    return left.rawValue.withUTF8Bytes { left in
      right.rawValue.withUTF8Bytes { left.equalsFoldingASCII($0) }
    }
  }

  /// Orders by the bytes of the canonical text.
  public static func < (left: Self, right: Self) -> Bool {
    left.rawValue.utf8.lexicographicallyPrecedes(
      right.rawValue.utf8, by: { $0.foldedASCII < $1.foldedASCII })
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(number)
    guard standardNumber == nil else { return }
    // Byte by byte into the seeded hasher: a sender chooses these texts, and could otherwise
    // choose them to collide.
    for byte in rawValue.utf8 {
      hasher.combine(byte.foldedASCII)
    }
  }
}
