import Glibc
import IntakeTesting

/// What `TemporaryFolder` does not do.
enum Files {
  /// Gives the program at `path` another name, or copies it to another file system.
  static func link(_ path: String, to target: String) throws {
    if Glibc.link(path, target) == 0 { return }
    guard errno == EXDEV || errno == EPERM else {
      throw SystemCallFailure("link", number: errno, subject: target)
    }
    let source = open(path, O_RDONLY | O_CLOEXEC)
    let copy = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o755)
    defer {
      close(source)
      close(copy)
    }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while case let count = read(source, &buffer, buffer.count), count > 0 {
      guard write(copy, buffer, count) == count else {
        throw SystemCallFailure("write", number: errno, subject: target)
      }
    }
  }

  /// Makes a file of this size that takes no space.
  static func makeSparse(_ path: String, beginningWith bytes: [UInt8], size: Int64) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    guard write(descriptor, bytes, bytes.count) == bytes.count,
      ftruncate(descriptor, off_t(size)) == 0
    else { throw SystemCallFailure("ftruncate", number: errno, subject: path) }
  }

  static func makeRunnable(_ path: String) throws {
    guard chmod(path, 0o755) == 0 else {
      throw SystemCallFailure("chmod", number: errno, subject: path)
    }
  }
}
