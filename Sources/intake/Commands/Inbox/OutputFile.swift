import IntakeModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file of the person's that is written whole or not at all.
///
/// It has a hidden name beside the final one until it is finished, and goes away if it never is.
final class OutputFile {
  private let path: FilePathArgument
  private let partial: FilePathArgument
  private let replaces: Bool
  private var descriptor: Int32

  /// - Parameter replaces: Whether a file of that name is replaced; otherwise it is an error.
  init(_ path: FilePathArgument, replacing replaces: Bool) throws {
    self.path = path
    self.replaces = replaces
    let folder = path.bytes[..<(path.bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)]
    let name = Array(".intake-\(AttachmentID(milliseconds: 0)).partial".utf8)
    if let advice = Self.advice(against: path) {
      descriptor = -1
      partial = path
      throw IntakeError(.writeFailed, at: .handoff, "'\(path.display)' \(advice)")
    }
    // Neither part holds a NUL, and the second is not empty.
    partial = FilePathArgument(bytes: folder + name)!
    descriptor = partial.withCString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
    if descriptor < 0 { throw failure("cannot be written") }
    // So that somebody who waits for a large copy learns it now; `finish` makes sure.
    if !replaces, path.withCString({ access($0, F_OK) }) == 0 { throw exists() }
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    partial.withCString { _ = unlink($0) }
  }

  /// What is wrong with a path at which there is something other than a file. Renaming over a device, a
  /// pipe or a socket would take it from everybody else.
  private static func advice(against path: FilePathArgument) -> String? {
    var status = stat()
    guard path.withCString({ lstat($0, &status) }) == 0 else { return nil }
    return switch status.st_mode & S_IFMT {
    case S_IFREG, S_IFLNK: nil
    case S_IFDIR: "is a folder; name a file in it"
    default: "is no file; leave '--output' out, and redirect standard output to it"
    }
  }

  func write(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw failure("cannot be written")
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Gives the file its name.
  func finish() throws {
    if fsync(descriptor) != 0, errno != EINVAL, errno != EROFS {
      throw failure("cannot be written")
    }
    let result = partial.withCString { partial in
      path.withCString { path in
        // link(2) never replaces; rename(2) always does.
        replaces ? rename(partial, path) : link(partial, path)
      }
    }
    if result != 0 { throw errno == EEXIST ? exists() : failure("cannot be named") }
    if !replaces { partial.withCString { _ = unlink($0) } }
    close(descriptor)
    descriptor = -1
  }

  private func exists() -> IntakeError {
    IntakeError(
      .writeFailed, at: .handoff,
      "'\(path.display)' exists, and is not replaced; choose another name, or add '--force'")
  }

  private func failure(_ what: String) -> IntakeError {
    IntakeError(
      .writeFailed, at: .handoff, "'\(path.display)' \(what): \(SystemError.text(errno))")
  }
}

/// `write(2)`, by a name that the method does not hide.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
