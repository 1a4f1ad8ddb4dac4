#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif
#if os(Linux)
  import CLinux
#endif

/// An open file or folder, closed when this value ends.
struct Descriptor: ~Copyable, Sendable {
  let number: Int32

  /// Takes over `number`, which nobody else may close.
  init(owning number: Int32) { self.number = number }

  // Without a retry: after EINTR the descriptor is gone on Linux, and may be another file's by then.
  deinit { close(number) }
}

extension Descriptor {
  /// Opens `path` relative to `folder`. Never handed on to child processes.
  init(
    opening path: UnsafePointer<CChar>, in folder: Int32 = AT_FDCWD, _ flags: Int32,
    mode: mode_t = 0
  ) throws(Errno) {
    let number = try Errno.check("openat") { openat(folder, path, flags | O_CLOEXEC, mode) }
    self.init(owning: number)
  }

  /// Opens the folder `path`; a link at the end of the path is followed only if `followsLink`, and is
  /// `ELOOP` otherwise.
  init(
    openingFolder path: UnsafePointer<CChar>, in folder: Int32 = AT_FDCWD,
    followsLink: Bool = false
  ) throws(Errno) {
    let flags = O_RDONLY | O_DIRECTORY | (followsLink ? 0 : O_NOFOLLOW)
    do throws(Errno) {
      try self.init(opening: path, in: folder, flags)
    } catch {
      // Asked for a folder, Linux says of a link that it does not follow only that it is none.
      if error.number == ENOTDIR, !followsLink,
        try FileStatus(of: path, in: folder).kind == .link
      {
        throw Errno(ELOOP, from: error.call)
      }
      throw error
    }
  }

  func status() throws(Errno) -> FileStatus { try FileStatus(of: number) }

  /// Writes all of `bytes` at the end of what was written.
  func append(_ bytes: UnsafeRawBufferPointer) throws(Errno) {
    var rest = bytes
    while !rest.isEmpty {
      let count = try Errno.check("write") { write(number, rest.baseAddress, rest.count) }
      // POSIX allows zero for a regular file on an error it has no number for; it must not spin.
      if count == 0 { throw Errno(EIO, from: "write") }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  /// Writes all of `bytes` as ``append(_:)`` does, and lets them leave the system's cache once they are on the disk.
  ///
  /// - Returns: Whether the system can; where not, nothing was written.
  func appendUncached(_ bytes: UnsafeRawBufferPointer) throws(Errno) -> Bool {
    #if os(Linux)
      let count: Int
      do throws(Errno) {
        count = try Errno.check("pwritev2") {
          clinux_write_uncached(number, bytes.baseAddress, bytes.count)
        }
      } catch {
        if error.meansNoUncachedWrites { return false }
        throw error
      }
      // A part that is left over says itself why.
      try append(UnsafeRawBufferPointer(rebasing: bytes[count...]))
      return true
    #else
      return false
    #endif
  }

  /// Reads into `buffer` from `offset`, and returns how many bytes; zero at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(Errno) -> Int {
    try Errno.check("pread") { pread(number, buffer.baseAddress, buffer.count, off_t(offset)) }
  }

  /// Writes `text` at the end of what was written.
  func append(_ text: String) throws(Errno) {
    let bytes = Array(text.utf8)
    try bytes.withUnsafeBytes { bytes in
      Result { () throws(Errno) in try append(bytes) }
    }.get()
  }

  /// The first bytes, at most `count`.
  func start(atMost count: Int) throws(Errno) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let done = try bytes.withUnsafeMutableBytes { buffer in
      Result { () throws(Errno) in try read(into: buffer, at: 0) }
    }.get()
    return Array(bytes[..<done])
  }

  /// Has the system begin to write the content to the disk, where it can.
  ///
  /// No more than a hint: what fails is told by ``synchronizeContent()``, which has to follow.
  func startWriting() {
    #if os(Linux)
      _ = clinux_start_writing(number)
    #endif
  }

  /// Waits until the content is on the disk.
  func synchronizeContent() throws(Errno) {
    #if canImport(Darwin)
      // fsync there stops at the drive's cache; file systems without F_FULLFSYNC have only fsync.
      if fcntl(number, F_FULLFSYNC) == 0 { return }
      try Errno.check("fsync") { fsync(number) }
    #else
      try Errno.check("fdatasync") { fdatasync(number) }
    #endif
  }

  /// Waits until the entries of this folder are on the disk.
  func synchronizeEntries() throws(Errno) {
    #if canImport(Darwin)
      if fcntl(number, F_FULLFSYNC) == 0 { return }
    #endif
    try Errno.check("fsync") { fsync(number) }
  }
}
