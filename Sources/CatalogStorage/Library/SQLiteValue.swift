/// A value for a parameter of a statement.
enum SQLiteValue {
  case null
  case integer(Int64)
  case text(String)
  case blob([UInt8])

  static func integer(_ value: Int) -> Self { .integer(Int64(value)) }
  static func optional(_ value: Int64?) -> Self { value.map { .integer($0) } ?? .null }
  static func optional(_ value: String?) -> Self { value.map { .text($0) } ?? .null }

  /// The bytes that it takes in a ``ParameterBuffer``.
  var byteCount: Int {
    switch self {
    case .null, .integer: 0
    case .text(let value): value.utf8.count
    case .blob(let value): value.count
    }
  }
}
