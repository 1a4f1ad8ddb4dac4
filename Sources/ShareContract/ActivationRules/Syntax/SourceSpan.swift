/// Where a part of a rule stands in its text, in bytes of UTF-8 from zero.
///
/// No part of the meaning: spans are always equal, so that trees are compared by what they say and
/// not by where it was written. A tree that was put together in code has empty spans.
public struct SourceSpan: Sendable {
  /// The first byte.
  public let start: Int
  /// The byte after the last.
  public let end: Int

  /// Makes a span from the first byte to the one after the last, from zero.
  public init(_ start: Int, _ end: Int) {
    self.start = start
    self.end = end
  }

  /// No place.
  public static let none = SourceSpan(0, 0)
}

extension SourceSpan: Hashable {
  /// Always true.
  public static func == (left: Self, right: Self) -> Bool { true }

  public func hash(into hasher: inout Hasher) {}
}
