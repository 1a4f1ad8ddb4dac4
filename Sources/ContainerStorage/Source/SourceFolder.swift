package import IntakeModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// An open folder of the caller's, whose files are listed and opened through no link and never outside it.
package final class SourceFolder: Sendable {
  let descriptor: Descriptor
  /// For messages.
  let path: String

  /// Opens the folder at `path`; a link at the end of the path is not followed.
  ///
  /// - Throws: ``IntakeError`` at stage `loading` with `sourceMissing`, `sourceDenied`, `sourceIsLink`,
  ///   `sourceNotRegular` for what is no folder, `tooManyOpenFiles` or `readFailed`.
  package init(at path: LocalPath) throws(IntakeError) {
    self.path = path.description
    do throws(Errno) {
      let folder = try path.withCString { path throws(Errno) in
        try Descriptor(openingFolder: path)
      }
      guard let folder else { throw Errno(ENOENT, from: "openat") }
      descriptor = folder
    } catch {
      if error.number == ENOTDIR, (try? FileKind.kind(ofPath: path)) != nil {
        throw IntakeError(
          .sourceNotRegular, at: .loading, "\(path) is not a folder", cause: error)
      }
      throw .source(error, at: .loading, path: path.description)
    }
  }

  /// Whether it is a container, of this or a later version.
  package var isContainer: Bool {
    switch try? ContainerMarker.read(in: descriptor) {
    case .ours, .newer: true
    default: false
    }
  }

  /// The files and folders below this one; see ``DirectoryListing``.
  ///
  /// - Throws: ``IntakeError`` at stage `loading` with `sourceDenied`, `tooManyOpenFiles` or `readFailed`.
  package func listing(
    limits: DirectoryListing.Limits = .init()
  ) throws(IntakeError) -> DirectoryListing {
    try DirectoryListing(of: self, limits: limits)
  }

  /// Opens a file that was listed.
  ///
  /// - Throws: As ``SourceFile/init(at:)``; `sourceIsLink` also where a folder on the way has become a link.
  package func open(_ entry: DirectoryListing.Entry) throws(IntakeError) -> SourceFile {
    let display = "\(path)/\(entry.path)"
    do throws(Errno) {
      switch try openFile(entry) {
      case .opened(let descriptor, let status):
        return SourceFile(descriptor, status, path: display)
      case .refused(let kind):
        throw Errno(notRegular: kind)
      }
    } catch {
      throw .source(error, at: .loading, path: display)
    }
  }

  /// Goes down folder by folder, so that no component can be a link, with any kernel.
  private func openFile(_ entry: DirectoryListing.Entry) throws(Errno) -> RegularFile {
    var folder = try Descriptor(openingFolder: ".", in: descriptor.number)
    let components = entry.components
    for parent in components.dropLast() {
      folder = try Descriptor(openingFolder: parent, in: folder.number)
    }
    return try RegularFile.open(components.last ?? [0], in: folder.number)
  }
}
