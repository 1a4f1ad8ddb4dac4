/// A short text that may stand in a record: the name of an application, a kind of content, a system.
///
/// Records hold no content (P10), so a label has 1 to 80 characters that are letters, digits, spaces or one of
/// `. , - _ ( ) + & '`, with no space at either end: no path, no address, no sentence of a message.
public struct RecordLabel: Sendable, Hashable {
  /// The label as it was given: 1 to ``maximumLength`` characters.
  public let text: String

  /// The most characters of a label.
  public static let maximumLength = 80

  /// `nil` for a text that is no label.
  public init?(_ text: String) {
    guard (1...Self.maximumLength).contains(text.unicodeScalars.count), text.utf8.count <= 320,
      text.first != " ", text.last != " ",
      text.unicodeScalars.allSatisfy({ scalar in
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
          || scalar.properties.generalCategory == .nonspacingMark
          || " .,-_()+&'".unicodeScalars.contains(scalar)
      })
    else { return nil }
    self.text = text
  }
}

extension RecordLabel: CustomStringConvertible {
  public var description: String { text }
}

extension RecordLabel: ExpressibleByStringLiteral {
  /// A label that stands in the source code.
  ///
  /// - Precondition: `value` is a label.
  public init(stringLiteral value: String) {
    guard let label = Self(value) else { preconditionFailure("'\(value)' is no label") }
    self = label
  }
}
