/// A number of bytes.
///
/// Units are part of the type, so that a limit never reads as a bare number.
/// Multiples are binary: a mebibyte is 1,048,576 bytes.
public struct ByteCount: Hashable, Sendable {
  /// The number of bytes; never negative.
  public let bytes: Int64

  /// A count of `bytes`; a negative number counts as zero.
  public init(bytes: Int64) { self.bytes = max(0, bytes) }

  /// A count of single bytes; a negative number counts as zero.
  public static func bytes(_ count: Int) -> Self { Self(bytes: Int64(count)) }
  /// A count in units of 1,024 bytes. Stops at the largest count instead of overflowing; zero for a negative number.
  public static func kibibytes(_ count: Int) -> Self { Self(bytes: saturating(count, 1 << 10)) }
  /// A count in units of 1,024² bytes. Stops at the largest count instead of overflowing; zero for a negative number.
  public static func mebibytes(_ count: Int) -> Self { Self(bytes: saturating(count, 1 << 20)) }
  /// A count in units of 1,024³ bytes. Stops at the largest count instead of overflowing; zero for a negative number.
  public static func gibibytes(_ count: Int) -> Self { Self(bytes: saturating(count, 1 << 30)) }

  /// No bytes.
  public static let zero = Self(bytes: 0)

  private static func saturating(_ count: Int, _ unit: Int64) -> Int64 {
    let (product, overflow) = Int64(count).multipliedReportingOverflow(by: unit)
    return overflow ? (count > 0 ? .max : 0) : product
  }
}

extension ByteCount: Comparable {
  public static func < (left: Self, right: Self) -> Bool { left.bytes < right.bytes }
}

extension ByteCount {
  /// The sum; it stops at the largest count instead of overflowing.
  public static func + (left: Self, right: Self) -> Self {
    let (sum, overflow) = left.bytes.addingReportingOverflow(right.bytes)
    return Self(bytes: overflow ? .max : sum)
  }

  /// The difference, or zero where `right` is larger.
  public static func - (left: Self, right: Self) -> Self {
    Self(bytes: left.bytes - right.bytes)
  }

  /// Adds `right` to `left`, and stops at the largest count instead of overflowing.
  public static func += (left: inout Self, right: Self) { left = left + right }
  /// Takes `right` from `left`, and leaves zero where `right` is larger.
  public static func -= (left: inout Self, right: Self) { left = left - right }
}
