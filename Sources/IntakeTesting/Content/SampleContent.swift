public import IntakeModel
import UniformTypes

/// Synthetic content: the first and last bytes of a format, and pseudo-random filling between them.
///
/// It begins as the format does, so that a check of magic bytes takes it for one, but it does not decode. It
/// holds its description and not its bytes, which are made as they are read: a gigabyte costs no memory.
/// The same size and seed give the same bytes.
public struct SampleContent: Hashable, Sendable {
  /// The number of bytes.
  public let count: Int
  private let header: [UInt8]
  private let trailer: [UInt8]
  private let filling: Filling
  private let seed: UInt64
  /// Whether zeros stand behind the first bytes, which a file need not hold.
  private(set) var isSparse = false

  /// What stands between the first and the last bytes.
  enum Filling: Hashable, Sendable {
    case bytes
    /// Lowercase letters and spaces, in lines of 64 characters.
    case text
    /// Lowercase letters.
    case word
  }

  /// Content of exactly `count` bytes; where that is too few for a whole format, the format's beginning.
  init(
    _ count: Int, seed: UInt64, header: [UInt8], trailer: [UInt8] = [], filling: Filling = .bytes
  ) {
    self.count = max(0, count)
    self.header = header
    self.trailer = trailer
    self.filling = filling
    self.seed = seed
  }

  /// Exactly these bytes.
  public init(_ bytes: [UInt8]) { self.init(bytes.count, seed: 0, header: bytes) }

  /// The number of bytes, as a count.
  public var size: ByteCount { .bytes(count) }

  /// The same, with zeros behind the bytes that are looked at to tell its type, and before the last ones: a file
  /// of any size takes a few blocks of the disk.
  public func sparse() -> Self {
    var copy = self
    copy.isSparse = true
    return copy
  }

  /// The places of the zeros of sparse content; empty for other content.
  var hole: Range<Int> {
    let start = max(ContentSignature.prefixLength, header.count)
    return isSparse && start < trailerStart ? start..<trailerStart : 0..<0
  }

  /// All bytes, in memory.
  public var bytes: [UInt8] { bytes(in: 0..<count) }

  /// The bytes in `range`, which is clamped to those that there are.
  ///
  /// - Complexity: O(length of the range).
  public func bytes(in range: Range<Int>) -> [UInt8] {
    let range = range.clamped(to: 0..<count)
    return [UInt8](unsafeUninitializedCapacity: range.count) { buffer, initialized in
      fill(UnsafeMutableRawBufferPointer(buffer), from: range.lowerBound)
      initialized = range.count
    }
  }

  /// The content in chunks of `size` bytes, the last one shorter.
  public func chunks(of size: Int) -> some Sequence<[UInt8]> & Sendable {
    Chunks(content: self, size: size)
  }

  /// Fills `buffer` with the bytes from `offset` on. Nothing is left uninitialised.
  private func fill(_ buffer: UnsafeMutableRawBufferPointer, from offset: Int) {
    let fillEnd = trailerStart
    let hole = hole
    var index = 0
    while index < buffer.count {
      let position = offset + index
      if position < header.count {
        buffer[index] = header[position]
        index += 1
      } else if position >= fillEnd {
        buffer[index] = trailer[position - fillEnd]
        index += 1
      } else if hole.contains(position) {
        let end = min(buffer.count, hole.upperBound - offset)
        for place in index..<end { buffer[place] = 0 }
        index = end
      } else {
        let end = min(buffer.count, (hole.isEmpty ? fillEnd : hole.lowerBound) - offset)
        fillBetween(UnsafeMutableRawBufferPointer(rebasing: buffer[index..<end]), from: position)
        index = end
      }
    }
  }

  /// Where the last bytes begin; there are none where they and the first ones do not both fit.
  private var trailerStart: Int {
    count >= header.count + trailer.count ? count - trailer.count : count
  }

  private func fillBetween(_ buffer: UnsafeMutableRawBufferPointer, from position: Int) {
    var index = 0
    while index < buffer.count {
      let place = position + index
      let word = SeededGenerator.number(at: UInt64(place / 8), seed: seed)
      if place % 8 == 0, index + 8 <= buffer.count, filling == .bytes {
        buffer.storeBytes(of: word.littleEndian, toByteOffset: index, as: UInt64.self)
        index += 8
      } else {
        let byte = UInt8(truncatingIfNeeded: word >> (8 * UInt64(place % 8)))
        buffer[index] =
          switch filling {
          case .bytes: byte
          case .text: Self.letter(byte, at: place)
          case .word: UInt8(ascii: "a") + byte % 26
          }
        index += 1
      }
    }
  }

  private static func letter(_ byte: UInt8, at place: Int) -> UInt8 {
    if place % 64 == 63 { return UInt8(ascii: "\n") }
    return byte % 32 < 26 ? UInt8(ascii: "a") + byte % 32 : UInt8(ascii: " ")
  }

  private struct Chunks: Sequence, IteratorProtocol, Sendable {
    let content: SampleContent
    let size: Int
    var offset = 0

    mutating func next() -> [UInt8]? {
      guard offset < content.count else { return nil }
      defer { offset += size }
      return content.bytes(in: offset..<(offset + size))
    }
  }
}
