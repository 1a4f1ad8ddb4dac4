extension DisplayText {
  /// The text in at most `width` columns, with its middle left out where it is longer.
  ///
  /// The middle, since the start of a name tells what it is and its end the kind of file.
  package static func shortened(_ text: String, to width: Int, ellipsis: String = "…") -> String {
    guard DisplayWidth.of(text) > width else { return text }
    let room = width - DisplayWidth.of(ellipsis)
    guard room > 0 else { return prefix(ellipsis, width) }
    let tail = suffix(text, room / 2)
    let head = prefix(text, room - DisplayWidth.of(tail))
    return head + ellipsis + tail
  }

  /// The text with spaces up to `width` columns.
  package static func padded(_ text: String, to width: Int, alignment: TextAlignment) -> String {
    let spaces = String(repeating: " ", count: max(0, width - DisplayWidth.of(text)))
    return alignment == .left ? text + spaces : spaces + text
  }

  /// As much of the start as fits `width` columns.
  package static func prefix(_ text: String, _ width: Int) -> String {
    var room = width
    return String(
      text.prefix { character in
        room -= DisplayWidth.of(character)
        return room >= 0
      })
  }

  private static func suffix(_ text: String, _ width: Int) -> String {
    var room = width
    var start = text.endIndex
    while start > text.startIndex {
      let before = text.index(before: start)
      room -= DisplayWidth.of(text[before])
      if room < 0 { break }
      start = before
    }
    return String(text[start...])
  }
}
