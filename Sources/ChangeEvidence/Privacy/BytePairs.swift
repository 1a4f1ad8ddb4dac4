/// Which pairs of bytes stand in a line, by which most texts are ruled out without a look at the line.
struct BytePairs {
  /// A bit for each of 4,096 slots, which pairs share.
  private var slots = [UInt64](repeating: 0, count: 64)
  /// How many pairs of a text are looked up. With three, one line of text in some thousands is looked at in vain.
  private static let lookUps = 3

  /// - Complexity: O(*n*) in the number of bytes.
  init(of bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { bytes in
      slots.withUnsafeMutableBufferPointer { slots in
        for place in bytes.indices.dropLast() {
          let slot = Self.slot(bytes[place], bytes[place + 1])
          slots[slot >> 6] |= 1 << UInt64(slot & 63)
        }
      }
    }
  }

  private static func slot(_ first: UInt8, _ second: UInt8) -> Int {
    (Int(first) << 4 ^ Int(second)) & 4_095
  }

  /// Whether the text may stand in the line; if not, it does not.
  func mayHold(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    (0..<max(0, min(Self.lookUps, text.count - 1))).allSatisfy { place in
      let slot = Self.slot(text[place], text[place + 1])
      return slots[slot >> 6] & 1 << UInt64(slot & 63) != 0
    }
  }
}
