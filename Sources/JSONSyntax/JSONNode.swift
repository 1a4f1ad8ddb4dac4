/// A value of a JSON text, and where it begins.
package struct JSONNode: Sendable, Hashable {
  package let place: JSONPlace
  package let value: JSONValue

  package init(_ value: JSONValue, at place: JSONPlace) {
    self.place = place
    self.value = value
  }
}

/// What a JSON text holds.
package enum JSONValue: Sendable, Hashable {
  case null
  case boolean(Bool)
  /// A number without fraction and exponent that fits 64 bits, exact.
  case integer(Int64)
  /// Any other number, as near as a double comes.
  case decimal(Double)
  case string(String)
  case array([JSONNode])
  /// In the order of the text; no name stands twice.
  case object([JSONMember])
}

/// A member of an object.
package struct JSONMember: Sendable, Hashable {
  package let name: String
  /// Where the name begins.
  package let place: JSONPlace
  package let value: JSONNode

  package init(_ name: String, at place: JSONPlace, value: JSONNode) {
    self.name = name
    self.place = place
    self.value = value
  }
}

// Never inlined: the optimiser of Swift 6.3.1 crashes ("Found ownership error") on chains of these in other modules.
extension JSONNode {
  package var isNull: Bool { value == .null }

  package var boolean: Bool? {
    @inline(never) get {
      if case .boolean(let flag) = value { flag } else { nil }
    }
  }

  package var integer: Int64? {
    @inline(never) get {
      if case .integer(let number) = value { number } else { nil }
    }
  }

  package var string: String? {
    @inline(never) get {
      if case .string(let text) = value { text } else { nil }
    }
  }

  package var array: [JSONNode]? {
    @inline(never) get {
      if case .array(let elements) = value { elements } else { nil }
    }
  }

  package var members: [JSONMember]? {
    @inline(never) get {
      if case .object(let members) = value { members } else { nil }
    }
  }

  /// The value of the member `name` of an object.
  ///
  /// - Complexity: O(*n*) in the number of members.
  package subscript(name: String) -> JSONNode? {
    @inline(never) get {
      // By bytes: strings compare by canonical equivalence, names of members do not.
      members?.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }
  }
}

extension JSONValue {
  /// The kind of value, as in "expected a string, found an array".
  package var kind: String {
    switch self {
    case .null: "null"
    case .boolean(let flag): flag ? "true" : "false"
    case .integer: "a number"
    case .decimal: "a number with a fraction, an exponent or too many digits"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
