/// Why content does not open. A struct, so that a new reason breaks no caller's switch.
public struct InvalidReason: Hashable, Sendable, CustomStringConvertible {
  /// The reason as it is written in records, such as `control-characters`.
  public let name: String

  /// It holds no bytes.
  public static let empty = Self(name: "empty")
  /// It breaks the rules of its format, or ends too early.
  public static let damaged = Self(name: "damaged")
  /// It is of another type than it was said to be.
  public static let otherType = Self(name: "other-type")
  /// It opens, and has no page.
  public static let noPages = Self(name: "no-pages")
  /// Its bytes are not text in the encoding that it claims or its type has.
  public static let encoding = Self(name: "encoding")
  /// It claims to be text and has characters that only binary files have.
  public static let controlCharacters = Self(name: "control-characters")
  /// The name of an entry leads out of the folder that it would be unpacked into, or cannot be one.
  public static let entryName = Self(name: "entry-name")
  /// Two entries have the same name.
  public static let duplicateEntry = Self(name: "duplicate-entry")

  public var description: String { name }
}

extension InvalidReason: CaseIterable {
  /// Every reason.
  public static let allCases: [Self] = [
    .empty, .damaged, .otherType, .noPages, .encoding, .controlCharacters, .entryName,
    .duplicateEntry,
  ]

  /// The reason of that name; `nil` for any other text.
  public init?(_ name: String) {
    guard let reason = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = reason
  }
}
