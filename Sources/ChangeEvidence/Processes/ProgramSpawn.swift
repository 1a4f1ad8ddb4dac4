#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Starts a program by `posix_spawn(3)`.
enum ProgramSpawn {
  /// - Parameters:
  ///   - output: What becomes its standard output; stays open here.
  ///   - error: The same for its standard error.
  /// - Returns: The number of the process, which is also that of its group.
  static func start(
    _ program: ChildProgram, output: Int32, error: Int32
  ) throws(ChildProgramError) -> pid_t {
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
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, error, 2)
    if let folder = program.workingDirectory {
      #if canImport(Darwin)
        let status = posix_spawn_file_actions_addchdir_np(&actions, folder)
      #else
        let add = find("posix_spawn_file_actions_addchdir_np", AddFolder.self)
        let status = add.map { $0(&actions, folder) } ?? ENOSYS
      #endif
      if status != 0 {
        throw ChildProgramError(executable: program.executable, call: "chdir", number: status)
      }
    }

    var flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    #if canImport(Darwin)
      flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
    #else
      // Also those that were opened without the flag for it.
      _ = find("posix_spawn_file_actions_addclosefrom_np", AddCloseFrom.self)?(&actions, 3)
    #endif
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(flags))

    var process: pid_t = 0
    // In one order, so that two runs of a program see the same.
    let variables = program.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let status = withCStrings([program.executable] + program.arguments) { arguments in
      withCStrings(variables) { variables in
        posix_spawnp(&process, program.executable, &actions, &attributes, arguments, variables)
      }
    }
    if status != 0 {
      throw ChildProgramError(
        executable: program.executable, call: "posix_spawn", number: status)
    }
    return process
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

  #if !canImport(Darwin)
    // Not visible through `Glibc`, which is compiled without `_GNU_SOURCE`, and not in every library: looked up
    // by name.
    private typealias AddFolder =
      @convention(c) (
        UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>
      ) -> Int32
    private typealias AddCloseFrom =
      @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

    /// A function of the libraries that this program is linked with (dlsym(3), RTLD_DEFAULT).
    private static func find<Function>(_ name: String, _ type: Function.Type) -> Function? {
      dlsym(nil, name).map { unsafeBitCast($0, to: type) }
    }
  #endif
}
