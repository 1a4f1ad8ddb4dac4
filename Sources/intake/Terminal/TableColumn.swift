/// A column of a table.
package struct TableColumn: Sendable {
  package let title: String
  package let alignment: TextAlignment
  /// Columns that it never falls below, when room is short.
  package let minimum: Int
  /// What becomes of text that is wider than the room for it.
  package let overflow: Overflow
  /// Whether the column is left out where the others need its room; the highest goes first.
  package let expendable: Int?

  /// What becomes of text that is too wide, on a terminal.
  package enum Overflow: Sendable {
    /// It keeps its width, and the line breaks where the terminal breaks it.
    case kept
    /// Its middle is left out.
    case shortened
    /// It goes on in the next line. Only for the last column.
    case wrapped
  }

  package init(
    _ title: String, alignment: TextAlignment = .left, minimum: Int = 0,
    overflow: Overflow = .kept, expendable: Int? = nil
  ) {
    self.title = title
    self.alignment = alignment
    self.minimum = max(minimum, DisplayWidth.of(title))
    self.overflow = overflow
    self.expendable = expendable
  }
}
