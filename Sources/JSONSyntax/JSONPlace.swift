/// A place in a text: both from one, the column in Unicode scalars.
package struct JSONPlace: Sendable, Hashable {
  package let line: Int
  package let column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

extension JSONPlace: Comparable {
  package static func < (left: Self, right: Self) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

extension JSONPlace: CustomStringConvertible {
  package var description: String { "line \(line), column \(column)" }
}

/// Why a text is not JSON, or more of it than is read.
package struct JSONError: Error, Sendable, Hashable {
  package let place: JSONPlace
  /// What was found, and what was expected.
  package let message: String

  package init(_ message: String, at place: JSONPlace) {
    self.place = place
    self.message = message
  }
}

extension JSONError: CustomStringConvertible {
  package var description: String { "\(place): \(message)" }
}
