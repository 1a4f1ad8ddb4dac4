import IntakeTesting

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What tests do to files behind the container's back.
enum Files {
  struct Failure: Error, CustomStringConvertible {
    let call: String
    let path: String
    let number: Int32
    var description: String { "\(call) \(path): errno \(number)" }
  }

  struct Status {
    let linkCount: Int
    let permissions: UInt32
  }

  static func remove(_ path: String) throws { try check("unlink", path, unlink(path)) }

  /// Removes a folder of folders of files, as containers are.
  static func removeAll(_ path: String) throws {
    let ending = try ChildProcess("rm", ["-rf", path]).waitBlocking()
    try check("rm", path, ending.status == .exited(0) ? 0 : 1)
  }

  /// The names in a folder.
  static func list(_ path: String) throws -> [String] {
    guard let folder = opendir(path) else {
      throw Failure(call: "opendir", path: path, number: errno)
    }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  static func size(_ path: String) throws -> Int {
    var status = stat()
    try check("lstat", path, lstat(path, &status))
    return Int(status.st_size)
  }

  /// The bytes that are free on the disk under `path`.
  static func freeSpace(_ path: String) throws -> Int {
    var status = statvfs()
    try check("statvfs", path, statvfs(path, &status))
    return Int(status.f_bavail) * Int(status.f_frsize)
  }

  /// Makes a file as large as that, without blocks for what is added.
  static func extend(_ path: String, to size: Int) throws {
    try check("truncate", path, truncate(path, off_t(size)))
  }

  static func rename(_ path: String, to other: String) throws {
    try check("rename", path, systemRename(path, other))
  }

  static func hardLink(_ path: String, as other: String) throws {
    try check("link", path, link(path, other))
  }

  static func makePipe(_ path: String) throws { try check("mkfifo", path, mkfifo(path, 0o600)) }

  static func status(_ path: String) throws -> Status {
    var status = stat()
    try check("lstat", path, lstat(path, &status))
    return Status(
      linkCount: Int(status.st_nlink), permissions: UInt32(status.st_mode) & 0o7777)
  }

  private static func check(_ call: String, _ path: String, _ result: Int32) throws {
    if result != 0 { throw Failure(call: call, path: path, number: errno) }
  }
}

private func systemRename(_ path: String, _ other: String) -> Int32 { rename(path, other) }
