/// What stands in one row and column.
package struct TableCell: Sendable {
  /// The text, escaped.
  package let text: String
  package let style: TextStyle

  /// A cell that shows `text`, whatever it holds.
  package init(_ text: String, style: TextStyle = .plain) {
    self.text = DisplayText.escaped(text)
    self.style = style
  }

  /// A cell that shows a message of ours, in which names are escaped already.
  package init(message: String, style: TextStyle = .plain) {
    text = DisplayText.safe(message)
    self.style = style
  }
}
