/// Looks for many texts at once, by their first two bytes.
struct MarkBeginnings: Sendable {
  private let marks: [StaticString]
  /// For each slot, the bits of the texts that may begin with two bytes of that slot.
  private let slots: [UInt64]

  /// - Parameter marks: At most 64, of two bytes or more.
  init(_ marks: [StaticString]) {
    precondition(marks.count <= 64 && marks.allSatisfy { $0.utf8CodeUnitCount > 1 })
    var slots = [UInt64](repeating: 0, count: 256)
    for (index, mark) in marks.enumerated() {
      slots[Self.slot(mark.utf8Start[0], mark.utf8Start[1])] |= 1 << UInt64(index)
    }
    self.marks = marks
    self.slots = slots
  }

  private static func slot(_ first: UInt8, _ second: UInt8) -> Int {
    Int(first &* 31 ^ second)
  }

  /// The bits of the texts that stand anywhere.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  func found(in bytes: [UInt8]) -> UInt64 {
    guard bytes.count > 1 else { return 0 }
    return bytes.withUnsafeBufferPointer { bytes in
      slots.withUnsafeBufferPointer { slots in
        var found: UInt64 = 0
        for place in 0..<(bytes.count - 1) {
          var candidates = slots[Self.slot(bytes[place], bytes[place + 1])] & ~found
          while candidates != 0 {
            let index = candidates.trailingZeroBitCount
            if ByteSearch.stands(marks[index].bytes, at: place, in: bytes) {
              found |= 1 << UInt64(index)
            }
            candidates &= candidates - 1
          }
        }
        return found
      }
    }
  }
}
