/// Why a document from outside cannot be used: a contract, a rule, a record, a property list (P13).
public struct DocumentError: Error, Sendable, Hashable {
  /// Where it is; `nil` for the document as a whole.
  public let place: DocumentPlace?
  /// What is wrong, what was expected, and what would help.
  public let message: String

  /// Makes an error of a document from outside.
  ///
  /// - Parameters:
  ///   - message: What is wrong, what was expected, and what would help.
  ///   - place: Where it is; `nil` for the document as a whole.
  public init(_ message: String, at place: DocumentPlace? = nil) {
    self.place = place
    self.message = message
  }
}

extension DocumentError: CustomStringConvertible {
  /// Such as `line 12, column 7: …`.
  public var description: String { place.map { "\($0): \(message)" } ?? message }
}

/// A place in a document.
public enum DocumentPlace: Sendable, Hashable, CustomStringConvertible {
  /// Both from one; the column counts Unicode scalars.
  case line(Int, column: Int)
  /// A place in a document that has no lines, from zero.
  case byte(Int)

  public var description: String {
    switch self {
    case .line(let line, let column): "line \(line), column \(column)"
    case .byte(let offset): "byte \(offset)"
    }
  }
}
