#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that takes its name, and the place of another, once it is whole. Removed when it never was.
struct ReplacedFile: ~Copyable {
  private let descriptor: Int32
  private let path: String
  private let temporaryPath: String

  init(_ path: String) throws(RecordFileError) {
    // Beside the file, since a name is changed within one file system only.
    let temporaryPath = "\(path).\(getpid()).part"
    let descriptor = try RecordFileError.check("open") {
      open(temporaryPath, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o666)
    }
    self.path = path
    self.temporaryPath = temporaryPath
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
    unlink(temporaryPath)
  }

  borrowing func write(_ bytes: [UInt8]) throws(RecordFileError) {
    var written = 0
    while written < bytes.count {
      written += try RecordFileError.check("write") {
        bytes[written...].withUnsafeBytes { systemWrite(descriptor, $0) }
      }
    }
  }

  /// Gives the file its name.
  consuming func finish() throws(RecordFileError) {
    try RecordFileError.check("fsync") { fsync(descriptor) }
    try RecordFileError.check("rename") { rename(temporaryPath, path) }
  }
}

/// `write(2)`, by a name that the method does not hide.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
