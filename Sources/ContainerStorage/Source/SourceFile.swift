package import IntakeModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A regular file that is to be copied, open for reading.
///
/// Opening never waits, also not for a pipe without a writer, has no side effect on a device, and does not
/// follow a link at the end of the path. Folders on the way may be links: the path is the caller's own.
package struct SourceFile: ~Copyable, Sendable {
  let descriptor: Descriptor
  /// What the system said when the file was opened.
  let atOpening: FileStatus
  /// For messages.
  let path: String

  /// The size when the file was opened.
  package var size: ByteCount { ByteCount(bytes: atOpening.size) }

  /// Whether a larger buffer helps and, where nothing else is copied, a thread of its own for the digest, which a smaller
  /// file would pay more for than it saves.
  package var isLarge: Bool { size >= .mebibytes(32) }

  /// Opens the file at `path`.
  ///
  /// - Throws: ``IntakeError`` at stage `loading` with `sourceMissing`, `sourceDenied`, `sourceIsLink`,
  ///   `sourceIsDirectory`, `sourceNotRegular`, `tooManyOpenFiles` or `readFailed`.
  package init(at path: LocalPath) throws(IntakeError) {
    let display = path.description
    do throws(Errno) {
      let file = try path.withCString { path throws(Errno) in try RegularFile.open(path) }
      switch consume file {
      case .some(.opened(let descriptor, let status)):
        self.init(descriptor, status, path: display)
        return
      case .some(.refused(let kind)):
        throw Errno(notRegular: kind)
      case .none:
        throw Errno(ENOENT, from: "openat")
      }
    } catch {
      throw .source(error, at: .loading, path: display)
    }
  }

  /// Takes over a file that was opened for reading.
  init(_ descriptor: consuming Descriptor, _ status: FileStatus, path: String) {
    self.descriptor = descriptor
    self.atOpening = status
    self.path = path
    #if os(Linux)
      // Doubles the kernel's read-ahead. A hint: it may fail, and then nothing is lost.
      if status.size > 128 << 10 {
        posix_fadvise(self.descriptor.number, 0, 0, POSIX_FADV_SEQUENTIAL)
      }
    #endif
  }

  /// Reads into `buffer` from `offset`, and returns how many bytes; zero at the end of the file.
  ///
  /// - Throws: ``IntakeError`` with `readFailed`.
  package func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(IntakeError) -> Int {
    do throws(Errno) {
      return try descriptor.read(into: buffer, at: offset)
    } catch {
      throw .source(error, at: .copying, path: path)
    }
  }
}
