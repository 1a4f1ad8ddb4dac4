import SystemCalls

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
  borrowing func append(_ line: [UInt8]) throws(RecordFileError) {
    do throws(LineAppending.Failure) {
      try LineAppending.append(line, to: descriptor)
    } catch {
      switch error {
      case .failed(let call, let number): throw RecordFileError(of: call, number: number)
      case .cut: throw RecordFileError("it now ends in a line that is cut; the disk may be full")
      }
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
}
