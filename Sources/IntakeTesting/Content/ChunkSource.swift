/// Chunks of bytes as a request body has them, under a test's control. See ``CountingSequence``.
///
///     let body = ChunkSource(.jpeg(bytes: 1 << 20), chunk: 4096).failing(with: ConnectionLost(), at: 7)
public typealias ChunkSource = CountingSequence<[UInt8]>

extension CountingSequence where Element == [UInt8] {
  /// The bytes of `content`, in chunks of `size` bytes.
  public init(_ content: SampleContent, chunk size: Int = 1 << 16) {
    self.init { index in
      let start = index * size
      return start < content.count ? content.bytes(in: start..<(start + size)) : nil
    }
  }

  /// The bytes of `content`, in chunks of these sizes and then one of what is left. A size may be zero.
  public init(_ content: SampleContent, chunks sizes: [Int]) {
    var ranges: [Range<Int>] = []
    for size in sizes + [.max] {
      let start = ranges.last?.upperBound ?? 0
      ranges.append(start..<(start + Swift.min(size, content.count - start)))
    }
    if ranges.last?.isEmpty == true { ranges.removeLast() }
    self.init(ranges.map { content.bytes(in: $0) })
  }

  /// Chunks of `size` bytes without an end.
  public static func endless(chunk size: Int = 1 << 16, seed: UInt64 = 0) -> Self {
    // No more than Int.max bytes, which nobody reads.
    let content = SampleContent.unknown(bytes: .max, seed: seed)
    return Self { content.bytes(in: ($0 * size)..<($0 * size + size)) }
  }
}
