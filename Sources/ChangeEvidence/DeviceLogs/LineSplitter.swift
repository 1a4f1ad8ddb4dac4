/// Cuts a stream of bytes into lines, and holds no more than one of them.
struct LineSplitter {
  private let limit: Int
  private var rest: [UInt8] = []
  /// Whether the line in hand is longer than the limit, and is passed over.
  private var isOverlong = false

  enum Line {
    case whole([UInt8])
    /// Longer than the limit; its bytes are gone.
    case overlong
    /// The last one, without its line feed.
    case cut([UInt8])
  }

  init(limit: Int) { self.limit = limit }

  /// Adds bytes, and gives each line that they end.
  mutating func add<Failure: Error>(
    _ bytes: UnsafeRawBufferPointer, _ take: (Line) throws(Failure) -> Void
  ) throws(Failure) {
    var start = 0
    while start < bytes.count {
      let tail = UnsafeRawBufferPointer(rebasing: bytes[start...])
      let feed = tail.firstIndex(of: 0x0A)
      let piece = tail[..<(feed ?? tail.count)]
      if !isOverlong {
        if rest.count + piece.count > limit {
          isOverlong = true
          rest = []
        } else {
          rest += piece
        }
      }
      guard let feed else { return }
      start += feed + 1
      let line: Line
      if isOverlong {
        line = .overlong
      } else {
        if rest.last == 0x0D { rest.removeLast() }
        line = .whole(rest)
      }
      rest.removeAll(keepingCapacity: true)
      isOverlong = false
      try take(line)
    }
  }

  /// What stands behind the last line feed.
  mutating func finish() -> Line? {
    defer {
      rest = []
      isOverlong = false
    }
    if isOverlong { return .overlong }
    return rest.isEmpty ? nil : .cut(rest)
  }
}
