/// The SHA-256 digest of some content: 32 bytes.
public struct ContentDigest: Hashable, Sendable {
  /// The digest as four words in big-endian order, held inline so that a digest costs no allocation.
  private let words: (UInt64, UInt64, UInt64, UInt64)

  /// The number of bytes in a digest.
  public static let byteCount = 32

  /// A digest of exactly 32 bytes; `nil` for any other number.
  public init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    withUnsafeMutableBytes(of: &words) { $0.copyBytes(from: bytes) }
    self.words = (
      UInt64(bigEndian: words.0), UInt64(bigEndian: words.1), UInt64(bigEndian: words.2),
      UInt64(bigEndian: words.3)
    )
  }

  /// The digest as 32 bytes.
  public var bytes: [UInt8] {
    withUnsafeBytes(
      of: (words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian)
    ) { Array($0) }
  }

  public static func == (left: Self, right: Self) -> Bool { left.words == right.words }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(words.0)
    hasher.combine(words.1)
    hasher.combine(words.2)
    hasher.combine(words.3)
  }
}

extension ContentDigest: LosslessStringConvertible {
  /// The digest as 64 lowercase hexadecimal digits.
  public var description: String { Hexadecimal.encode(bytes) }

  /// A digest from 64 hexadecimal digits in either case; `nil` for anything else.
  public init?(_ text: String) {
    guard let bytes = Hexadecimal.decode(text.utf8) else { return nil }
    self.init(bytes)
  }
}
