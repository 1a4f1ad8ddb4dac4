/// Cuts a stream of bytes into lines, and holds no more than one of them: the one that has begun and has not ended.
struct LineSplitter {
  private let limit: Int
  private var rest: [UInt8] = []
  /// Whether the line in hand is longer than the limit, and is passed over.
  private var isOverlong = false

  /// A line without its line feed, and the carriage return before it. Its bytes are there until it has been taken.
  enum Line {
    case whole(UnsafeBufferPointer<UInt8>)
    /// Longer than the limit; its bytes are gone.
    case overlong
    /// The last one, without its line feed.
    case cut(UnsafeBufferPointer<UInt8>)
  }

  init(limit: Int) { self.limit = limit }

  /// Adds bytes, and gives each line that they end.
  ///
  /// A line that is whole in `bytes` is not copied.
  mutating func add<Failure: Error>(
    _ bytes: UnsafeRawBufferPointer, _ take: (Line) throws(Failure) -> Void
  ) throws(Failure) {
    let bytes = UnsafeBufferPointer(
      start: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), count: bytes.count)
    var start = 0
    while let feed = ByteSearch.next(0x0A, in: bytes, from: start) {
      let piece = UnsafeBufferPointer(rebasing: bytes[start..<feed])
      start = feed + 1
      try end(with: piece, take)
    }
    hold(UnsafeBufferPointer(rebasing: bytes[start...]))
  }

  private mutating func hold(_ piece: UnsafeBufferPointer<UInt8>) {
    guard !isOverlong else { return }
    if rest.count + piece.count > limit {
      isOverlong = true
      rest = []
    } else {
      rest += piece
    }
  }

  /// Gives the line that `piece` is the end of.
  private mutating func end<Failure: Error>(
    with piece: UnsafeBufferPointer<UInt8>, _ take: (Line) throws(Failure) -> Void
  ) throws(Failure) {
    if rest.isEmpty, !isOverlong {
      return try take(piece.count > limit ? .overlong : .whole(Self.withoutReturn(piece)))
    }
    hold(piece)
    defer {
      rest.removeAll(keepingCapacity: true)
      isOverlong = false
    }
    if isOverlong { return try take(.overlong) }
    try rest.withUnsafeBufferPointer { bytes throws(Failure) in
      try take(.whole(Self.withoutReturn(bytes)))
    }
  }

  private static func withoutReturn(
    _ line: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    line.last == 0x0D ? UnsafeBufferPointer(rebasing: line.dropLast()) : line
  }

  /// Gives what stands behind the last line feed.
  mutating func finish<Failure: Error>(
    _ take: (Line) throws(Failure) -> Void
  ) throws(Failure) {
    defer {
      rest = []
      isOverlong = false
    }
    if isOverlong { return try take(.overlong) }
    guard !rest.isEmpty else { return }
    try rest.withUnsafeBufferPointer { bytes throws(Failure) in try take(.cut(bytes)) }
  }
}
