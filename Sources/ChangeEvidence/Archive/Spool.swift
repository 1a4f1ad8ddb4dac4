import IntakeModel
import ShareContract
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file without a name that holds what an export gathers, since an archive wants the size of a member before its
/// bytes.
final class Spool: Sendable {
  private let descriptor: Int32
  private let length = Mutex<Int64>(0)

  /// - Parameter folder: Where it takes its room, with `/` at the end: beside the archive, which needs as much.
  init(in folder: String) throws(EvidenceError) {
    var template = Array((folder + ".intake-spool-XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else {
      throw EvidenceError(
        "no file can be made in \(Quotation.of(folder)): \(SystemText.of(errno))")
    }
    unlink(template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Where the next byte goes.
  var end: Int64 { length.withLock { $0 } }

  func append(_ bytes: UnsafeRawBufferPointer) throws(EvidenceError) {
    try length.withLock { length throws(EvidenceError) in
      var written = 0
      while written < bytes.count {
        let count = systemWrite(
          descriptor, UnsafeRawBufferPointer(rebasing: bytes[written...]),
          length + Int64(written))
        if count < 0 {
          if errno == EINTR { continue }
          throw EvidenceError("what is gathered cannot be kept: \(SystemText.of(errno))")
        }
        written += count
      }
      length += Int64(written)
    }
  }

  /// Fills `buffer` from its start with the bytes from `offset` on, and returns their number.
  func read(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(EvidenceError) -> Int
  {
    while true {
      let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
      if count >= 0 { return count }
      if errno != EINTR {
        throw EvidenceError("what was gathered cannot be read: \(SystemText.of(errno))")
      }
    }
  }
}

private func systemWrite(
  _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ offset: Int64
) -> Int { pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(offset)) }
