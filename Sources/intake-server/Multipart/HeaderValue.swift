/// A value with parameters, such as `multipart/form-data; boundary=x`.
package struct HeaderValue: Sendable, Hashable {
  /// What stands before the first semicolon, in lowercase.
  package let value: String
  /// The parameters by name in lowercase; the first of a name counts.
  package let parameters: [String: String]

  /// Reads any text: what is no parameter is passed over.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package init(_ text: String) {
    var rest = text.unicodeScalars[...]
    value = Self.token(&rest, until: [";"]).lowercased()
    var parameters: [String: String] = [:]
    while rest.popFirst() != nil {
      let name = Self.token(&rest, until: [";", "="]).lowercased()
      guard rest.first == "=" else { continue }
      rest.removeFirst()
      let value = Self.value(&rest)
      if !name.isEmpty, parameters[name] == nil { parameters[name] = value }
    }
    self.parameters = parameters
  }

  private static func token(
    _ rest: inout Substring.UnicodeScalarView, until ends: Set<Unicode.Scalar>
  ) -> String {
    let token = rest.prefix { !ends.contains($0) }
    rest = rest[token.endIndex...]
    let isSpace: (Unicode.Scalar) -> Bool = { $0 == " " || $0 == "\t" }
    let front = token.drop(while: isSpace)
    let end = front.lastIndex { !isSpace($0) }.map(front.index(after:)) ?? front.startIndex
    return String(front[..<end])
  }

  /// A word, or a text between quotes.
  private static func value(_ rest: inout Substring.UnicodeScalarView) -> String {
    let start = rest.drop { $0 == " " || $0 == "\t" }
    guard start.first == "\"" else { return token(&rest, until: [";"]) }
    rest = start.dropFirst()
    var text = String.UnicodeScalarView()
    while let scalar = rest.popFirst(), scalar != "\"" {
      // Browsers write a quote as %22 and a backslash as it is, as HTML has it; others write a quote with a
      // backslash before it.
      let isEscape = scalar == "\\" && rest.first == "\""
      text.append(isEscape ? rest.removeFirst() : scalar)
    }
    _ = token(&rest, until: [";"])
    return String(text).replacing("%22", with: "\"")
  }
}
