#if canImport(Darwin)
  import Darwin
#else
  @preconcurrency import Glibc
#endif

/// Starts a process by `posix_spawn(3)`.
enum ChildSpawn {
  /// - Returns: The number of the process, which leads a group of its own.
  static func spawn(
    _ executable: String, _ arguments: [String], environment: [String: String],
    workingDirectory: String?, pipes: ChildPipes
  ) throws(SystemCallFailure) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, pipes.childInput, 0)
    posix_spawn_file_actions_adddup2(&actions, pipes.childOutput, 1)
    posix_spawn_file_actions_adddup2(&actions, pipes.childError, 2)
    if let workingDirectory { try changeFolder(&actions, workingDirectory) }
    #if !canImport(Darwin)
      closeOthers(&actions)
    #endif
    setAttributes(&attributes)

    var processID: pid_t = 0
    let variables = environment.map { "\($0.key)=\($0.value)" }
    let status = withCStrings([executable] + arguments) { arguments in
      withCStrings(variables) { variables in
        posix_spawnp(&processID, executable, &actions, &attributes, arguments, variables)
      }
    }
    if status != 0 { throw SystemCallFailure("posix_spawn", number: status, subject: executable) }
    return processID
  }

  /// The variables of this process.
  static func ownEnvironment() -> [String: String] {
    var variables: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      let parts = String(cString: text).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
      entry += 1
    }
    return variables
  }

  private static func withCStrings<Result>(
    _ texts: [String],
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return pointers.withUnsafeMutableBufferPointer { buffer in
      // Never empty: there is at least the nil at the end.
      body(buffer.baseAddress!)
    }
  }
}

#if canImport(Darwin)
  extension ChildSpawn {
    private static func changeFolder(
      _ actions: inout posix_spawn_file_actions_t?, _ path: String
    ) throws(SystemCallFailure) {
      let status = posix_spawn_file_actions_addchdir_np(&actions, path)
      if status != 0 { throw SystemCallFailure("chdir", number: status, subject: path) }
    }

    private static func setAttributes(_ attributes: inout posix_spawnattr_t?) {
      var none = sigset_t()
      sigemptyset(&none)
      var all = sigset_t()
      sigfillset(&all)
      posix_spawnattr_setsigmask(&attributes, &none)
      posix_spawnattr_setsigdefault(&attributes, &all)
      posix_spawnattr_setpgroup(&attributes, 0)
      posix_spawnattr_setflags(
        &attributes,
        Int16(
          POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
            | POSIX_SPAWN_CLOEXEC_DEFAULT))
    }
  }
#else
  extension ChildSpawn {
    // Not visible through `Glibc`, which is compiled without `_GNU_SOURCE`, and not in every library: looked
    // up by name.
    private typealias AddFolder =
      @convention(c) (
        UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>
      ) -> Int32
    private typealias AddCloseFrom =
      @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

    private static func changeFolder(
      _ actions: inout posix_spawn_file_actions_t, _ path: String
    ) throws(SystemCallFailure) {
      guard let add = LibraryFunction.find("posix_spawn_file_actions_addchdir_np", AddFolder.self)
      else { throw SystemCallFailure("chdir", number: ENOSYS, subject: path) }
      let status = add(&actions, path)
      if status != 0 { throw SystemCallFailure("chdir", number: status, subject: path) }
    }

    /// Closes all but the standard streams, also those that were opened without the flag for it.
    private static func closeOthers(_ actions: inout posix_spawn_file_actions_t) {
      let name = "posix_spawn_file_actions_addclosefrom_np"
      _ = LibraryFunction.find(name, AddCloseFrom.self)?(&actions, 3)
    }

    private static func setAttributes(_ attributes: inout posix_spawnattr_t) {
      var none = sigset_t()
      sigemptyset(&none)
      var all = sigset_t()
      sigfillset(&all)
      posix_spawnattr_setsigmask(&attributes, &none)
      posix_spawnattr_setsigdefault(&attributes, &all)
      posix_spawnattr_setpgroup(&attributes, 0)
      posix_spawnattr_setflags(
        &attributes,
        Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    }
  }
#endif
