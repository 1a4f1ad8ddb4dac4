#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The bytes of a document, mapped into memory so that parsers read them in place.
///
/// If the file is cut while it is read, the process ends by `SIGBUS`: its client takes that for a crash of a
/// parser, and so it says nothing about the content. Staged copies and library entries are not cut.
struct MappedContent: ~Copyable {
  let bytes: UnsafeRawBufferPointer

  enum Failure: Error {
    /// Not a regular file, or one that may not be read.
    case unreadable
    case outOfMemory
    /// It holds this many bytes, which is more than are read.
    case tooLarge
  }

  init(_ descriptor: Int32, limit: Int64) throws(Failure) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable
    }
    guard status.st_size <= limit, let count = Int(exactly: status.st_size) else { throw .tooLarge }
    guard count > 0 else {
      bytes = UnsafeRawBufferPointer(start: nil, count: 0)
      return
    }
    guard let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED
    else { throw errno == ENOMEM ? .outOfMemory : .unreadable }
    bytes = UnsafeRawBufferPointer(start: start, count: count)
  }

  deinit {
    if let start = bytes.baseAddress {
      munmap(UnsafeMutableRawPointer(mutating: start), bytes.count)
    }
  }
}
