import IntakeModel
import UniformTypes

/// An activation rule as it stands in a file, for checks that need its keys and places.
struct RuleSource: Sendable {
  let bytes: [UInt8]
  let form: Form
  /// The other keys of the dictionary in which the rule stands.
  var neighbours: [PropertyListNode.Member] = []

  enum Form: Sendable {
    /// A file that holds a predicate and nothing else.
    case text
    /// A value in a property list, and the keys that lead to it.
    case propertyList(PropertyListNode, path: String)
  }

  /// The value in the property list, if there is one.
  var node: PropertyListNode? {
    if case .propertyList(let node, _) = form { node } else { nil }
  }

  /// The place of a byte of the file.
  func place(ofByte offset: Int) -> DocumentPlace {
    Self.place(ofByte: offset, in: bytes)
  }

  /// The place in the file of a byte of the predicate's text.
  func place(inPredicate offset: Int) -> DocumentPlace {
    place(ofByte: node?.offset(ofByte: offset) ?? offset)
  }

  /// The whole rule.
  var place: DocumentPlace { place(inPredicate: 0) }

  static func place(ofByte offset: Int, in bytes: [UInt8]) -> DocumentPlace {
    PropertyListNode.isBinary(bytes) ? .byte(offset) : .ofByte(offset, in: bytes)
  }
}
