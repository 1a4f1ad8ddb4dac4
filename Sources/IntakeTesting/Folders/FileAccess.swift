import IntakeModel

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The few file operations that doubles need.
enum FileAccess {
  private static let pieceSize = 1 << 20

  /// Replaces the file at `path` by `content`, holding one piece of it in memory. The zeros of sparse content
  /// are left out.
  static func write(_ content: SampleContent, to path: String) throws(SystemCallFailure) {
    let file = try SystemCallFailure.check("open", path) {
      open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    }
    defer { close(file) }
    let hole = content.hole
    if hole.isEmpty {
      for piece in content.chunks(of: pieceSize) { try writeAll(piece, to: file, path) }
    } else {
      try writeAll(content.bytes(in: 0..<hole.lowerBound), to: file, path)
      try SystemCallFailure.check("lseek", path) { lseek(file, off_t(hole.upperBound), SEEK_SET) }
      try writeAll(content.bytes(in: hole.upperBound..<content.count), to: file, path)
      // Where nothing stands behind the hole, only this makes it.
      try SystemCallFailure.check("ftruncate", path) { ftruncate(file, off_t(content.count)) }
    }
  }

  /// Writes all of `bytes` to a descriptor.
  static func writeAll(
    _ bytes: [UInt8], to file: Int32, _ subject: String
  ) throws(SystemCallFailure) {
    var written = 0
    while written < bytes.count {
      written += try SystemCallFailure.check("write", subject) {
        bytes[written...].withUnsafeBytes { unsafe(file, $0) }
      }
    }
    func unsafe(_ file: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
      #if canImport(Darwin)
        Darwin.write(file, buffer.baseAddress, buffer.count)
      #else
        Glibc.write(file, buffer.baseAddress, buffer.count)
      #endif
    }
  }

  /// All bytes of an open file, without moving its place.
  static func content(of file: Int32) throws(SystemCallFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: pieceSize)
    while true {
      let offset = off_t(bytes.count)
      let count = try SystemCallFailure.check("pread", "a descriptor") {
        piece.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, offset) }
      }
      if count == 0 { return bytes }
      bytes += piece[..<count]
    }
  }

  /// All bytes of the file at `path`.
  ///
  /// - Parameter flags: More flags for opening it, such as `O_NOFOLLOW`.
  static func read(_ path: LocalPath, flags: Int32 = 0) throws(SystemCallFailure) -> [UInt8] {
    let subject = path.description
    let opened = try path.withCString { (path) throws(SystemCallFailure) in
      try SystemCallFailure.check("open", subject) { open(path, O_RDONLY | O_CLOEXEC | flags) }
    }
    guard let file = opened else {
      throw SystemCallFailure("open", number: EINVAL, subject: subject)
    }
    defer { close(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: pieceSize)
    while true {
      let count = try SystemCallFailure.check("read", subject) {
        piece.withUnsafeMutableBytes { readSome(file, $0) }
      }
      if count == 0 { return bytes }
      bytes += piece[..<count]
    }
  }

  static func readSome(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.read(file, buffer.baseAddress, buffer.count)
    #else
      Glibc.read(file, buffer.baseAddress, buffer.count)
    #endif
  }

  /// The names in the folder at `path`, in byte order.
  static func names(in path: String) throws(SystemCallFailure) -> [String] {
    let file = try SystemCallFailure.check("open", path) {
      open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
    let names = try names(inFolder: file, path).map { name in
      String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The names in an open folder, as they are: not all are UTF-8. Closes the descriptor.
  static func names(
    inFolder file: Int32, _ subject: String
  ) throws(SystemCallFailure) -> [[CChar]] {
    guard let folder = fdopendir(file) else {
      let failure = SystemCallFailure("fdopendir", subject: subject)
      close(file)
      throw failure
    }
    defer { closedir(folder) }
    var names: [[CChar]] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { buffer in
        buffer.prefix { $0 != 0 }.map { CChar(bitPattern: $0) }
      }
      let isOwnName = name == [dot] || name == [dot, dot]
      if !isOwnName { names.append(name + [0]) }
    }
    return names
  }

  private static let dot = CChar(UInt8(ascii: "."))

  /// Whether there is a folder, and not a link to one, at `path`.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
