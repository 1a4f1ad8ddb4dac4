/// Breaks text into lines.
package enum Paragraph {
  /// The words of `text` on lines of at most `width` columns, each behind `indent` spaces.
  ///
  /// A word that is wider than a line has a line of its own.
  package static func wrap(_ text: String, width: Int, indent: Int = 0) -> [String] {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = ""
    var used = 0
    for word in text.split(separator: " ") {
      let length = DisplayWidth.of(word)
      if !line.isEmpty, indent + used + 1 + length > width {
        lines.append(margin + line)
        (line, used) = ("", 0)
      }
      if !line.isEmpty {
        line += " "
        used += 1
      }
      line += word
      used += length
    }
    return line.isEmpty ? lines : lines + [margin + line]
  }
}
