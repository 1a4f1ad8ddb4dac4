#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The socket that the server is reached at.
package struct ListeningSocket: Sendable {
  package let descriptor: Int32
  /// The port: the one that was asked for, or the free one that the system chose for 0.
  package let port: UInt16

  /// Listens at `address`, which is a number of IPv4 or IPv6.
  ///
  /// - Throws: ``ServerError``.
  package init(address: String, port: UInt16) throws(ServerError) {
    var four = sockaddr_in()
    var six = sockaddr_in6()
    if inet_pton(AF_INET, address, &four.sin_addr) == 1 {
      four.sin_family = sa_family_t(AF_INET)
      four.sin_port = port.bigEndian
      (descriptor, self.port) = try Self.listen(AF_INET, four, at: "\(address):\(port)")
    } else if inet_pton(AF_INET6, address, &six.sin6_addr) == 1 {
      six.sin6_family = sa_family_t(AF_INET6)
      six.sin6_port = port.bigEndian
      (descriptor, self.port) = try Self.listen(AF_INET6, six, at: "[\(address)]:\(port)")
    } else {
      throw ServerError("'\(address)' is no address of IPv4 or IPv6, such as 127.0.0.1")
    }
  }

  private static func listen<Address>(
    _ family: Int32, _ address: Address, at place: String
  ) throws(ServerError) -> (Int32, UInt16) {
    func failure(_ call: String) -> ServerError {
      ServerError("cannot listen at \(place): \(String(cString: strerror(errno))) (\(call))")
    }
    #if canImport(Darwin)
      let stream = SOCK_STREAM
    #else
      let stream = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    #endif
    let descriptor = socket(family, stream, 0)
    guard descriptor >= 0 else { throw failure("socket") }
    do throws(ServerError) {
      // A server that was just stopped has left connections that wait for their end.
      var yes: Int32 = 1
      setsockopt(
        descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
      var address = address
      let size = socklen_t(MemoryLayout<Address>.size)
      let bound = withUnsafeBytes(of: &address) { bytes in
        bind(descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, size)
      }
      guard bound == 0 else { throw failure("bind") }
      guard systemListen(descriptor, SOMAXCONN) == 0 else { throw failure("listen") }
      return (descriptor, try port(of: descriptor, failure))
    } catch {
      close(descriptor)
      throw error
    }
  }

  private static func port(
    of descriptor: Int32, _ failure: (String) -> ServerError
  ) throws(ServerError) -> UInt16 {
    // Of both families, the port stands in the same place.
    var storage = sockaddr_in6()
    var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let status = withUnsafeMutableBytes(of: &storage) { bytes in
      getsockname(
        descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, &size)
    }
    guard status == 0 else { throw failure("getsockname") }
    return UInt16(bigEndian: storage.sin6_port)
  }
}

private func systemListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 {
  listen(descriptor, Int32(backlog))
}

/// The server cannot start.
package struct ServerError: Error, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
