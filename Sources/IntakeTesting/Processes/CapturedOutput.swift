/// What a process wrote, up to a limit.
struct CapturedOutput: Sendable {
  let limit: Int
  private(set) var bytes: [UInt8] = []
  private(set) var isCut = false

  init(limit: Int) { self.limit = limit }

  mutating func append(_ piece: [UInt8]) {
    let room = limit - bytes.count
    bytes += piece.prefix(room)
    if piece.count > room { isCut = true }
  }

  /// Whether `text` is part of it.
  func contains(_ text: [UInt8]) -> Bool {
    guard let first = text.first else { return true }
    guard bytes.count >= text.count else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      (0...(bytes.count - text.count)).contains { start in
        bytes[start] == first && bytes[start..<(start + text.count)].elementsEqual(text)
      }
    }
  }
}
