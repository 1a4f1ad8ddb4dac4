#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The few file operations that a benchmark needs. Foundation would double the memory of a worker.
enum Files {
  /// A call that failed, and on what.
  struct Failure: Error, CustomStringConvertible {
    let call: String
    let path: String
    let number: Int32

    var description: String { "\(call) \(path): \(String(cString: strerror(number)))" }
  }

  private static func failure(_ call: String, _ path: String) -> Failure {
    Failure(call: call, path: path, number: errno)
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

  /// Makes a folder, and those above it.
  static func makeFolder(_ path: String) throws(Failure) {
    var end = path.startIndex
    while let slash = path[end...].dropFirst().firstIndex(of: "/") {
      mkdir(String(path[..<slash]), 0o777)
      end = slash
    }
    if mkdir(path, 0o777) != 0, errno != EEXIST { throw failure("mkdir", path) }
  }

  /// Replaces the file at `path`.
  static func write(_ chunks: some Sequence<[UInt8]>, to path: String) throws(Failure) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw failure("open", path) }
    defer { close(file) }
    for chunk in chunks {
      var rest = chunk[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { systemWrite(file, $0) }
        guard count > 0 else { throw failure("write", path) }
        rest = rest.dropFirst(count)
      }
    }
  }

  /// All bytes of a file.
  static func read(_ path: String) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    try forEachPiece(of: path) { bytes += $0 }
    return bytes
  }

  static func text(_ path: String) throws(Failure) -> String {
    String(decoding: try read(path), as: UTF8.self)
  }

  /// Reads a file, so that it is in memory, and drops what was read.
  static func touch(_ path: String) throws(Failure) { try forEachPiece(of: path) { _ in } }

  private static func forEachPiece(
    of path: String, _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(Failure) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure("open", path) }
    defer { close(file) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 4096)
    defer { buffer.deallocate() }
    while true {
      let count = systemRead(file, buffer)
      guard count >= 0 else { throw failure("read", path) }
      if count == 0 { return }
      body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }

  /// The names in a folder, in byte order, but for hidden ones unless they are asked for.
  static func names(in path: String, hidden: Bool = false) throws(Failure) -> [String] {
    guard let folder = opendir(path) else { throw failure("opendir", path) }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name == "." || name == ".." || (!hidden && name.hasPrefix(".")) { continue }
      names.append(name)
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The regular files below a folder, or the file itself.
  static func files(below path: String, hidden: Bool = false) throws(Failure) -> [String] {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw failure("lstat", path) }
    if status.st_mode & S_IFMT == S_IFREG { return [path] }
    guard status.st_mode & S_IFMT == S_IFDIR else { return [] }
    var found: [String] = []
    for name in try names(in: path, hidden: hidden) {
      found += try files(below: "\(path)/\(name)", hidden: hidden)
    }
    return found
  }

  static func size(of path: String) throws(Failure) -> Int64 {
    var status = stat()
    guard stat(path, &status) == 0 else { throw failure("stat", path) }
    return Int64(status.st_size)
  }

  static func rename(_ path: String, to newPath: String) throws(Failure) {
    if systemRename(path, newPath) != 0 { throw failure("rename", path) }
  }

  static func link(_ path: String, to target: String) throws(Failure) {
    if symlink(target, path) != 0 { throw failure("symlink", path) }
  }

  /// Removes what is at `path`, with everything below it; nothing where it is not there.
  static func remove(_ path: String) {
    guard unlink(path) != 0, errno != ENOENT else { return }
    guard let folder = opendir(path) else { return }
    var names: [String] = []
    while let entry = readdir(folder) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    closedir(folder)
    for name in names where name != "." && name != ".." { remove("\(path)/\(name)") }
    rmdir(path)
  }

  /// Takes the content of the files at or below `path`, and leaves the files.
  static func empty(_ path: String) {
    for file in (try? files(below: path, hidden: true)) ?? [] { truncate(file, 0) }
  }

  /// How many descriptors of this process are of files or folders at or below these, or of files that had a place there.
  /// The catalog opens and closes its own as it likes, and the system those of its timers.
  static func openCount(below folders: [String]) -> Int {
    let numbers = (try? names(in: "/proc/self/fd")) ?? []
    return numbers.count { number in
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink("/proc/self/fd/\(number)", &buffer, buffer.count)
      let path = String(
        decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
      return folders.contains { path == $0 || path.hasPrefix($0 + "/") }
        && !path.contains("/catalog.sqlite")
    }
  }

  /// The bytes that may still be written where `path` is.
  static func freeBytes(at path: String) throws(Failure) -> Int64 {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { throw failure("statvfs", path) }
    return Int64(status.f_bavail) * Int64(status.f_frsize)
  }
}

private func systemRead(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(file, buffer.baseAddress, buffer.count)
}

private func systemWrite(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(file, bytes.baseAddress, bytes.count)
}

private func systemRename(_ path: String, _ newPath: String) -> Int32 { rename(path, newPath) }
