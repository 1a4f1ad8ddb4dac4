/// Something that was counted, and that does not depend on how fast the machine is.
package struct BenchCount: Sendable, Hashable {
  /// What was taken in, and how.
  package let cell: String
  package let kind: Kind
  package let value: Int64

  package init(_ cell: String, _ kind: Kind, _ value: Int64) {
    self.cell = cell
    self.kind = kind
    self.value = value
  }

  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// System calls of 1,000 attachments, without those that only wait or wake.
    case systemCalls = "system calls of 1,000 attachments"
    /// Allocations of 1,000 attachments.
    case allocations = "allocations of 1,000 attachments"
    /// The most bytes of memory that were reserved at once.
    case reservedBytes = "bytes reserved at peak"

    /// How far a count may rise above its baseline without failing, in thousandths of it.
    ///
    /// What is reserved is bounded by the configuration, and so exact. The others depend a little on which copies
    /// share a commit, and on which thread finds the queue empty: see the note on counts in the README.
    package var toleranceThousandths: Int64 {
      switch self {
      case .systemCalls: 30
      case .allocations: 20
      case .reservedBytes: 0
      }
    }
  }
}

extension BenchCount: CustomStringConvertible {
  package var description: String {
    "\(cell): \(NumberText.grouped(Double(value))) \(kind.rawValue)"
  }
}
