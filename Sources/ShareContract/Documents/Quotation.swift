import JSONSyntax

/// Text from outside, as a message shows it: on one line, cut where it is long, with what acts on a terminal escaped.
///
/// A backslash is doubled, so that nothing can pass for what was escaped.
package enum Quotation {
  /// The most scalars, or bytes, that are shown: the name of a test is a sentence.
  private static let length = 200

  /// The text in single quotes.
  package static func of(_ text: String) -> String { "'\(escaped(text))'" }

  /// Bytes that should be UTF-8, in single quotes; those that are not become `\xNN`.
  package static func of(_ bytes: [UInt8]) -> String { "'\(escaped(bytes))'" }

  /// The text without quotes.
  package static func escaped(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars.prefix(length) {
      if scalar == "\\" {
        shown += "\\\\"
      } else if scalar.needsEscape {
        shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return text.unicodeScalars.dropFirst(length).isEmpty ? shown : shown + "…"
  }

  /// The bytes without quotes.
  package static func escaped(_ bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return escaped(text) }
    let shown = bytes.prefix(length).map { byte in
      (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\\")
        ? String(Unicode.Scalar(byte)) : "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
    return bytes.count > length ? shown + "…" : shown
  }
}
