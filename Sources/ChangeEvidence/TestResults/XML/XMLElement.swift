/// The opening tag of an element.
struct XMLElement: Hashable {
  let name: String
  /// In the order of the text; no name stands twice.
  let attributes: [Attribute]
  /// Where its tag begins, in bytes.
  let offset: Int

  struct Attribute: Hashable {
    let name: String
    let value: String
  }

  /// The value of an attribute.
  ///
  /// - Complexity: O(*n*) in the number of attributes.
  subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
}

/// What stands next in an XML text.
enum XMLEvent: Hashable {
  case open(XMLElement)
  /// The end of the element that was opened last and is not closed.
  case close
  /// The end of the text, after its root was closed.
  case end
}

/// Why an XML text cannot be read on.
enum XMLError: Error, Hashable {
  /// It ends before its root is closed.
  case cut(at: Int)
  /// It is no XML, or more of it than is read.
  case malformed(String, at: Int)
}
