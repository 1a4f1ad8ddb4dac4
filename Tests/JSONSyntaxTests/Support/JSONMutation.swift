import IntakeTesting

extension SeededGenerator {
  /// A copy with a few bytes changed, cut out or put in, mostly such as mean something in JSON.
  mutating func mutate(json bytes: [UInt8]) -> [UInt8] {
    let marks = Array(#"{}[]:,"'\u0e+-.12/*tnf "#.utf8) + [0x0A, 0x00, 0x80, 0xC3, 0xED, 0xFF]
    var result = bytes
    for _ in 0..<Int.random(in: 1...3, using: &self) {
      guard !result.isEmpty else { return result }
      let place = Int.random(in: 0..<result.count, using: &self)
      switch Int.random(in: 0..<5, using: &self) {
      case 0: result[place] = marks.randomElement(using: &self) ?? 0
      case 1: result.insert(marks.randomElement(using: &self) ?? 0, at: place)
      case 2: result.removeSubrange(place..<min(result.count, place + 5))
      case 3: result.insert(contentsOf: result[place..<min(result.count, place + 7)], at: place)
      default: result.remove(at: place)
      }
    }
    return result
  }
}
