package import IntakeModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file that a validator may read, and may not write.
///
/// It holds one descriptor, until it goes away.
package final class LentFile: LocalContent {
  package let size: ByteCount
  private let descriptor: Descriptor

  /// Opens the file at `path`, as ``SourceFile`` does.
  ///
  /// - Throws: ``IntakeError`` at stage `loading`, as ``SourceFile/init(at:)``.
  package convenience init(at path: LocalPath) throws(IntakeError) {
    let file = try SourceFile(at: path)
    try self.init(file)
  }

  private init(_ file: borrowing SourceFile) throws(IntakeError) {
    do throws(Errno) {
      descriptor = try file.descriptor.openedAgain()
    } catch {
      throw .source(error, at: .loading, path: file.path)
    }
    size = file.size
  }

  package func withDescriptor<Result>(_ body: (Int32) throws -> Result) throws -> Result {
    try body(descriptor.number)
  }
}

extension Descriptor {
  /// The same file, opened anew for reading only: with a place of its own, and with no right to write, which a copy
  /// of the descriptor would have.
  func openedAgain() throws(Errno) -> Descriptor {
    #if os(Linux)
      try Descriptor(opening: "/proc/self/fd/\(number)", O_RDONLY | O_NONBLOCK | O_NOCTTY)
    #else
      try Descriptor(opening: "/dev/fd/\(number)", O_RDONLY | O_NONBLOCK | O_NOCTTY)
    #endif
  }
}
