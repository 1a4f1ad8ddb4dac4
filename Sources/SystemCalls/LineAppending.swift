#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Adds lines to the end of a file, to which several processes may add.
package enum LineAppending {
  /// Why a line is not on disk.
  package enum Failure: Error {
    /// A call failed, with this number.
    case failed(call: String, number: Int32)
    /// Only so many of its bytes were written; the disk may be full.
    case cut(written: Int)
  }

  /// Adds a line, on disk when this returns.
  ///
  /// One call of write(2) with O_APPEND, so that the lines of several processes do not mix. Where the line before
  /// was cut, as by the end of its process, the new one does not go on with it.
  ///
  /// - Parameters:
  ///   - line: The line with its end.
  ///   - file: Open for reading and, with `O_APPEND`, for writing.
  package static func append(_ line: [UInt8], to file: Int32) throws(Failure) {
    let bytes = endsWithinLine(file) ? [UInt8(ascii: "\n")] + line : line
    var count: Int
    repeat {
      count = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    } while count < 0 && errno == EINTR
    if count < 0 { throw .failed(call: "write", number: errno) }
    if count < bytes.count { throw .cut(written: count) }
    // EINVAL and EROFS are how a file system says that there is nothing to sync.
    if fsync(file) != 0, errno != EINVAL, errno != EROFS {
      throw .failed(call: "fsync", number: errno)
    }
  }

  private static func endsWithinLine(_ file: Int32) -> Bool {
    var status = stat()
    guard fstat(file, &status) == 0, status.st_size > 0 else { return false }
    var byte: UInt8 = 0
    return pread(file, &byte, 1, status.st_size - 1) == 1 && byte != UInt8(ascii: "\n")
  }
}
