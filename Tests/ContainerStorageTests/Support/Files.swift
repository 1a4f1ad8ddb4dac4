import Glibc

/// Files made and read by plain calls, as a program that is not ours would.
enum Files {
  static func write(_ bytes: [UInt8], to path: String, appending: Bool = false) throws {
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (appending ? O_APPEND : O_TRUNC)
    let file = open(path, flags, 0o600)
    guard file >= 0 else { throw TestFault("open \(path): errno \(errno)") }
    defer { close(file) }
    guard bytes.withUnsafeBytes({ Glibc.write(file, $0.baseAddress, $0.count) }) == bytes.count
    else { throw TestFault("write \(path): errno \(errno)") }
  }

  static func write(_ text: String, to path: String) throws {
    try write(Array(text.utf8), to: path)
  }

  static func read(_ path: String) throws -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw TestFault("open \(path): errno \(errno)") }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = Glibc.read(file, &buffer, buffer.count)
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }

  static func makeFolder(_ path: String) throws {
    guard mkdir(path, 0o700) == 0 else { throw TestFault("mkdir \(path): errno \(errno)") }
  }

  static func link(_ path: String, to target: String) throws {
    guard symlink(target, path) == 0 else { throw TestFault("symlink \(path): errno \(errno)") }
  }

  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// The names in a folder, sorted.
  static func names(in path: String) throws -> [String] {
    guard let folder = opendir(path) else { throw TestFault("opendir \(path): errno \(errno)") }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Bytes that differ from place to place.
  static func pattern(_ count: Int, seed: Int = 0) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: ($0 &+ seed) &* 31 ^ ($0 >> 8)) }
  }
}

/// Fails the test's set-up where a plain call of the system fails.
func check(_ result: Int32, _ call: StaticString = #function) throws {
  guard result == 0 else { throw TestFault("a call in \(call): errno \(errno)") }
}
