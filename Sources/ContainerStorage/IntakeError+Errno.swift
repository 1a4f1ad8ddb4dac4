import Digests
package import IntakeModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

// What failed system calls mean to a caller. Every number that is not named here is the general failure of
// reading or writing, with the system's own text in the message.

extension Errno {
  /// The code for a failure to read a source.
  package var sourceCode: IntakeError.Code {
    switch number {
    case ENOENT, ENOTDIR, ENAMETOOLONG: .sourceMissing
    case EACCES, EPERM: .sourceDenied
    case ELOOP: .sourceIsLink
    case EISDIR: .sourceIsDirectory
    case ENXIO, ENODEV, ESPIPE: .sourceNotRegular
    case EMFILE, ENFILE: .tooManyOpenFiles
    default: .readFailed
    }
  }

  /// The code for a failure to write into a container.
  package var containerCode: IntakeError.Code {
    switch number {
    case ENOSPC, EDQUOT: .diskFull
    case EMFILE, ENFILE: .tooManyOpenFiles
    case EROFS, EACCES, EPERM: .containerReadOnly
    case ENOENT, ENOTDIR, ESTALE, ENODEV, ENXIO, ENOTCONN: .containerUnavailable
    case ELOOP: .containerUnsuitable
    default: .writeFailed
    }
  }

  /// The code for a failure to read a copy from a container.
  package var copyCode: IntakeError.Code {
    switch number {
    case ENOENT, ELOOP, EISDIR, ENXIO, EXDEV: .notFound
    case EMFILE, ENFILE: .tooManyOpenFiles
    case EACCES, EPERM, ENOTDIR, ESTALE, ENODEV, ENOTCONN: .containerUnavailable
    default: .readFailed
    }
  }

  /// Stands for a file of another kind than the one that is needed.
  init(notRegular kind: FileKind) {
    let number =
      switch kind {
      case .directory: EISDIR
      case .link: ELOOP
      default: ENXIO
      }
    self.init(number, from: "fstat")
  }
}

extension IntakeError {
  /// A failure to open or read the source at `path`.
  static func source(_ failure: Errno, at stage: Stage, path: String) -> IntakeError {
    let code = failure.sourceCode
    let text =
      switch code {
      case .sourceMissing: "there is no file at \(path)"
      case .sourceDenied: "the file \(path) may not be read; check its permissions"
      case .sourceIsLink:
        "\(path) is a symbolic link, and links are not followed; name the file it points to"
      case .sourceIsDirectory: "\(path) is a directory"
      case .sourceNotRegular:
        "\(path) is a pipe, a socket or a device; copy its content into a file first"
      case .tooManyOpenFiles:
        "the file \(path) was not opened: \(outOfDescriptors(failure))"
      default: "reading the file \(path) failed (\(failure))"
      }
    return IntakeError(code, at: stage, text, cause: failure)
  }

  /// A failure to write into the container at `path`.
  ///
  /// - Parameter space: What was free right after the failure, where it is known.
  static func container(
    _ failure: Errno, at stage: Stage, path: String, space: FreeSpace? = nil
  ) -> IntakeError {
    let code = failure.containerCode
    let text =
      switch code {
      case .diskFull: "the disk under the container \(path) is full: \(missing(failure, space))"
      case .tooManyOpenFiles:
        "the container \(path) could not open a file: \(outOfDescriptors(failure))"
      case .containerReadOnly:
        "the container \(path) may not be written (\(failure)); check that it is mounted for writing, "
          + "and the owner and permissions of its folders"
      case .containerUnavailable:
        "the container \(path) is not there, or went away while it was in use (\(failure))"
      case .containerUnsuitable:
        "in the container \(path) a symbolic link is in the place of a folder or file of ours "
          + "(\(failure)); remove the link"
      default: "writing into the container \(path) failed (\(failure))"
      }
    return IntakeError(code, at: stage, text, cause: failure)
  }

  /// A failure to read the copy `name` from the container at `path`.
  static func copy(_ failure: Errno, name: StoredName, path: String) -> IntakeError {
    let code = failure.copyCode
    let text =
      switch code {
      case .notFound where failure.number == ENOENT: "the container \(path) holds no copy \(name)"
      case .notFound:
        "in the container \(path) something else than a file of ours has the name \(name), "
          + "and is not opened (\(failure))"
      case .tooManyOpenFiles: "the copy \(name) was not opened: \(outOfDescriptors(failure))"
      case .containerUnavailable: "the container \(path) cannot be read (\(failure))"
      default: "reading the copy \(name) in the container \(path) failed (\(failure))"
      }
    return IntakeError(code, at: .handoff, text, cause: failure)
  }

  /// A failure of the library that digests.
  static func digesting(_ failure: DigestError) -> IntakeError {
    IntakeError(
      .writeFailed, at: .copying, "the copy could not be digested (\(failure))", cause: failure)
  }

  private static func missing(_ failure: Errno, _ space: FreeSpace?) -> String {
    if failure.number == EDQUOT {
      return "the quota of its owner is used up; raise it, or free space"
    }
    guard let space else { return "no space is left; free some" }
    if space.entries == 0 {
      return "no free file entries (inodes) are left, though \(space.bytes) are free; remove files"
    }
    return "\(space.bytes) are free; free more, or move the container"
  }

  private static func outOfDescriptors(_ failure: Errno) -> String {
    failure.number == ENFILE
      ? "the system has no file descriptors left (fs.file-max)"
      : "this process has no file descriptors left; raise the limit (ulimit -n), or take in fewer "
        + "attachments at once"
  }
}
