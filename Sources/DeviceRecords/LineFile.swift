#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An open file to whose end lines are added, by several processes at once. Closed when this value ends.
struct LineFile: ~Copyable {
  private let descriptor: Int32

  /// Takes over `descriptor`, which is open for reading and, with `O_APPEND`, for writing.
  init(owning descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Adds a line, on disk when this returns.
  ///
  /// One call of write(2) with O_APPEND, so that the lines of several processes do not mix. Where the line before
  /// was cut, as by the end of its process, the new one does not go on with it.
  borrowing func append(_ line: [UInt8]) throws(RecordFileError) {
    let bytes = endsWithinLine ? [UInt8(ascii: "\n")] + line : line
    let count = try RecordFileError.check("write") {
      bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    }
    guard count == bytes.count else {
      throw RecordFileError("it now ends in a line that is cut; the disk may be full")
    }
    // EINVAL and EROFS are how a file system says that there is nothing to sync.
    if fsync(descriptor) != 0, errno != EINVAL, errno != EROFS {
      throw RecordFileError(of: "fsync")
    }
  }

  /// Whether the file still has a name.
  var isLinked: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_nlink > 0
  }

  /// The bytes, at most `count` of them.
  borrowing func content(atMost count: Int) throws(RecordFileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    while bytes.count < count {
      let offset = off_t(bytes.count)
      let read = try RecordFileError.check("pread") {
        piece.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, offset) }
      }
      if read == 0 { break }
      bytes += piece[..<read]
    }
    return bytes
  }

  private var endsWithinLine: Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size > 0 else { return false }
    var byte: UInt8 = 0
    return pread(descriptor, &byte, 1, status.st_size - 1) == 1 && byte != UInt8(ascii: "\n")
  }
}
