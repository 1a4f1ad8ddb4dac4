import IntakeModel
import SystemCalls

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
  func append(_ line: [UInt8]) throws {
    do throws(LineAppending.Failure) {
      try LineAppending.append(line, to: descriptor)
    } catch {
      switch error {
      case .failed("fsync", let number):
        throw failure("may not be on disk: \(SystemError.text(number))")
      case .failed(_, let number): throw failure("was not written: \(SystemError.text(number))")
      case .cut(let written):
        let how = written > 0 ? " whole, and now ends in a line that is cut" : ""
        throw failure("was not written\(how): the disk may be full")
      }
    }
  }

  private func failure(_ what: String) -> InputDocumentError {
    InputDocumentError(path.display, what)
  }
}
