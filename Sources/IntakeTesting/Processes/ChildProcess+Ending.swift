public import IntakeModel

extension ChildProcess {
  /// How a process ended, and what it wrote and used.
  public struct Ending: Sendable {
    /// Why it ended.
    public let status: Status
    /// The bytes of its standard output, up to the limit.
    public let outputBytes: [UInt8]
    /// The bytes of its standard error, up to the limit.
    public let errorBytes: [UInt8]
    /// Whether more was written to one of them than was kept.
    public let isOutputCut: Bool
    /// Whether it was killed because its time was over.
    public let isTimedOut: Bool
    /// The most memory that was resident in it.
    public let peakResidentBytes: ByteCount
    /// The processor time that it took in its own code.
    public let userTime: Duration
    /// The processor time that the system took for it.
    public let systemTime: Duration

    /// The standard output as text.
    public var output: String { String(decoding: outputBytes, as: UTF8.self) }

    /// The standard error as text.
    public var errorOutput: String { String(decoding: errorBytes, as: UTF8.self) }
  }

  /// Why a process ended.
  public enum Status: Hashable, Sendable, CustomStringConvertible {
    /// It ended by itself, with this exit status; 0 means success.
    case exited(Int32)
    /// This signal ended it.
    case signalled(Int32)
    /// Something else in this process has taken its status.
    case unknown

    public var description: String {
      switch self {
      case .exited(let code): "exited with \(code)"
      case .signalled(let signal): "ended by signal \(signal)"
      case .unknown: "ended in an unknown way"
      }
    }
  }

  /// The process ended before it wrote what was waited for.
  public struct OutputMissing: Error, CustomStringConvertible {
    /// The text that was waited for.
    public let expected: String
    /// How the process ended, and what it wrote instead.
    public let ending: Ending

    public var description: String {
      "the process \(ending.status)\(ending.isTimedOut ? ", since its time was over," : "") before it wrote "
        + "'\(expected)'; it wrote '\(ending.output)' and '\(ending.errorOutput)'"
    }
  }
}
