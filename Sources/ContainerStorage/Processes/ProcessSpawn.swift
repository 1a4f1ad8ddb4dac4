import CLinux
import IntakeModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Starts a process by `posix_spawn(3)`, and takes its status.
///
/// It inherits one descriptor and no other, has `/dev/null` as what is left of its standard streams, and leads a group
/// of its own.
package enum ProcessSpawn {
  #if canImport(Darwin)
    private typealias Actions = posix_spawn_file_actions_t?
    private typealias Attributes = posix_spawnattr_t?
  #else
    private typealias Actions = posix_spawn_file_actions_t
    private typealias Attributes = posix_spawnattr_t
  #endif

  /// Starts a command, with a path or a name that is looked for in `PATH`, and the variables of this process.
  ///
  /// - Parameter input: What becomes its standard input; stays open here.
  /// - Returns: The number of the process, which is also that of its group.
  package static func spawnCommand(
    _ command: String, arguments: [String], input: Int32
  ) throws(Errno) -> Int32 {
    var processID: pid_t = 0
    let status = withSetUp(passing: input, as: 0) { actions, attributes in
      withCStrings([command] + arguments) { arguments in
        posix_spawnp(&processID, command, &actions, &attributes, arguments, environ)
      }
    }
    guard status == 0 else { throw Errno(status, from: "posix_spawn") }
    return processID
  }

  /// - Returns: The number of the process.
  static func spawn(
    _ path: LocalPath, arguments: [String], environment: [String],
    socket: borrowing Descriptor, as number: Int32
  ) throws(Errno) -> pid_t {
    var processID: pid_t = 0
    let socket = socket.number
    let status = path.withCString { path in
      withSetUp(passing: socket, as: number) { actions, attributes in
        withCStrings([String(cString: path)] + arguments) { arguments in
          withCStrings(environment) { environment in
            posix_spawn(&processID, path, &actions, &attributes, arguments, environment)
          }
        }
      }
    }
    guard status == 0 else { throw Errno(status ?? ENOENT, from: "posix_spawn") }
    return processID
  }

  /// - Parameters:
  ///   - descriptor: What the process inherits.
  ///   - number: The number that it has there.
  private static func withSetUp(
    passing descriptor: Int32, as number: Int32,
    _ body: (inout Actions, inout Attributes) -> Int32
  ) -> Int32 {
    #if canImport(Darwin)
      var actions: Actions = nil
      var attributes: Attributes = nil
    #else
      var actions = Actions()
      var attributes = Attributes()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    // First the descriptor: its own number may be one of the three. Where it already has the right one, this only
    // takes its flag away (posix_spawn_file_actions_adddup2(3)).
    posix_spawn_file_actions_adddup2(&actions, descriptor, number)
    for stream in Int32(0)...2 where stream != number {
      posix_spawn_file_actions_addopen(
        &actions, stream, "/dev/null", stream == 0 ? O_RDONLY : O_WRONLY, 0)
    }
    #if !canImport(Darwin)
      // What others have opened without the flag that keeps it from children.
      _ = clinux_add_close_from(&actions, max(number, 2) + 1)
    #endif
    setUp(&attributes)
    return body(&actions, &attributes)
  }

  private static func setUp(_ attributes: inout Attributes) {
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    var flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    #if canImport(Darwin)
      flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
    #endif
    posix_spawnattr_setflags(&attributes, Int16(flags))
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

  /// Waits for the end of a child, and takes its status.
  package static func wait(for processID: Int32) -> ConnectedProcess.Ending {
    var status: Int32 = 0
    while waitpid(processID, &status, 0) != processID {
      // ECHILD: the program ignores the ends of its children, or has another that waits for all of them.
      if errno != EINTR { return .unknown }
    }
    // The macros of wait(2) do not reach Swift: the low seven bits are the signal, the next eight the status.
    let signal = status & 0x7F
    return signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
  }
}
