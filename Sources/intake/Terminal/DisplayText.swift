internal import JSONSyntax

/// Text from outside, made safe to print: it stays on its line, and cannot pass for something else.
///
/// Escaped are control characters, bytes that are not UTF-8, line separators, and format
/// characters, among them the overrides of writing direction with which `gpj.exe` reads as
/// `exe.jpg`. A backslash is doubled, so that two names that differ also look different.
package enum DisplayText {
  /// The text with everything escaped that a terminal would act on.
  package static func escaped(_ text: some StringProtocol) -> String {
    if text.utf8.allSatisfy(isPlain) { return String(text) }
    var result = ""
    for scalar in text.unicodeScalars { append(scalar, to: &result) }
    return result
  }

  /// The same for text of ours, in which names are escaped already: backslashes stay single.
  package static func safe(_ message: some StringProtocol) -> String {
    guard message.unicodeScalars.contains(where: \.needsEscape) else { return String(message) }
    var result = ""
    for scalar in message.unicodeScalars {
      if scalar == "\\" { result += "\\" } else { append(scalar, to: &result) }
    }
    return result
  }

  /// The same for bytes that should be UTF-8; those that are not become `\xNN`.
  package static func escaped(_ bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return escaped(text) }
    var result = ""
    var rest = bytes[...]
    while let first = rest.first {
      if let (scalar, length) = firstScalar(of: rest) {
        append(scalar, to: &result)
        rest = rest.dropFirst(length)
      } else {
        result += "\\x" + hexadecimal(UInt32(first), digits: 2)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\\")
  }

  private static func append(_ scalar: Unicode.Scalar, to result: inout String) {
    switch scalar {
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    case _ where scalar.needsEscape:
      result +=
        scalar.isASCII
        ? "\\x" + hexadecimal(scalar.value, digits: 2)
        : "\\u{" + hexadecimal(scalar.value, digits: 4) + "}"
    default: result.unicodeScalars.append(scalar)
    }
  }

  private static func firstScalar(of bytes: ArraySlice<UInt8>) -> (Unicode.Scalar, length: Int)? {
    for length in 1...4 where length <= bytes.count {
      guard let text = String(validating: bytes.prefix(length), as: UTF8.self) else { continue }
      return text.unicodeScalars.first.map { ($0, length) }
    }
    return nil
  }

  private static func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
