#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Looks for the program that opens documents.
enum ValidatorProgram {
  static let name = "intake-validate"

  /// - Returns: Its path; `nil` where there is none that can be run.
  static func find(_ program: ValidatorPool.Configuration.Program) -> LocalPath? {
    switch program {
    case .path(let path): isRunnable(path) ? path : nil
    case .besideExecutable: candidates().first(where: isRunnable)
    }
  }

  private static func candidates() -> [LocalPath] {
    guard let executable = ownPath(), let slash = executable.lastIndex(of: UInt8(ascii: "/")) else {
      return []
    }
    let folder = executable[...slash]
    return ["", "libexec/", "../libexec/"].map { way in
      LocalPath(bytes: Array(folder) + Array((way + name).utf8))
    }
  }

  private static func isRunnable(_ path: LocalPath) -> Bool {
    path.withCString { path in
      var status = stat()
      return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        && access(path, X_OK) == 0
    } ?? false
  }

  /// The path of the running executable.
  private static func ownPath() -> [UInt8]? {
    #if canImport(Darwin)
      var size: UInt32 = 0
      _NSGetExecutablePath(nil, &size)
      var buffer = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&buffer, &size) == 0 else { return nil }
      return buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    #else
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink("/proc/self/exe", &buffer, buffer.count)
      guard count > 0, count < buffer.count else { return nil }
      return buffer[..<count].map(UInt8.init(bitPattern:))
    #endif
  }

  /// The variables that the program gets. No other: none of them is its business, and some change what libraries
  /// load.
  static func environment() -> [String] {
    var variables = [
      // One heap for all threads: each has 64 MiB of address space, which counts.
      "MALLOC_ARENA_MAX=1", "VIPS_BLOCK_UNTRUSTED=1", "SWIFT_BACKTRACE=enable=no",
    ]
    // Where the Swift runtime is, on systems that have it in no usual place.
    if let value = getenv("LD_LIBRARY_PATH") {
      variables.append("LD_LIBRARY_PATH=\(String(cString: value))")
    }
    return variables
  }
}
