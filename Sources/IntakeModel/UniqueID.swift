/// A UUID; `Tag` says of what, so that one kind is not taken for another.
public struct UniqueID<Tag>: Hashable, Sendable {
  private let high: UInt64
  private let low: UInt64

  /// The identifier with these 16 bytes; `nil` for any other number of bytes.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    high = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    low = bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// A new identifier of version 7: the time, then 74 random bits.
  ///
  /// - Parameter milliseconds: The time since 1970; only its lower 48 bits count.
  public init(milliseconds: Int64) {
    var random = SystemRandomNumberGenerator()
    let time = UInt64(bitPattern: milliseconds) & 0xFFFF_FFFF_FFFF
    high = time << 16 | 0x7000 | (random.next() & 0x0FFF)
    low = 0x8000_0000_0000_0000 | (random.next() >> 2)
  }

  /// When it was made, in milliseconds since 1970; means nothing where it is not of version 7.
  package var milliseconds: Int64 { Int64(high >> 16) }

  /// The identifier as 16 bytes.
  public var bytes: [UInt8] {
    (0..<16).map { index in
      let word = index < 8 ? high : low
      return UInt8(truncatingIfNeeded: word >> (56 - 8 * (index % 8)))
    }
  }
}

extension UniqueID: Comparable {
  /// Whether `left` comes first in byte order, which for new identifiers is the order of time.
  public static func < (left: Self, right: Self) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}

extension UniqueID: LosslessStringConvertible {
  /// The identifier in lowercase, such as `0190163d-8694-739b-aea5-966c26f8ad91`.
  public var description: String {
    let digits = Array(Hexadecimal.encode(bytes).utf8)
    var text: [UInt8] = []
    text.reserveCapacity(36)
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { text.append(UInt8(ascii: "-")) }
      text.append(digit)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads 36 characters, in either case, with hyphens where they belong; `nil` for anything else.
  public init?(_ text: String) {
    let characters = Array(text.utf8)
    guard characters.count == 36 else { return nil }
    var digits: [UInt8] = []
    for (index, character) in characters.enumerated() {
      if [8, 13, 18, 23].contains(index) {
        guard character == UInt8(ascii: "-") else { return nil }
      } else {
        digits.append(character)
      }
    }
    guard let bytes = Hexadecimal.decode(digits) else { return nil }
    self.init(bytes: bytes)
  }
}
