import SystemCalls

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Lets the permissions of files count also for an administrator, whom the system lets read everything.
///
/// On Linux the thread takes on another user for its file accesses (setfsuid(2)), which concerns no other
/// thread. Elsewhere nothing is done: whoever is no administrator is refused by the permissions alone.
enum RestrictedAccess {
  /// Calls `body`, in which this thread may not read what nobody was permitted to read.
  static func run(_ body: () -> Void) {
    #if canImport(Darwin)
      body()
    #else
      typealias SetUser = @convention(c) (UInt32) -> Int32
      guard geteuid() == 0, let setUser = LibraryFunction.find("setfsuid", SetUser.self) else {
        return body()
      }
      _ = setUser(nobody)
      defer { _ = setUser(0) }
      body()
    #endif
  }

  /// Whether a file can be denied to this process at all.
  static let isPossible: Bool = {
    #if canImport(Darwin)
      geteuid() != 0
    #else
      true
    #endif
  }()

  private static let nobody: UInt32 = 65534
}
