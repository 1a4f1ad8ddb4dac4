internal import Archives
internal import ContainerStorage

/// Stores a directory or package as one zip archive, streamed.
///
/// Names and bytes make the archive and nothing else does, so that the same content has the same digest.
enum DirectoryArchive {
  /// Writes the archive of the directory at `path` to `append`, piece by piece.
  ///
  /// - Parameter buffer: Where files are read into.
  /// - Throws: ``IntakeError`` for an entry that is a link or another special file, since leaving it out
  ///   would lose something silently; and what `append` throws.
  static func write(
    directoryAt path: LocalPath, buffer: UnsafeMutableRawBufferPointer, registry: TypeRegistry,
    _ append: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    try withoutActuallyEscaping(append) { append in
      do {
        var archive = try ArchiveWriter(format: .zip(), write: append)
        let folder = try SourceFolder(at: path)
        var listing = try folder.listing()
        while let entry = try listing.next() {
          try add(entry, of: folder, to: &archive, buffer: buffer, registry: registry)
        }
        try archive.finish()
      } catch let error as ArchiveError {
        throw IntakeError(
          error.kind == .libraryMissing ? .loadFailed : .readFailed, at: .copying,
          "the directory could not be stored as zip: \(advice(for: error))", cause: error)
      }
    }
  }

  private static func add(
    _ entry: DirectoryListing.Entry, of folder: SourceFolder, to archive: inout ArchiveWriter,
    buffer: UnsafeMutableRawBufferPointer, registry: TypeRegistry
  ) throws {
    switch entry.kind {
    case .directory:
      try archive.add(ArchiveEntryHeader(path: try ArchivePath(entry.path), kind: .directory))
    case .regular:
      let source = try folder.open(entry)
      let prefixCount = try source.read(into: buffer, at: 0)
      let prefix = UnsafeRawBufferPointer(rebasing: buffer[..<prefixCount])
      let header = ArchiveEntryHeader(
        path: try ArchivePath(entry.path), kind: .file(size: source.size.bytes),
        isCompressible: isCompressible(prefix, registry))
      var offset: Int64 = 0
      try archive.add(header) { space in
        let count = try source.read(into: space, at: offset)
        offset += Int64(count)
        return count
      }
      try source.verifyUnchanged()
    case .link:
      throw IntakeError(
        .sourceIsLink, at: .copying,
        "the directory holds the link \(entry.path), which is not followed; remove it and try again"
      )
    default:
      throw IntakeError(
        .sourceNotRegular, at: .copying,
        "the directory holds \(entry.path), which is no file; remove it and try again")
    }
  }

  /// Whether deflating is worth its time: media and archives are compressed as they are.
  private static func isCompressible(
    _ prefix: UnsafeRawBufferPointer, _ registry: TypeRegistry
  ) -> Bool {
    guard let type = ContentSignature.identify(prefix: prefix) else { return true }
    let compressed: [TypeIdentifier] = [
      "public.image", "public.audiovisual-content", "public.archive", "com.adobe.pdf",
    ]
    return !compressed.contains { registry.conforms(type, to: $0) }
  }

  private static func advice(for error: ArchiveError) -> String {
    switch error.kind {
    case .libraryMissing: "libarchive is not installed (Debian: libarchive13)"
    case .sizeMismatch: "a file in it changed while it was read; try again"
    case .invalidPath, .duplicatePath: "it holds a name that an archive cannot hold"
    case .directoryTooLarge: "it holds too many files"
    // The others come from reading archives, which is not done here.
    case .abandoned, .callFailed, .malformed, .unsupported, .limitExceeded,
      .outOfMemory:
      "\(error.call) failed with \(error.code)"
    }
  }
}
