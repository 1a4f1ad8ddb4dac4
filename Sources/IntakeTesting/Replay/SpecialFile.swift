#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What a source may deliver in the place of a file.
enum SpecialFile: Sendable {
  case link
  case pipe

  /// - Throws: ``SystemCallFailure``.
  func make(at path: String) throws {
    switch self {
    case .link: try SystemCallFailure.check("symlink", path) { symlink("elsewhere", path) }
    case .pipe: try SystemCallFailure.check("mkfifo", path) { mkfifo(path, 0o600) }
    }
  }

  /// Makes a folder with one file, and one of these.
  static func makeFolder(at path: String, holding special: Self) throws {
    try SystemCallFailure.check("mkdir", path) { mkdir(path, 0o700) }
    try FileAccess.write(.text(bytes: 100), to: "\(path)/1.txt")
    try special.make(at: "\(path)/2")
  }

  /// A file that opens, and whose reading fails: the memory of this process, of which the first page is never
  /// there.
  static let unreadablePath: String? = {
    #if os(Linux)
      let path = "/proc/self/mem"
      let file = open(path, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return nil }
      defer { close(file) }
      var byte: UInt8 = 0
      return pread(file, &byte, 1, 0) < 0 ? path : nil
    #else
      nil
    #endif
  }()
}
