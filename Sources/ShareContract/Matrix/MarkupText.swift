import JSONSyntax

/// Text in HTML that is also XML.
package enum MarkupText {
  /// The text with everything escaped that a parser would act on, and with what acts on the reader's screen, or
  /// may not stand in XML, made visible.
  package static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case _ where scalar.needsEscape || isNoCharacter(scalar):
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Escaped text in which long identifiers may break behind their dots, and words nowhere.
  static func breakable(_ text: String) -> String {
    var result = ""
    var rest = escaped(text)[...]
    while let dot = rest.firstIndex(of: ".") {
      let next = rest.index(after: dot)
      result += rest[..<next]
      rest = rest[next...]
      if let first = rest.first, first.isLetter || first.isNumber { result += "<wbr />" }
    }
    return result + rest
  }

  /// A whole page: no script, nothing loaded.
  ///
  /// - Parameters:
  ///   - title: The title, as text.
  ///   - styleSheet: CSS without `<` and `&`.
  ///   - header: Markup.
  ///   - main: Markup.
  package static func page(
    title: String, styleSheet: String, header: String, main: String
  ) -> String {
    """
    <!DOCTYPE html>
    <html lang="en" xmlns="http://www.w3.org/1999/xhtml">
    <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>\(escaped(title))</title>
    <style>
    \(styleSheet)
    </style>
    </head>
    <body>
    <header>
    \(header)</header>
    <main>
    \(main)
    </main>
    </body>
    </html>

    """
  }

  /// A cell of a table with one paragraph for each text.
  static func cell(_ texts: [String]) -> String {
    "<td>" + texts.map(breakable).joined(separator: "<br />") + "</td>"
  }

  /// XML 1.0 excludes U+FFFE and U+FFFF, and advises against the other non-characters.
  private static func isNoCharacter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(scalar.value)
  }
}
