import IntakeModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file of records, to whose end lines are added.
final class RecordAppending {
  private let path: FilePathArgument
  private var descriptor: Int32

  /// Opens the file, and makes it if there is none.
  init(_ path: FilePathArgument) throws {
    self.path = path
    // Without O_NONBLOCK a named pipe would hold the thread until somebody reads from it.
    descriptor = path.withCString {
      open($0, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o666)
    }
    if descriptor < 0 { throw failure("cannot be written: \(SystemError.text(errno))") }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw failure("is no file; records are added to the end of one")
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Adds a line, on disk when this returns.
  ///
  /// One call of write(2) with O_APPEND, so that the lines of several processes do not mix.
  func append(_ line: [UInt8]) throws {
    let bytes = endsWithinLine ? [UInt8(ascii: "\n")] + line : line
    var count: Int
    repeat {
      count = bytes.withUnsafeBytes { platformWrite(descriptor, $0) }
    } while count < 0 && errno == EINTR
    guard count == bytes.count else {
      let reason = count < 0 ? SystemError.text(errno) : "the disk may be full"
      throw failure(
        "was not written\(count > 0 ? " whole, and now ends in a line that is cut" : ""): \(reason)"
      )
    }
    // EINVAL and EROFS are how a file system says that there is nothing to sync.
    if fsync(descriptor) != 0, errno != EINVAL, errno != EROFS {
      throw failure("may not be on disk: \(SystemError.text(errno))")
    }
  }

  /// Whether the last line was cut, so that a new one must not go on with it.
  private var endsWithinLine: Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size > 0 else { return false }
    var byte: UInt8 = 0
    return pread(descriptor, &byte, 1, status.st_size - 1) == 1 && byte != UInt8(ascii: "\n")
  }

  private func failure(_ what: String) -> InputDocumentError {
    InputDocumentError(path.display, what)
  }
}

/// `write(2)`, by a name that the method does not hide.
private func platformWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
