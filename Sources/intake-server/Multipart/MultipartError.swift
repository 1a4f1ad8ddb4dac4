/// A body in parts that cannot be read as RFC 7578 and RFC 2046 have it.
package struct MultipartError: Error, Sendable, Hashable, CustomStringConvertible {
  package let kind: Kind
  /// What is wrong, and where.
  package let description: String

  package enum Kind: Sendable, Hashable {
    case malformed
    /// More parts, or bytes, than one request may have.
    case tooLarge
  }

  package init(_ description: String, _ kind: Kind = .malformed) {
    self.description = description
    self.kind = kind
  }
}
