/// What a tar archive is passed through on its way out.
package struct ArchiveFilter: Hashable, Sendable {
  enum Kind: Hashable {
    case none
    case zstd(level: Int)
  }

  let kind: Kind

  /// The bytes as they are.
  package static let none = Self(kind: .none)

  /// Zstandard with one thread, because each number of threads gives other bytes.
  ///
  /// - Parameter level: From 1, fast, to 19, small.
  package static func zstd(level: Int = 3) -> Self {
    precondition((1...19).contains(level), "zstd has the levels 1 to 19")
    return Self(kind: .zstd(level: level))
  }
}
