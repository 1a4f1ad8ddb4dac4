#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  @preconcurrency import Glibc
#endif

/// Starts a process by `posix_spawn(3)`, and takes its status.
///
/// It inherits the descriptors that are given to it and no other, has `/dev/null` as what is left of its standard
/// streams, no signal blocked or ignored, and leads a group of its own.
package enum ProcessSpawn {
  /// The call that failed, and the system's number.
  package struct Failure: Error, Hashable, Sendable {
    /// `chdir` or `posix_spawn`.
    package let call: String
    package let number: Int32
  }

  /// A descriptor of this process, which stays open here, and the number that it has in the new one.
  package typealias Inheritance = (own: Int32, number: Int32)

  /// - Parameters:
  ///   - executable: A path, or a name that is looked for in the `PATH` of this process.
  ///   - isPath: Whether it is a path in any case.
  ///   - arguments: Without the program's own name.
  ///   - environment: All variables that it gets, as `NAME=value`; `nil` for those of this process.
  ///   - workingDirectory: The folder that it starts in; `nil` for that of this process.
  ///   - descriptors: What it inherits, put in place in this order.
  /// - Returns: The number of the process, which is also that of its group.
  package static func start(
    _ executable: UnsafePointer<CChar>, isPath: Bool = false, arguments: [String],
    environment: [String]?, workingDirectory: String? = nil, inheriting descriptors: [Inheritance]
  ) throws(Failure) -> Int32 {
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
    // First these: the own number of one may be that of a standard stream. Where it already has the right one,
    // this only takes its flag away (posix_spawn_file_actions_adddup2(3)).
    for descriptor in descriptors {
      posix_spawn_file_actions_adddup2(&actions, descriptor.own, descriptor.number)
    }
    let numbers = descriptors.map(\.number)
    for stream in Int32(0)...2 where !numbers.contains(stream) {
      posix_spawn_file_actions_addopen(
        &actions, stream, "/dev/null", stream == 0 ? O_RDONLY : O_WRONLY, 0)
    }
    if let workingDirectory {
      let status = addFolder(workingDirectory, to: &actions)
      if status != 0 { throw Failure(call: "chdir", number: status) }
    }
    var flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    // Besides, closes what others have opened without the flag that keeps it from children.
    #if canImport(Darwin)
      flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
    #else
      addCloseFrom(max(numbers.max() ?? 0, 2) + 1, to: &actions)
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
    let status = withCStrings([String(cString: executable)] + arguments) { arguments in
      withCStrings(environment ?? []) { variables in
        let variables = environment == nil ? environ : variables
        return isPath
          ? posix_spawn(&process, executable, &actions, &attributes, arguments, variables)
          : posix_spawnp(&process, executable, &actions, &attributes, arguments, variables)
      }
    }
    if status != 0 { throw Failure(call: "posix_spawn", number: status) }
    return process
  }

  /// Waits for the end of a child, and takes its status.
  package static func wait(for process: Int32) -> ProcessEnding {
    var status: Int32 = 0
    while waitpid(process, &status, 0) != process {
      // ECHILD: the program ignores the ends of its children, or has another that waits for all of them.
      if errno != EINTR { return .unknown }
    }
    return ProcessEnding(waitStatus: status)
  }

  private static func withCStrings<Result>(
    _ texts: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return pointers.withUnsafeMutableBufferPointer { buffer in
      // Never empty: there is at least the nil at the end.
      body(buffer.baseAddress!)
    }
  }
}

/// How a process ended.
package enum ProcessEnding: Hashable, Sendable {
  case exited(Int32)
  case signalled(Int32)
  /// Somebody else in this process has taken its status.
  case unknown

  /// - Parameter waitStatus: What `waitpid(2)` gave.
  package init(waitStatus: Int32) {
    // The macros of wait(2) do not reach Swift: the low seven bits are the signal, the next eight the status.
    let signal = waitStatus & 0x7F
    self = signal == 0 ? .exited(waitStatus >> 8 & 0xFF) : .signalled(signal)
  }
}

extension ProcessSpawn {
  #if canImport(Darwin)
    private static func addFolder(
      _ path: String, to actions: inout posix_spawn_file_actions_t?
    ) -> Int32 { posix_spawn_file_actions_addchdir_np(&actions, path) }
  #else
    private typealias AddFolder =
      @convention(c) (
        UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>
      ) -> Int32
    private typealias AddCloseFrom =
      @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

    private static func addFolder(
      _ path: String, to actions: inout posix_spawn_file_actions_t
    ) -> Int32 {
      LibraryFunction.find("posix_spawn_file_actions_addchdir_np", AddFolder.self)
        .map { $0(&actions, path) } ?? ENOSYS
    }

    private static func addCloseFrom(
      _ first: Int32, to actions: inout posix_spawn_file_actions_t
    ) {
      _ = LibraryFunction.find("posix_spawn_file_actions_addclosefrom_np", AddCloseFrom.self)?(
        &actions, first)
    }
  #endif
}
