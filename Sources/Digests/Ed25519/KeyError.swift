/// Why a text is no key that can be used. Never quotes it.
package struct KeyError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was found, what was expected, and what would help.
  package let description: String

  init(_ description: String) { self.description = description }
}
