import JSONSyntax

/// Text of a document, as a message shows it.
enum Quotation {
  /// The most scalars that are shown.
  private static let length = 48

  /// The text in single quotes, on one line, cut where it is long; what acts on a terminal is escaped.
  static func of(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars.prefix(length) {
      if scalar.needsEscape {
        shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    let isCut = text.unicodeScalars.dropFirst(length).first != nil
    return "'\(shown)\(isCut ? "…" : "")'"
  }
}
