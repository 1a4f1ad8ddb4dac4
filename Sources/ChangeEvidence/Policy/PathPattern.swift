/// A pattern of paths in a repository: `*` and `?` stand for characters of one name, `**` for any number of folders.
///
/// A pattern without a slash fits names in the top folder alone, as any other: `**/Info.plist` fits one anywhere.
public struct PathPattern: Sendable, Hashable {
  /// The pattern as it was written, from 1 to ``maximumLength`` bytes.
  public let text: String
  private let parts: [[UInt8]]

  /// The most bytes of a pattern.
  public static let maximumLength = 1_024

  /// `nil` for a text that is no relative path, or too long.
  public init?(_ text: String) {
    guard (1...Self.maximumLength).contains(text.utf8.count), !text.utf8.contains(0) else {
      return nil
    }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Array($0.utf8) }
    guard !parts.contains(where: { $0.isEmpty || $0 == [0x2E] || $0 == [0x2E, 0x2E] }) else {
      return nil
    }
    self.text = text
    self.parts = parts
  }

  /// Whether the pattern fits the whole path.
  ///
  /// - Complexity: O(*n* · *m*) in the lengths of path and pattern: no pattern makes it explode.
  public func fits(_ path: String) -> Bool {
    let names = path.split(separator: "/", omittingEmptySubsequences: false).map { Array($0.utf8) }
    return Self.match(parts, names, isWild: { $0 == [0x2A, 0x2A] }, fits: { Self.fits($0, $1) })
  }

  private static func fits(_ pattern: [UInt8], _ name: [UInt8]) -> Bool {
    match(pattern, name, isWild: { $0 == 0x2A }, fits: { $0 == 0x3F || $0 == $1 })
  }

  /// Matches a list with wild elements, each of which stands for any number of others, by going back to the last one
  /// only: an earlier one could not do what the last cannot.
  private static func match<Element>(
    _ pattern: [Element], _ list: [Element], isWild: (Element) -> Bool,
    fits: (Element, Element) -> Bool
  ) -> Bool {
    var inPattern = 0
    var inList = 0
    var back: (pattern: Int, list: Int)?
    while inList < list.count {
      if inPattern < pattern.count, isWild(pattern[inPattern]) {
        back = (inPattern + 1, inList)
        inPattern += 1
      } else if inPattern < pattern.count, fits(pattern[inPattern], list[inList]) {
        inPattern += 1
        inList += 1
      } else if let last = back {
        back = (last.pattern, last.list + 1)
        inPattern = last.pattern
        inList = last.list + 1
      } else {
        return false
      }
    }
    return pattern[inPattern...].allSatisfy(isWild)
  }
}

extension PathPattern: CustomStringConvertible {
  public var description: String { text }
}
