/// How text stands out on a terminal that has colours.
package enum TextStyle: String, Sendable {
  case plain = ""
  case strong = "1"
  case faint = "2"
  case good = "32"
  case bad = "31"
  case doubtful = "33"

  /// The text in this style, if `enabled`. Apply it last: the codes have no width.
  package func applied(to text: String, enabled: Bool) -> String {
    guard enabled, self != .plain, !text.isEmpty else { return text }
    return "\u{1B}[\(rawValue)m\(text)\u{1B}[0m"
  }
}
