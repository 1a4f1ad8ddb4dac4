/// Why a property list, or the declarations in it, cannot be read, and where.
public struct PropertyListError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A place in a property list.
  public enum Place: Hashable, Sendable {
    /// A place in the binary form, from 0.
    case byte(Int)
    /// A place in XML; line and column count from 1, the column in bytes.
    case line(Int, column: Int)
    /// A value, by the keys and indices that lead to it, such as "UTExportedTypeDeclarations[0]".
    case value(String)
  }

  /// Where it is.
  public let place: Place
  /// What is wrong, with the numbers and names involved.
  public let reason: String

  /// Makes an error.
  public init(_ place: Place, _ reason: String) {
    self.place = place
    self.reason = reason
  }

  /// The place and the reason in one line.
  public var description: String {
    switch place {
    case .byte(let byte): "property list, byte \(byte): \(reason)"
    case .line(let line, let column): "property list, line \(line), column \(column): \(reason)"
    case .value(let path): "property list, \(path): \(reason)"
    }
  }
}
