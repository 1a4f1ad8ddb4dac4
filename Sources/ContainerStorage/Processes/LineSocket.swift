import CLinux
import IntakeModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// One end of a pair of sockets, by which lines go, and descriptors with them.
///
/// What comes in is bounded, whatever the other end sends.
package struct LineSocket: ~Copyable, Sendable {
  private let descriptor: Descriptor

  /// What came.
  package enum Received: Sendable, Hashable {
    /// Without its end.
    case line(String)
    /// The other end is closed.
    case closed
    /// No whole line came in time.
    case timedOut
    /// More than a line, or one that is too long or not ASCII.
    case garbage
  }

  private init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }

  /// Two connected ends: one to be used here, the other for a process.
  static func pair() throws(Errno) -> Pair {
    var numbers: [Int32] = [-1, -1]
    try Errno.check("socketpair") { clinux_socket_pair(&numbers) }
    return Pair(
      own: LineSocket(Descriptor(owning: numbers[0])), other: Descriptor(owning: numbers[1]))
  }

  struct Pair: ~Copyable {
    let own: LineSocket
    let other: Descriptor
  }

  func send(_ line: String, passing passed: Int32) throws(Errno) {
    let bytes = Array((line + "\n").utf8)
    let sent = try bytes.withUnsafeBytes { bytes in
      Result { () throws(Errno) in
        try Errno.check("sendmsg") {
          clinux_send_with_descriptor(descriptor.number, bytes.baseAddress, bytes.count, passed)
        }
      }
    }.get()
    // The other end reads each line before the next one goes: there is always room for one.
    guard sent == bytes.count else { throw Errno(EAGAIN, from: "sendmsg") }
  }

  func receive(limit: Int, within time: Duration) throws(Errno) -> Received {
    let clock = ContinuousClock()
    let deadline = clock.now.advanced(by: time)
    var line: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: limit)
    while true {
      guard try waitForBytes(clock.now.duration(to: deadline)) else { return .timedOut }
      let number = descriptor.number
      let room = limit - line.count
      let received = buffer.withUnsafeMutableBytes { recv(number, $0.baseAddress, room, 0) }
      if received < 0, errno == EINTR { continue }
      // A process that is killed with bytes unread resets the connection.
      if received < 0, errno == ECONNRESET { return .closed }
      guard received >= 0 else { throw Errno(errno, from: "recv") }
      if received == 0 { return .closed }
      line += buffer[..<received]
      if let end = line.firstIndex(of: UInt8(ascii: "\n")) {
        guard end == line.count - 1, line.allSatisfy({ $0 < 0x80 }) else { return .garbage }
        return .line(String(decoding: line.dropLast(), as: UTF8.self))
      }
      if line.count == limit { return .garbage }
    }
  }

  /// - Returns: Whether there is something to read, or the other end is closed.
  private func waitForBytes(_ time: Duration) throws(Errno) -> Bool {
    let clock = ContinuousClock()
    let deadline = clock.now.advanced(by: time)
    while true {
      var entry = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
      let left = clock.now.duration(to: deadline).wholeMilliseconds
      let ready = poll(&entry, 1, Int32(clamping: left))
      if ready > 0 { return true }
      if ready < 0 {
        guard errno == EINTR else { throw Errno(errno, from: "poll") }
      } else if left <= Int64(Int32.max) {
        return false
      }
    }
  }
}
