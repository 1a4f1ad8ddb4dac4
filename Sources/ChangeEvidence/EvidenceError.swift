/// Why evidence cannot be made, read or checked. The world has to change, not this program.
package struct EvidenceError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, with what was found and what would help. Names are escaped.
  package let description: String

  package init(_ description: String) { self.description = description }
}
