import IntakeTesting

extension SeededGenerator {
  /// A copy with a few bytes changed, cut out or put in.
  mutating func mutate(_ bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    for _ in 0..<Int.random(in: 1...4, using: &self) {
      guard !result.isEmpty else { return result }
      let place = Int.random(in: 0..<result.count, using: &self)
      switch Int.random(in: 0..<5, using: &self) {
      case 0: result[place] = UInt8.random(in: 0...255, using: &self)
      case 1: result[place] ^= 1 << UInt8.random(in: 0..<8, using: &self)
      case 2: result.removeSubrange(place..<min(result.count, place + 7))
      case 3: result.insert(contentsOf: result[place..<min(result.count, place + 9)], at: place)
      default: result.removeSubrange(place...)
      }
    }
    return result
  }
}
