/// A value in a property list.
package enum PropertyListValue: Hashable, Sendable {
  case string(String)
  /// A whole number. Those beyond 64 bits with a sign are refused.
  case integer(Int64)
  case real(Double)
  case boolean(Bool)
  /// Seconds since the beginning of 2001, in UTC.
  case date(Double)
  case data([UInt8])
  case array([PropertyListValue])
  case dictionary([String: PropertyListValue])
  /// A reference within a keyed archive.
  case reference(UInt64)

  /// Reads a property list in XML or in the binary form.
  ///
  /// Made for bytes from anywhere: bounded in size, depth and number of values (see
  /// ``maximumSize`` and its neighbours), and strict. Entities that a document defines itself, keys
  /// that occur twice, and the old ASCII form are refused.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package init(reading bytes: [UInt8]) throws(PropertyListError) {
    self = try PropertyListNode(reading: bytes).value
  }

  /// What kind of value this is, for messages.
  package var kind: String {
    switch self {
    case .string: "a string"
    case .integer: "an integer"
    case .real: "a real number"
    case .boolean: "a boolean"
    case .date: "a date"
    case .data: "data"
    case .array: "an array"
    case .dictionary: "a dictionary"
    case .reference: "a reference"
    }
  }
}
