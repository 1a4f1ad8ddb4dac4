#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A system call of a test double that failed.
public struct SystemCallFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The call, such as `mount`.
  public let call: String
  /// The system's error number.
  public let number: Int32
  /// What it was called for, such as a path.
  public let subject: String

  /// Makes the failure of `call` with the error number `number`, for `subject`, such as a path.
  public init(_ call: String, number: Int32, subject: String) {
    self.call = call
    self.number = number
    self.subject = subject
  }

  /// The failure that the system's error number tells of.
  init(_ call: String, subject: String) { self.init(call, number: errno, subject: subject) }

  public var description: String { "\(call) of '\(subject)': \(String(cString: strerror(number)))" }

  /// The result of `body`, which is called again after an interruption.
  @discardableResult
  static func check<Result: FixedWidthInteger>(
    _ call: String, _ subject: String, _ body: () -> Result
  ) throws(SystemCallFailure) -> Result {
    while true {
      let result = body()
      if result != -1 { return result }
      if errno != EINTR { throw SystemCallFailure(call, subject: subject) }
    }
  }
}
