/// What an archive says about one entry, before its bytes.
///
/// An entry is made from these values alone: owner and group are always 0, and no other attribute
/// of a file gets in.
package struct ArchiveEntryHeader: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A regular file with exactly so many bytes.
    case file(size: Int64)
    case directory
  }

  package var path: ArchivePath
  package var kind: Kind

  /// When the content changed. Without it, a zip shows 1980 and a tar 1970.
  package var modified: ArchiveTime?

  /// The lower nine bits of the mode.
  package var permissions: UInt16

  /// Whether a zip may deflate the bytes. False for media, which is compressed as it is.
  package var isCompressible: Bool

  /// - Parameter permissions: 0644 for a file and 0755 for a directory, unless given.
  package init(
    path: ArchivePath, kind: Kind, modified: ArchiveTime? = nil, permissions: UInt16? = nil,
    isCompressible: Bool = true
  ) {
    self.path = path
    self.kind = kind
    self.modified = modified
    self.permissions = (permissions ?? (kind == .directory ? 0o755 : 0o644)) & 0o777
    self.isCompressible = isCompressible
  }

  /// The bytes that follow.
  var size: Int64 {
    switch kind {
    case .file(let size): size
    case .directory: 0
    }
  }
}
