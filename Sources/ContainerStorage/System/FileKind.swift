package import IntakeModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What a path names.
package enum FileKind: Sendable, Hashable {
  case regular
  case directory
  case link
  case pipe
  case socket
  case device
  case unknown

  /// The kind in a file's mode.
  init(mode: mode_t) {
    self =
      switch mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFLNK: .link
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      case S_IFCHR, S_IFBLK: .device
      default: .unknown
      }
  }

  /// The kind that a folder entry says; `unknown` where the file system does not say.
  init(entryType: UInt8) {
    // The constants DT_REG and so on are the bits of S_IFMT, moved down.
    self.init(mode: mode_t(entryType) << 12)
  }
}

extension FileKind {
  /// The kind of what is at `path`, which is neither opened nor, where it is a link, followed.
  ///
  /// - Throws: ``IntakeError`` with `sourceMissing` or `sourceDenied`.
  package static func kind(ofPath path: LocalPath) throws(IntakeError) -> FileKind {
    do throws(Errno) {
      let kind = try path.withCString { path throws(Errno) in
        try FileStatus(of: path, in: AT_FDCWD).kind
      }
      guard let kind else { throw Errno(ENOENT, from: "fstatat") }
      return kind
    } catch {
      throw .source(error, at: .loading, path: path.description)
    }
  }
}
