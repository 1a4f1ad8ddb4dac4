/// What an archive from outside says of one of its entries. Nothing of it is to be trusted.
package struct ArchiveEntry: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case file
    case directory
    /// A symbolic or a hard link.
    case link
    /// A device, a pipe, a socket, or what else a file system can hold.
    case other
  }

  /// The name: any bytes, without the `/` behind the name of a directory.
  ///
  /// Not always byte for byte what the archive has. libarchive composes what is marked as UTF-8 (to NFC: `é` in two
  /// scalars comes as one), and in a zip takes `\` for `/`. Names are the same where they are equal as strings.
  package var name: [UInt8]
  package var kind: Kind
  /// The number of bytes as it is declared; `nil` where it is not.
  package var size: Int64?
  package var modified: ArchiveTime?
  /// The lower nine bits of the mode.
  package var permissions: UInt16

  /// The name as a path that stays in its folder.
  ///
  /// - Throws: ``ArchiveError`` of kind `invalidPath`.
  package func path() throws(ArchiveError) -> ArchivePath {
    guard let text = String(validating: name, as: UTF8.self) else {
      throw ArchiveError(.invalidPath, call: "ArchiveEntry", text: "the name is not UTF-8")
    }
    if let fault = ArchivePath.escape(ofRead: name) {
      throw ArchiveError(.invalidPath, call: "ArchiveEntry", text: fault)
    }
    return try ArchivePath(text)
  }
}
