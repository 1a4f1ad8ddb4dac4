/// The kind of an archive, and how it is compressed.
package struct ArchiveFormat: Hashable, Sendable {
  enum Container: Hashable {
    case zip(Compression)
    case tar(ArchiveFilter)
  }

  let container: Container

  /// What a zip does with the bytes of an entry.
  package struct Compression: Hashable, Sendable {
    enum Kind: Hashable {
      case stored
      case deflated(level: Int)
    }

    let kind: Kind

    /// Each entry as it is.
    package static let stored = Self(kind: .stored)

    /// Deflates each entry that gains by it, see ``ArchiveEntryHeader/isCompressible``.
    ///
    /// - Parameter level: From 1, fast, to 9, small. 1 is 2.5 times as fast as 6, for 9 % more
    ///   bytes.
    package static func deflated(level: Int = 1) -> Self {
      precondition((1...9).contains(level), "deflate has the levels 1 to 9")
      return Self(kind: .deflated(level: level))
    }
  }

  /// A zip, with names in UTF-8, and Zip64 where sizes ask for it.
  ///
  /// The same entries give the same bytes, whatever the time zone and the locale.
  package static func zip(compression: Compression = .deflated()) -> Self {
    Self(container: .zip(compression))
  }

  /// A tar, with pax headers only for what plain tar can't hold.
  package static func tar(filter: ArchiveFilter = .none) -> Self {
    Self(container: .tar(filter))
  }
}
