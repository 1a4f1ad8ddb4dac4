import IntakeModel

/// The name of an object in a git repository: SHA-1 in 40 digits, or SHA-256 in 64.
package struct ObjectName: Sendable, Hashable, CustomStringConvertible {
  /// Lowercase hexadecimal digits.
  package let description: String

  /// `nil` for anything else than 40 or 64 hexadecimal digits in lower case.
  package init?(_ text: some StringProtocol) {
    let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) }
    guard [40, 64].contains(text.utf8.count), text.utf8.allSatisfy(isDigit) else { return nil }
    description = String(text)
  }

  /// As git abbreviates it for people.
  package var abbreviated: String { String(description.prefix(12)) }
}
