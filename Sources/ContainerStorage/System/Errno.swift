#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A failed system call: the error of this layer.
package struct Errno: Error, Sendable, Hashable {
  /// The name of the call, such as `linkat`.
  package let call: String
  /// The value of `errno`.
  package let number: Int32

  package init(_ number: Int32, from call: String) {
    self.number = number
    self.call = call
  }
}

extension Errno {
  /// Calls `body` until it is not interrupted by a signal, and throws where it returns a negative number.
  @discardableResult
  static func check<Number: FixedWidthInteger>(
    _ call: String, _ body: () -> Number
  ) throws(Errno) -> Number {
    while true {
      let result = body()
      if result >= 0 { return result }
      let number = errno
      if number != EINTR { throw Errno(number, from: call) }
    }
  }
}

extension Errno: CustomStringConvertible {
  /// The call and the system's text, such as `linkat: File exists`.
  package var description: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let start = buffer.baseAddress, strerror_r(number, start, buffer.count) == 0 else {
        return "\(call): error \(number)"
      }
      return "\(call): \(String(cString: start))"
    }
  }
}
