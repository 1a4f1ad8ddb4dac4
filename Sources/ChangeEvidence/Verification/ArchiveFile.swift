import IntakeModel
import ShareContract

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file that is read at any place.
final class ArchiveFile: Sendable {
  let size: Int64
  /// Its name for messages, escaped.
  let name: String
  private let descriptor: Int32

  init(_ path: String) throws(EvidenceError) {
    name = Quotation.of(path)
    // Without O_NONBLOCK a named pipe would hold the thread until somebody writes to it.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw EvidenceError("\(name) cannot be opened: \(SystemText.of(errno))")
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw EvidenceError("\(name) is no file")
    }
    size = Int64(status.st_size)
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Fills `buffer` from its start with the bytes from `offset` on, and returns their number.
  func read(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws -> Int {
    while true {
      let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
      if count >= 0 { return count }
      if errno != EINTR { throw EvidenceError("\(name) cannot be read: \(SystemText.of(errno))") }
    }
  }

  func digest() throws -> ContentDigest {
    var digest = try StreamDigest()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
    defer { buffer.deallocate() }
    var offset: Int64 = 0
    while case let count = try read(buffer, at: offset), count > 0 {
      try Task.checkCancellation()
      try digest.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      offset += Int64(count)
    }
    return try digest.finish()
  }
}
