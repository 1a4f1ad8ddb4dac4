public import IntakeModel
import SystemCalls

extension ChildProcess {
  /// What a process reads.
  public enum Input: Sendable {
    /// Nothing: `/dev/null`.
    case none
    /// These bytes, then the end.
    case bytes([UInt8])
    /// What ``ChildProcess/write(_:)`` gives it, until ``ChildProcess/closeInput()``.
    case pipe

    /// Whether there is nothing to be written, now or later.
    var isEmpty: Bool {
      switch self {
      case .none: true
      case .bytes(let bytes): bytes.isEmpty
      case .pipe: false
      }
    }
  }

  /// The variables that a process starts with.
  public struct Environment: Sendable {
    let values: [String: String]

    /// Those of this process.
    public static var inherited: Self { Self(values: ProcessVariables.all()) }

    /// Those of this process, and these on top.
    public static func adding(_ values: [String: String]) -> Self {
      Self(values: inherited.values.merging(values) { _, new in new })
    }

    /// These and no other.
    public static func only(_ values: [String: String]) -> Self { Self(values: values) }
  }

  /// What the system lets a process use. `nil` leaves the limit as it is for this process.
  public struct Limits: Sendable {
    /// The most open descriptors.
    public var descriptors: Int?
    /// The most memory, counted as address space.
    public var addressSpace: ByteCount?
    /// The largest file that it may write; one byte more ends it by `SIGXFSZ` or fails the write.
    public var fileSize: ByteCount?
    /// The most processor time, in whole seconds.
    public var processorSeconds: Int?

    /// Makes limits; what is `nil` is as in this process.
    public init(
      descriptors: Int? = nil, addressSpace: ByteCount? = nil, fileSize: ByteCount? = nil,
      processorSeconds: Int? = nil
    ) {
      self.descriptors = descriptors
      self.addressSpace = addressSpace
      self.fileSize = fileSize
      self.processorSeconds = processorSeconds
    }

    /// The program and arguments that set the limits and become `executable`.
    ///
    /// By a shell, since `posix_spawn` cannot set them, and setting them afterwards would come too late.
    func wrap(_ executable: String, _ arguments: [String]) -> (String, [String]) {
      var commands: [String] = []
      if let descriptors { commands.append("ulimit -n \(descriptors)") }
      if let addressSpace { commands.append("ulimit -v \(addressSpace.bytes / 1024)") }
      // In units of 512 bytes, as POSIX has it.
      if let fileSize { commands.append("ulimit -f \((fileSize.bytes + 511) / 512)") }
      if let processorSeconds { commands.append("ulimit -t \(processorSeconds)") }
      if commands.isEmpty { return (executable, arguments) }
      commands.append(#"exec "$0" "$@""#)
      return ("/bin/sh", ["-c", commands.joined(separator: " && "), executable] + arguments)
    }
  }
}
