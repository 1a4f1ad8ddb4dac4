#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A failed operation on a file of records: the error of this layer.
struct RecordFileError: Error, Hashable, CustomStringConvertible {
  /// Such as `openat: File exists`.
  let description: String
  private let number: Int32

  init(_ description: String) {
    self.description = description
    number = 0
  }

  /// A failed system call, by default the one that was made last.
  init(of call: String, number: Int32 = errno) {
    self.number = number
    description = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let start = buffer.baseAddress, strerror_r(number, start, buffer.count) == 0 else {
        return "\(call): error \(number)"
      }
      return "\(call): \(String(cString: start))"
    }
  }

  var isMissing: Bool { number == ENOENT }

  /// Calls `body` until no signal interrupts it.
  @discardableResult
  static func check<Number: FixedWidthInteger>(
    _ call: String, _ body: () -> Number
  ) throws(RecordFileError) -> Number {
    while true {
      let result = body()
      if result >= 0 { return result }
      if errno != EINTR { throw RecordFileError(of: call) }
    }
  }
}
