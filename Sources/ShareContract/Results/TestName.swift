/// The name of a test, such as `Module.Suite/test(argument:)`, as runners and contracts write it.
///
/// A name in backquotes may hold any character, slashes and parentheses among them.
package struct TestName: Sendable, Hashable {
  /// The name without a place in a file.
  package let full: String
  /// The name without its parentheses and backquotes.
  package let base: String
  /// Whether it names parameters, rather than leaving them out or having none.
  package let hasParameters: Bool

  /// - Parameter text: The name, with or without `/File.swift:line:column` behind it.
  /// - Complexity: O(*n*) in the length of the text.
  package init(_ text: String) {
    let bytes = Array(text.utf8)
    let end = Self.endWithoutPlace(bytes)
    full = String(decoding: bytes[..<end], as: UTF8.self)
    let opening = Self.openingParenthesis(bytes[..<end])
    hasParameters = opening.map { end - $0 > 2 } ?? false
    let name = bytes[..<(opening ?? end)].filter { $0 != UInt8(ascii: "`") }
    base = String(decoding: name, as: UTF8.self)
  }

  /// Where the name ends: before `/File.swift:12:3`, or where the text does.
  private static func endWithoutPlace(_ bytes: [UInt8]) -> Int {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return bytes.count }
    let parts = bytes[(slash + 1)...].split(
      separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count >= 3, parts.suffix(2).allSatisfy(isNumber), parts[0].first != nil,
      // Of a function named with a colon, in backquotes, that is part of the name.
      !bytes[(slash + 1)...].contains(UInt8(ascii: "`"))
    else { return bytes.count }
    return slash
  }

  private static func isNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
    !bytes.isEmpty && bytes.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// The parenthesis that opens the parameters, which stand at the end.
  private static func openingParenthesis(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.last == UInt8(ascii: ")") else { return nil }
    // The labels of parameters hold no parenthesis, so that the last one opens them; in backquotes it is part
    // of the name, and then no backquote can follow it but the one that closes the name.
    guard let opening = bytes.lastIndex(of: UInt8(ascii: "(")) else { return nil }
    return bytes[opening...].contains(UInt8(ascii: "`")) ? nil : opening
  }
}
