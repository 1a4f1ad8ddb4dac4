import IntakeTesting

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What both campaigns are started with.
enum CampaignSettings {
  /// The command that the package builds, if it was built.
  static let intake: String? = {
    guard let path = ChildProcess.executable(named: "intake"),
      let trial = try? ChildProcess(path, ["--version"]).waitBlocking(), !trial.output.isEmpty
    else { return nil }
    return path
  }()

  /// A number from the environment.
  static func count(_ variable: String, default count: Int) -> Int {
    getenv(variable).flatMap { Int(String(cString: $0)) } ?? count
  }

  /// Lets `duration` pass, and holds the thread. For the instants of kills alone, which are random input; a test
  /// never waits so for something to happen.
  static func wait(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    var rest = timespec()
    rest.tv_sec = numericCast(seconds)
    rest.tv_nsec = numericCast(attoseconds / 1_000_000_000)
    var time = rest
    repeat { time = rest } while nanosleep(&time, &rest) != 0 && errno == EINTR
  }
}
