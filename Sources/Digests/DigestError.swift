/// A failed call of the library that computes digests.
package struct DigestError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The function that failed.
  package let call: String
  /// The library's own text, where it has one.
  package let text: String?

  package var description: String { text.map { "\(call): \($0)" } ?? "\(call) failed" }
}
