/// How the command ends, as a script sees it.
package enum ExitStatus: Sendable, Hashable {
  /// Everything was done.
  case success
  /// Done with refusals, or something is red.
  case refusals
  /// The command line cannot be understood.
  case usage
  /// A fault of ours.
  case fault
  /// A signal ended the work, and everything unfinished was undone.
  case signal(Int32)

  /// The number that the process exits with.
  package var code: Int32 {
    switch self {
    case .success: 0
    case .refusals: 1
    case .usage: 2
    case .fault: 70
    // The shell's convention: 130 for SIGINT, 143 for SIGTERM, 129 for SIGHUP.
    case .signal(let number): 128 + number
    }
  }
}
