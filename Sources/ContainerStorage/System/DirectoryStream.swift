#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Reads the entries of a folder, in the file system's order.
struct DirectoryStream: ~Copyable {
  #if canImport(Darwin)
    private let stream: UnsafeMutablePointer<DIR>
  #else
    private let stream: OpaquePointer
  #endif

  /// One entry: its name, and its kind where the file system says so.
  struct Entry {
    let name: [UInt8]
    let kind: FileKind
  }

  /// Starts at the beginning of `folder`, on a descriptor of its own, so that readers do not share a place.
  init(of folder: borrowing Descriptor) throws(Errno) {
    let number = try Errno.check("openat") {
      openat(folder.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
    guard let stream = fdopendir(number) else {
      let failure = Errno(errno, from: "fdopendir")
      close(number)
      throw failure
    }
    self.stream = stream
  }

  deinit { closedir(stream) }

  /// The next entry but for `.` and `..`; `nil` at the end.
  mutating func next() throws(Errno) -> Entry? {
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw Errno(errno, from: "readdir") }
        return nil
      }
      let name = Self.name(of: entry)
      if name == [0x2E] || name == [0x2E, 0x2E] { continue }
      return Entry(name: name, kind: FileKind(entryType: entry.pointee.d_type))
    }
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
    // By address: a name may be longer than the field d_name is declared, and then reading the field
    // would cut it.
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    let start = UnsafeRawPointer(entry) + offset
    let length = strlen(start.assumingMemoryBound(to: CChar.self))
    return Array(UnsafeRawBufferPointer(start: start, count: length))
  }
}
