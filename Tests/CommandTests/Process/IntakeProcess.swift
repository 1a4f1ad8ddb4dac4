#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Runs the real program, with arguments as bytes. `Process` would repair those that are not UTF-8.
struct IntakeProcess {
  let status: Int32
  let output: String
  let errors: String

  struct Failure: Error { let message: String }

  /// Runs `intake` to its end.
  ///
  /// - Parameters:
  ///   - output: A descriptor for standard output in place of a file that is read afterwards.
  ///   - environment: All of it; what the tests run in is not passed on.
  static func run(
    _ arguments: [[UInt8]], output: Int32? = nil, environment: [String] = ["HOME=/nonexistent"]
  ) throws -> IntakeProcess {
    let path = try Workplace.program()
    let outputFile = try temporaryFile()
    let errorFile = try temporaryFile()
    defer {
      close(outputFile)
      close(errorFile)
    }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output ?? outputFile, 1)
    posix_spawn_file_actions_adddup2(&actions, errorFile, 2)

    var process = pid_t()
    let result = withCStrings([Array(path.utf8)] + arguments) { argv in
      withCStrings(environment.map { Array($0.utf8) }) { envp in
        posix_spawn(&process, path, &actions, nil, argv, envp)
      }
    }
    guard result == 0 else { throw Failure(message: "\(path) does not start: \(result)") }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    // The macros of wait(2) are not imported: the low seven bits are the signal, the next byte the
    // status.
    let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
    return IntakeProcess(status: code, output: read(outputFile), errors: read(errorFile))
  }

  static func run(_ arguments: String..., output: Int32? = nil) throws -> IntakeProcess {
    try run(arguments.map { Array($0.utf8) }, output: output)
  }

  private static func temporaryFile() throws -> Int32 {
    var template = Array("/tmp/intake-test-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw Failure(message: "no temporary file: \(errno)") }
    unlink(template)
    return descriptor
  }

  private static func read(_ file: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = pread(file, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  private static func withCStrings<Result>(
    _ strings: [[UInt8]], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { bytes in
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
      for (index, byte) in bytes.enumerated() { copy[index] = CChar(bitPattern: byte) }
      copy[bytes.count] = 0
      return copy
    }
    defer { for copy in copies { copy.deallocate() } }
    return body(copies + [nil])
  }
}
