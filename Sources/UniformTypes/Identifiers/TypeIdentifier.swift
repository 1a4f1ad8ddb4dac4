/// The name of a type of data, such as "public.jpeg".
///
/// Two identifiers are equal if they differ only in the case of ASCII letters; printing gives the
/// spelling that came in. Any text can be held, since sources declare what they like:
/// ``isWellFormed`` tells whether it could name a type.
///
/// An identifier that the built-in facts know is looked up once, when it is made (some 30 ns);
/// comparing, hashing and testing conformance then work on a number.
public struct TypeIdentifier: Sendable {
  /// The text as it was given.
  public let rawValue: String

  /// The number in the built-in facts, or one of the two marks below.
  let number: UInt16

  /// Marks an identifier that the built-in facts do not know.
  static let unknownNumber: UInt16 = .max
  /// Marks an identifier that begins with "dyn.".
  static let dynamicNumber: UInt16 = .max - 1

  /// The most bytes of UTF-8 that a well-formed identifier has.
  public static let maximumLength = 1024

  /// Takes any text as an identifier.
  ///
  /// - Complexity: O(*n*) in the length of the text. Does not allocate.
  public init(_ rawValue: String) {
    self.rawValue = rawValue
    self.number = rawValue.withUTF8Bytes { text in
      // Longer than any name in the facts, which are shorter than 128 bytes.
      if text.count < 128, let number = StandardFacts.number(named: text) { return number }
      let prefix = UnsafeBufferPointer(rebasing: text.prefix(4))
      return prefix.elementsEqual("dyn.".utf8, by: { $0.foldedASCII == $1 })
        ? Self.dynamicNumber : Self.unknownNumber
    }
  }

  /// The identifier of a type in the built-in facts.
  init(standard number: UInt16) {
    self.rawValue = String(decoding: StandardFacts.name(of: number), as: UTF8.self)
    self.number = number
  }

  /// The number in the built-in facts, if they know the name.
  var standardNumber: UInt16? {
    number < Self.dynamicNumber ? number : nil
  }

  /// Whether the identifier was made up for a tag that no type declares: it begins with "dyn.".
  ///
  /// ``DynamicType`` tells what it stands for.
  public var isDynamic: Bool { number == Self.dynamicNumber }

  /// The text with its ASCII letters in lower case, which is how identifiers are compared.
  public var canonical: String { rawValue.foldedASCII }

  /// Whether the text can name a type: ASCII letters, digits, `.`, `-`, `_`, and characters outside
  /// ASCII; neither empty nor longer than ``maximumLength``.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public var isWellFormed: Bool {
    let length = rawValue.utf8.count
    guard length > 0, length <= Self.maximumLength else { return false }
    return rawValue.utf8.allSatisfy { byte in
      byte.isASCIIAlphanumeric || byte >= 0x80 || byte == UInt8(ascii: ".")
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
  }
}

extension TypeIdentifier: ExpressibleByStringInterpolation {
  /// Takes any text as an identifier.
  public init(stringLiteral value: String) {
    self.init(value)
  }
}

extension TypeIdentifier: LosslessStringConvertible {
  /// The text as it was given.
  public var description: String { rawValue }
}

extension TypeIdentifier: Codable {
  /// Reads an identifier from one string.
  ///
  /// - Throws: `DecodingError` where there is no single string.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  /// Writes the text as it was given, as one string.
  ///
  /// - Throws: What `encoder` throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}
